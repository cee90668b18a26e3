import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { publishedPackages } from '../published-packages.mjs'
import { repositoryUrl } from './repository.mjs'

const LINK = /\]\(([^)\s]+)\)/g
const anchorsByPage = new Map()

/** Yields what is wrong with the links of a page: targets and anchors must exist. */
export function* checkLinks(page, text) {
  for (const [, link] of withoutCode(text).matchAll(LINK)) {
    const [target, anchor] = resolveLink(page, link)
    if (target === undefined) continue
    if (!existsSync(target)) yield `links to '${link}', which does not exist`
    else if (anchor && !readAnchors(target).has(anchor))
      yield `links to '${link}', but ${target} has no heading '#${anchor}'`
    else if (isPackagePage(page) && !link.startsWith('https:') && leavesPackage(page, target))
      yield `links to '${link}', which does not work on npm: write ${blobUrl(target)}`
  }
}

/** The file and the anchor that a link points to; none for other sites. */
function resolveLink(page, link) {
  const ours = `${repositoryUrl()}/blob/main/`
  if (!link.startsWith(ours) && /^(https?|mailto):/.test(link)) return []
  const [path, anchor] = link.split('#')
  if (link.startsWith(ours)) return [decodeURI(path.slice(ours.length)), anchor]
  return [path ? normalize(join(dirname(page), decodeURI(path))) : page, anchor]
}

const blobUrl = target => `${repositoryUrl()}/blob/main/${target}`

const packagePages = new Set(publishedPackages().map(({ source }) => `${source}/README.md`))
const isPackagePage = page => packagePages.has(page)

const leavesPackage = (page, target) => !target.startsWith(`${dirname(page)}/`)

/** The anchors of the headings of a page, as GitHub makes them. */
function readAnchors(page) {
  if (!page.endsWith('.md') || statSync(page).isDirectory()) return new Set()
  const known = anchorsByPage.get(page)
  if (known) return known
  const nextSlug = createSlugs()
  const headings = withoutCode(readFileSync(page, 'utf8')).matchAll(/^#+ (.+)$/gm)
  const anchors = new Set(Array.from(headings, ([, heading]) => nextSlug(heading)))
  anchorsByPage.set(page, anchors)
  return anchors
}

/** Returns a function that makes the anchor of each heading of a page in turn, each different from those before. */
export function createSlugs() {
  const anchors = new Set()
  return heading => {
    const slug = toSlug(heading)
    let anchor = slug
    for (let copy = 1; anchors.has(anchor); copy++) anchor = `${slug}-${copy}`
    anchors.add(anchor)
    return anchor
  }
}

function toSlug(heading) {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

const withoutCode = text => text.replace(/^```[\s\S]*?^```/gm, '')
