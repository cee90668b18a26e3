import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const SCRIPT = 'console.log("a script that is worth compressing")'.repeat(20)
const INLINE = 'postMessage(1)'

export const panelScript = SCRIPT
/** The source by which a policy allows the inline script of the sandbox pages. */
export const inlineSource: string = `'sha256-${createHash('sha256').update(INLINE).digest('base64')}'`

type Files = Readonly<Record<string, string | Uint8Array>>

/** Without these files there is no panel. */
const pages: Files = {
  'index.html':
    '<!doctype html>\n<html lang="en" data-theme="system" data-contrast="system"><head><title>Panel</title></head></html>\n',
  'sandbox/html.html': `<script>${INLINE}</script>`,
  'sandbox/webhook.html': `<script>${INLINE}</script>`,
}

/** Writes a small panel as `vite build` would, and returns its folder. */
export async function writePanel(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'service-panel-'))
  await writeFiles(folder, {
    ...pages,
    'manifest.json': '{}',
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/index-abc.js': SCRIPT,
    'assets/index-abc.js.br': brotliCompressSync(SCRIPT),
    'assets/index-abc.js.gz': gzipSync(SCRIPT),
    'assets/inter-abc.woff2': new Uint8Array([1, 2, 3]),
  })
  return folder
}

/** Writes a panel without files: a service reads it in a fraction of the time that the built one takes. */
export async function writeEmptyPanel(folder: string): Promise<void> {
  await writeFiles(folder, pages)
}

async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
}
