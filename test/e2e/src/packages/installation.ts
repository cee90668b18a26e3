import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  copyEmbeddedData,
  endWithUs,
  quickEmbedded,
  type Registry,
  type Tarball,
} from '@service/test-support'

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** The folder of a user who has our packages. */
export interface UserFolder {
  readonly folder: string
  /** Runs node with the arguments there; returns what it prints. */
  node(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string>
  /** Starts the service of the folder, by its command; resolves when it is ready. */
  startService(): Promise<RunningProgram>
  readManifest(name: string): Promise<Manifest>
  write(file: string, text: string): Promise<void>
  read(file: string): Promise<string>
  remove(): Promise<void>
}

/** The folder of a user who installs our packages. */
export interface Installation extends UserFolder {
  /** Installs packages; what is not exact is the newest. */
  add(...names: readonly string[]): Promise<void>
}

/** What is read of a package.json. */
interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, object>>
  /** The commands, by name. */
  readonly bin?: Readonly<Record<string, string>>
  readonly repository: { readonly directory: string }
}

interface RunningProgram {
  readonly url: string
  /** Asks it to end; resolves to its exit code. */
  stop(): Promise<number | null>
}

/** The command of each package manager that adds packages to a project. */
export const managers = {
  npm: 'npm install --no-audit --no-fund',
  // Its own default: a package sees only what its package.json names.
  pnpm: 'pnpm add --ignore-workspace',
} as const

/** Makes an empty folder, in which a package manager installs from a registry. */
export async function openFolder(
  registry: Registry,
  manager: keyof typeof managers,
): Promise<Installation> {
  const folder = await makeFolder(manager)
  return {
    ...openUserFolder(folder),
    add: (...names) => registry.run(`${managers[manager]} ${names.join(' ')}`, folder),
  }
}

/**
 * Makes a folder with our packages as they are in their tarballs. What others publish is linked from where it is
 * installed here, in a fraction of the time that a package manager needs. Its service starts on a copy of the `store`.
 */
export const unpackInto = (packages: readonly Tarball[], store: string): Promise<UserFolder> =>
  putInto(store, async modules => {
    for (const { name, path } of packages) {
      const unpacked = join(modules, name)
      await mkdir(unpacked, { recursive: true })
      await execute('tar', ['-xzf', path, '-C', unpacked, '--strip-components=1'])
    }
    return packages.map(({ name }) => name)
  })

/** As `unpackInto`, with the files that `npm pack` would put into the tarballs. Returns the names of the packages, too. */
export async function bundleInto(
  store: string,
): Promise<{ readonly folder: UserFolder; readonly names: readonly string[] }> {
  let names: readonly string[] = []
  const folder = await putInto(store, async modules => {
    const script = join(root, 'scripts/bundle-packages.mjs')
    const bundles = join(modules, '.bundles')
    const { stdout } = await execute(process.execPath, [script, bundles])
    names = await Promise.all(
      stdout
        .trim()
        .split('\n')
        .map(path => moveInto(modules, path)),
    )
    return names
  })
  return { folder, names }
}

async function moveInto(modules: string, bundle: string): Promise<string> {
  const { name } = JSON.parse(await readFile(join(bundle, 'package.json'), 'utf8')) as Manifest
  await mkdir(dirname(join(modules, name)), { recursive: true })
  await rename(bundle, join(modules, name))
  return name
}

/** Makes a folder with packages of ours, which `put` places into its `node_modules`. */
async function putInto(
  store: string,
  put: (modules: string) => Promise<readonly string[]>,
): Promise<UserFolder> {
  const folder = await makeFolder('unpacked')
  copyEmbeddedData(store, join(folder, '.service'))
  const modules = join(folder, 'node_modules')
  await linkAll(join(root, 'node_modules'), modules, name => !/^(@service|\.)/.test(name))
  const commands = join(modules, '.bin')
  await mkdir(commands)
  const opened = openUserFolder(folder)
  for (const name of await put(modules)) {
    const unpacked = join(modules, name)
    const { bin = {}, repository } = await opened.readManifest(name)
    const own = join(root, repository.directory, 'node_modules')
    await linkAll(own, join(unpacked, 'node_modules'), other => !other.startsWith('.'))
    for (const [command, file] of Object.entries(bin)) {
      await chmod(join(unpacked, file), 0o755)
      await symlink(join(unpacked, file), join(commands, command))
    }
  }
  return opened
}

/** Links what is in a folder, if there is one, from another folder. */
async function linkAll(from: string, to: string, isWanted: (name: string) => boolean) {
  const names = await readdir(from).catch(() => [])
  await mkdir(to, { recursive: true })
  for (const name of names.filter(isWanted)) await symlink(join(from, name), join(to, name))
}

async function makeFolder(kind: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `packages-${kind}-`))
  const manifest = '{ "name": "mine", "version": "1.0.0", "type": "module" }'
  await writeFile(join(folder, 'package.json'), manifest)
  return folder
}

function openUserFolder(folder: string): UserFolder {
  const read = (file: string) => readFile(join(folder, file), 'utf8')
  return {
    folder,
    read,
    write: (file, text) => writeFile(join(folder, file), text),
    async node(args, env) {
      const options = { cwd: folder, env: { ...process.env, ...env } }
      return (await execute(process.execPath, [...args], options)).stdout
    },
    startService: () => startService(folder),
    readManifest: async name => JSON.parse(await read(`node_modules/${name}/package.json`)),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function startService(folder: string): Promise<RunningProgram> {
  const program = join(folder, 'node_modules', '.bin', 'backoffice')
  const env = {
    ...process.env,
    ...quickEmbedded,
    ...{ SERVICE_PORT: '0', SERVICE_ADMIN_EMAIL: 'admin@example.com' },
  }
  const child = endWithUs(spawn(program, ['up'], { cwd: folder, env }))
  const ended = new Promise<number | null>(done => child.once('exit', done))
  return {
    url: await readUrl(child),
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

async function readUrl(child: ChildProcess & { readonly stdout: NodeJS.ReadableStream }) {
  const lines: string[] = []
  child.stderr?.on('data', text => lines.push(String(text)))
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    const url = /^The service is ready at (\S+)$/.exec(line)?.[1]
    if (url === undefined) continue
    child.stdout.resume()
    return url
  }
  throw new Error(`The service did not start:\n${lines.join('\n')}`)
}
