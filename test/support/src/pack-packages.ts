import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const execute = promisify(execFile)

/** A package of ours as it is published. */
export interface Tarball {
  readonly name: string
  readonly version: string
  readonly path: string
  readonly files: readonly string[]
}

interface Packed {
  readonly name: string
  readonly version: string
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

/**
 * Packs everything that is published into a folder. A release has packed it already, and names its folder by
 * `PACKED_PACKAGES`: these tarballs are tested, and published.
 */
export async function packPackages(folder: string): Promise<readonly Tarball[]> {
  const ready = process.env.PACKED_PACKAGES
  const text = ready ? await readFile(join(ready, 'packed.json'), 'utf8') : await pack(folder)
  const packed: readonly Packed[] = JSON.parse(text)
  return packed.map(({ name, version, filename, files }) => ({
    name,
    version,
    path: join(ready ?? folder, filename),
    files: files.map(({ path }) => path),
  }))
}

async function pack(folder: string): Promise<string> {
  const bundles = join(folder, 'bundles')
  const script = join(root, 'scripts/bundle-packages.mjs')
  const { stdout: list } = await execute(process.execPath, [script, bundles])
  const folders = list.trim().split('\n')
  const command = ['pack', '--json', '--offline', '--pack-destination', folder, ...folders]
  const shell = process.platform === 'win32'
  const { stdout } = await execute('npm', command, { shell, maxBuffer: 1 << 26 })
  return stdout
}
