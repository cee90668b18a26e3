import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { endWithUs, type Registry } from '@service/test-support'

const execute = promisify(execFile)

/** The folder of a user who installs our packages. */
export interface Installation {
  readonly folder: string
  /** Installs packages; what is not exact is the newest. */
  add(...names: readonly string[]): Promise<void>
  /** Runs node with the arguments there; returns what it prints. */
  node(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string>
  /** Starts the service of the folder, by its command; resolves when it is ready. */
  startService(): Promise<RunningProgram>
  readManifest(name: string): Promise<Manifest>
  write(file: string, text: string): Promise<void>
  read(file: string): Promise<string>
  remove(): Promise<void>
}

/** What is read of a package.json. */
interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, object>>
  /** The commands, by name. */
  readonly bin?: Readonly<Record<string, string>>
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
  const folder = await mkdtemp(join(tmpdir(), `packages-${manager}-`))
  const write = (file: string, text: string) => writeFile(join(folder, file), text)
  const read = (file: string) => readFile(join(folder, file), 'utf8')
  await write('package.json', '{ "name": "mine", "version": "1.0.0", "type": "module" }')
  return {
    folder,
    write,
    read,
    add: (...names) => registry.run(`${managers[manager]} ${names.join(' ')}`, folder),
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
  const env = { ...process.env, SERVICE_PORT: '0', SERVICE_ADMIN_EMAIL: 'admin@example.com' }
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
