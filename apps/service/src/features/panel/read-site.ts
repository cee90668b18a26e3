import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Encoding } from '@service/http'
import { type PageTemplate, parseTemplate } from './page-template.js'
import { sandboxPolicies } from './policies.js'

/** The endings of the files that the build writes beside a file. */
const ENDINGS: Readonly<Record<Encoding, string>> = { br: 'br', gzip: 'gz' }

/** A file of the panel, in memory. */
export interface SiteFile {
  readonly content: Uint8Array
  readonly encoded: Readonly<Partial<Record<Encoding, Uint8Array>>>
  readonly contentType: string
  /** Identifies the content; the entity tag of an encoding adds its name. */
  readonly hash: string
  /** Its name contains a hash of its content, so it never changes. */
  readonly isImmutable: boolean
}

/** The built panel, read once at the start: no request reads the disk. */
export interface PanelSite {
  readonly page: PageTemplate
  /** By their path below `/app/`. */
  readonly files: ReadonlyMap<string, SiteFile>
  /** The pages that run in sandboxes, by their path below `/app/`. */
  readonly sandboxes: ReadonlyMap<string, SandboxPage>
}

/** A page with a policy of its own. */
export interface SandboxPage {
  readonly html: string
  readonly policy: string
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** Reads the folder that `vite build` writes. HTML files are pages and not served as files. */
export function readSite(folder: string): PanelSite {
  const contents = readFolder(folder)
  const read = (path: string) => readText(folder, contents, path)
  const sandboxes = Object.entries(sandboxPolicies).map(([name, policy]): [string, SandboxPage] => {
    const path = `sandbox/${name}.html`
    const html = read(path)
    return [path, { html, policy: policy(hashInlineScript(path, html)) }]
  })
  return {
    page: parseTemplate(read('index.html')),
    files: new Map(listFiles(contents)),
    sandboxes: new Map(sandboxes),
  }
}

function* listFiles(contents: ReadonlyMap<string, Uint8Array>): Generator<[string, SiteFile]> {
  for (const [path, content] of contents) {
    const contentType = CONTENT_TYPES[extname(path)]
    if (contentType === undefined || path === 'manifest.json') continue
    const encoded = Object.entries(ENDINGS).flatMap(([encoding, ending]) => {
      const shorter = contents.get(`${path}.${ending}`)
      return shorter ? [[encoding, shorter]] : []
    })
    yield [
      path,
      {
        content,
        encoded: Object.fromEntries(encoded),
        contentType,
        hash: createHash('sha256').update(content).digest('base64url').slice(0, 22),
        isImmutable: path.startsWith('assets/'),
      },
    ]
  }
}

function readFolder(folder: string): ReadonlyMap<string, Uint8Array> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Map(
    entries
      .filter(entry => entry.isFile())
      .map(entry => {
        const path = join(entry.parentPath, entry.name)
        return [relative(folder, path).split(sep).join('/'), readFileSync(path)]
      }),
  )
}

function readText(folder: string, contents: ReadonlyMap<string, Uint8Array>, path: string): string {
  const content = contents.get(path)
  if (content) return Buffer.from(content).toString('utf8')
  throw new Error(`The panel in '${folder}' has no ${path}. Build it again: npm run build`)
}

/** The hash by which a policy allows the one inline script of a page. */
function hashInlineScript(path: string, html: string): string {
  const [, script] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []
  if (script === undefined) throw new Error(`${path} of the panel has no inline script.`)
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
