import { execFile } from 'node:child_process'
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

/** Packs everything that is published into a folder. */
export async function packPackages(folder: string): Promise<readonly Tarball[]> {
  const bundles = join(folder, 'bundles')
  const script = join(root, 'scripts/bundle-packages.mjs')
  const { stdout: list } = await execute(process.execPath, [script, bundles])
  const folders = list.trim().split('\n')
  const command = ['pack', '--json', '--offline', '--pack-destination', folder, ...folders]
  const { stdout } = await execute('npm', command, { shell: process.platform === 'win32' })
  const packed: readonly {
    name: string
    version: string
    filename: string
    files: { path: string }[]
  }[] = JSON.parse(stdout)
  return packed.map(({ name, version, filename, files }) => ({
    name,
    version,
    path: join(folder, filename),
    files: files.map(({ path }) => path),
  }))
}
