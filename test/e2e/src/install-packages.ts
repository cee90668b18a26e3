import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packPackages, type Tarball } from '@service/test-support'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const execute = promisify(execFile)

/** A folder of a user who has installed our packages. */
export interface Installation {
  readonly folder: string
  readonly packages: readonly InstalledPackage[]
  /** Runs node with the arguments there; answers what it prints. */
  node(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string>
  write(file: string, text: string): Promise<void>
  remove(): Promise<void>
}

interface InstalledPackage {
  readonly name: string
  readonly folder: string
  /** The files of the tarball. */
  readonly files: readonly string[]
  readonly exports: Readonly<Record<string, object>>
  /** The commands, by name. */
  readonly bin: Readonly<Record<string, string>>
}

/**
 * Packs what is published and unpacks it into the `node_modules` of a new folder. Packages of others are
 * linked from ours: those that ours depend on, and the named ones.
 */
export async function installPackages(others: readonly string[]): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'packages-'))
  const modules = join(folder, 'node_modules')
  const packages = await Promise.all(
    (await packPackages(folder)).map(each => unpack(each, modules)),
  )
  const needed = packages.flatMap(({ dependencies }) => Object.keys(dependencies))
  const ours = new Set(packages.map(({ name }) => name))
  const linked = [...new Set([...needed, ...others])].filter(name => !ours.has(name))
  await Promise.all(linked.map(name => link(name, modules)))
  return {
    folder,
    packages,
    async node(args, env) {
      const options = { cwd: folder, env: { ...process.env, ...env } }
      return (await execute(process.execPath, [...args], options)).stdout
    },
    write: (file, text) => writeFile(join(folder, file), text),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function unpack({ name, path, files }: Tarball, modules: string) {
  const folder = join(modules, name)
  await mkdir(folder, { recursive: true })
  await execute('tar', ['-xzf', path, '-C', folder, '--strip-components=1'])
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const { exports, bin = {}, dependencies = {} } = manifest
  return { name, folder, files, exports, bin, dependencies }
}

async function link(name: string, modules: string): Promise<void> {
  await mkdir(dirname(join(modules, name)), { recursive: true })
  await symlink(join(root, 'node_modules', name), join(modules, name), 'junction')
}
