/// <reference path="./parse5.d.ts" />
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { type Node, parse } from 'parse5'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const program = fileURLToPath(new URL('../../../../scripts/docs/site/build.mjs', import.meta.url))

interface Page {
  readonly path: string
  readonly elements: readonly Element[]
  readonly errors: readonly string[]
}

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
}

function listElements(node: Node): readonly Element[] {
  const { tagName, attrs = [], childNodes = [] } = node
  const own = tagName && {
    name: tagName,
    attributes: Object.fromEntries(attrs.map(({ name, value }) => [name, value])),
    text: childNodes.map(child => child.value ?? '').join(''),
  }
  return [...(own ? [own] : []), ...childNodes.flatMap(listElements)]
}

describe('the documentation site', () => {
  let folder: string
  let pages: ReadonlyMap<string, Page>

  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'docs-')), 'below a path')
    await promisify(execFile)(process.execPath, [program, folder])
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    pages = new Map(
      files.filter(path => path.endsWith('.html')).map(path => [path, readPage(path)] as const),
    )
  })
  afterAll(() => rm(dirname(folder), { recursive: true, force: true }))

  function readPage(path: string): Page {
    const errors: string[] = []
    const document = parse(readFileSync(join(folder, path), 'utf8'), {
      sourceCodeLocationInfo: true,
      onParseError: ({ code, startLine }) => errors.push(`${path}:${startLine} ${code}`),
    })
    return { path, elements: listElements(document), errors }
  }

  const ids = new Map<Page, ReadonlySet<string>>()
  const listIds = (page: Page) => {
    const known = ids.get(page) ?? new Set(values(page, 'id'))
    ids.set(page, known)
    return known
  }
  const all = () => [...pages.values()]
  const values = (page: Page, ...names: readonly string[]) =>
    page.elements.flatMap(({ attributes }) => names.flatMap(name => attributes[name] ?? []))

  it('has a page for every page of docs', () => {
    const docs = fileURLToPath(new URL('../../../../docs', import.meta.url))
    const sources = readdirSync(docs, { recursive: true, encoding: 'utf8' })
      .filter(path => path.endsWith('.md'))
      .map(path => path.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html'))
    expect([...pages.keys()].sort()).toEqual(sources.sort())
  })

  it('is HTML without errors, with one main heading and every id once', () => {
    expect(all().flatMap(page => page.errors)).toEqual([])
    for (const page of all()) {
      expect(page.elements.filter(({ name }) => name === 'h1').length, page.path).toBe(1)
      expect(values(page, 'id').length, page.path).toBe(listIds(page).size)
    }
  })

  it('has only links, pictures and files that exist, with their anchors', () => {
    const broken = all().flatMap(page =>
      values(page, 'href', 'src', 'srcset')
        .filter(link => !/^(https?|mailto):/.test(link))
        .filter(link => {
          const [path = '', anchor] = link.split('#')
          const target = path ? join(dirname(page.path), decodeURI(path)) : page.path
          if (!existsSync(join(folder, target))) return true
          const found = pages.get(target)
          return anchor !== undefined && !(found && listIds(found).has(anchor))
        })
        .map(link => `${page.path}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  it('loads nothing from elsewhere and has no script or style in its pages', () => {
    const wrong = all().flatMap(({ path, elements }) =>
      elements
        .filter(({ name, attributes, text }) => {
          const { src, srcset, href } = attributes
          const loaded = [src, srcset, name === 'link' ? href : undefined]
          const isForeign = loaded.some(address => /^(\w+:|\/)/.test(address ?? ''))
          const isInline = name === 'style' || (name === 'script' && text !== '')
          return (
            isForeign || isInline || Object.keys(attributes).some(key => /^(on|style$)/.test(key))
          )
        })
        .map(({ name }) => `${path}: ${name}`),
    )
    expect(wrong).toEqual([])
  })

  it('colours code while it is made', () => {
    const { elements } = pages.get('start/embedding.html')!
    const coloured = elements.filter(({ attributes }) => attributes.class?.startsWith('hljs-'))
    expect(coloured.length).toBeGreaterThan(10)
  })

  it('shows pictures for light and dark pages', () => {
    const { elements } = pages.get('start/own-database.html')!
    const sources = elements.filter(({ name }) => name === 'source')
    expect(sources.length).toBeGreaterThan(0)
    for (const { attributes } of sources) {
      expect(attributes).toMatchObject({
        media: '(prefers-color-scheme: dark)',
        srcset: expect.stringMatching(/-dark\.webp$/),
      })
    }
  })

  it.each([
    ['dead letters', 'operate/activity-log.html#dead-letters'],
    ['SERVICE_METRICS_TOKEN', 'operate/run-the-service.html#settings'],
    ['addSegm', 'customize/segments.html'],
    ['scope team', 'panel/scopes.html'],
    ['agentisslow', 'operate/observability.html#agentisslow'],
  ])('finds %j among the first five results', (query, expected) => {
    const context = createContext({ query })
    const run = (code: string) => runInContext(code, context) as unknown
    for (const file of ['search-index.js', 'search.js']) {
      run(readFileSync(join(folder, 'assets', file), 'utf8'))
    }
    const found = run('searchSections(docsSections, query).slice(0, 5)') as string[][]
    const links = found.map(([path, anchor]) => (anchor ? `${path}#${anchor}` : path))
    expect(links.some(link => link?.startsWith(expected))).toBe(true)
  })

  it('finds nothing when a word does not occur', () => {
    const context = createContext({})
    for (const file of ['search-index.js', 'search.js']) {
      runInContext(readFileSync(join(folder, 'assets', file), 'utf8'), context)
    }
    expect(runInContext('searchSections(docsSections, "rights xyzzyq").length', context)).toBe(0)
  })
})
