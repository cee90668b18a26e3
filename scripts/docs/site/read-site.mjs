import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'

const LINK = /\]\(([^)\s#]+\.md)(?:#[^)]*)?\)/g

/** The pages of `docs/`, in the order of the index of each folder, and the groups of the navigation. */
export function readSite() {
  const groups = listFolders().map(folder => ({
    title: folderTitle(folder),
    pages: orderPages(folder).map(readPage),
  }))
  const top = [readPage('docs/README.md'), readPage('docs/glossary.md')]
  return { groups, top, pages: [...top, ...groups.flatMap(group => group.pages)] }
}

/** The folders of pages: those that the index names first, in its order. */
function listFolders() {
  const all = readdirSync('docs', { withFileTypes: true })
    .filter(entry => entry.isDirectory() && entry.name !== 'images')
    .map(entry => `docs/${entry.name}`)
  const named = listLinks('docs/README.md').map(dirname)
  return [...new Set([...named, ...all])].filter(folder => all.includes(folder))
}

/** The index of a folder, the pages in its order, then those that it does not name. */
function orderPages(folder) {
  const index = `${folder}/README.md`
  const all = readdirSync(folder)
    .filter(name => name.endsWith('.md'))
    .map(name => `${folder}/${name}`)
  const named = listLinks(existsSync(index) ? index : 'docs/README.md')
  return [...new Set([index, ...named, ...all])].filter(page => all.includes(page))
}

function listLinks(page) {
  return [...readFileSync(page, 'utf8').matchAll(LINK)].map(([, link]) =>
    normalize(join(dirname(page), link)),
  )
}

function readPage(source) {
  const text = readFileSync(source, 'utf8')
  const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? basename(source)
  const path = toPath(source)
  // The index of a group is named by the group already.
  const label = path.endsWith('/index.html') ? 'Overview' : title
  return { source, text, title, label, path }
}

/** Where a page is in the site: `operate/index.html` for `docs/operate/README.md`. */
export function toPath(source) {
  return source
    .replace(/^docs\//, '')
    .replace(/(^|\/)README\.md$/, '$1index.md')
    .replace(/\.md$/, '.html')
}

function folderTitle(folder) {
  const name = basename(folder)
  return name[0].toUpperCase() + name.slice(1)
}
