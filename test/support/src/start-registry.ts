import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packPackages, type Tarball } from './pack-packages.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const execute = promisify(execFile)

/** A registry of npm without a network. */
export interface Registry {
  /** Our packages in it, in the order of their names. */
  readonly packages: readonly Tarball[]
  /** The variables with which npm and pnpm install from the registry. */
  readonly environment: NodeJS.ProcessEnv
  /** Runs a command of a terminal in a folder; npm and pnpm install from the registry. */
  run(command: string, folder: string): Promise<void>
  stop(): Promise<void>
}

/** Where a version of a package is: a tarball of ours, or a folder that npm installed here. */
type Source = { readonly tarball: string } | { readonly folder: string }

/**
 * Starts a registry with our packages as they are published (`npm pack`) and those of others as they are
 * installed here: a command `npm install …` works as it is written, and needs no network.
 */
export async function startRegistry(): Promise<Registry> {
  const home = await mkdtemp(join(tmpdir(), 'registry-'))
  const versions = await listInstalled()
  const packages = await packPackages(home)
  for (const { name, version, path } of packages) {
    versions.set(name, new Map([[version, { tarball: path }]]))
  }
  const server = createServer((request, response) => {
    const [, , name = '', version] =
      decodeURIComponent(request.url ?? '').match(
        /^\/(-\/)?((?:@[^/]+\/)?[^/]+)(?:\/([^/]+)\.tgz)?$/,
      ) ?? []
    const known = versions.get(name)
    const source = version === undefined ? undefined : known?.get(version)
    if (source) {
      const path = join(home, `${name.replace('/', '-')}-${version}.tar.gz`)
      return void sendTarball(source, path, response)
    }
    if (!known || version !== undefined) return response.writeHead(404).end('{}')
    const url = `http://${request.headers.host}/-/${name}`
    return void describe(name, known, url, home).then(
      text => response.setHeader('content-type', 'application/json').end(text),
      error => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const programs = join(root, 'node_modules', '.bin')
  const environment = {
    ...process.env,
    PATH: `${programs}${delimiter}${process.env.PATH ?? ''}`,
    npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    npm_config_cache: join(home, 'cache'),
    npm_config_store_dir: join(home, 'pnpm-store'),
    XDG_CACHE_HOME: join(home, 'pnpm-cache'),
    XDG_STATE_HOME: join(home, 'pnpm-state'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  }
  return {
    packages,
    environment,
    run: async (command, folder) => {
      await execute('sh', ['-c', command], { cwd: folder, env: environment })
    },
    async stop() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
      await rm(home, { recursive: true, force: true })
    },
  }
}

type Versions = Map<string, Map<string, Source>>

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly link?: true }>>
}

async function listInstalled(): Promise<Versions> {
  const lock: Lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const versions: Versions = new Map()
  for (const [path, { version, link }] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1) ?? ''
    if (!path.includes('node_modules/') || link || version === undefined) continue
    const known = versions.get(name) ?? new Map<string, Source>()
    versions.set(name, known.set(version, { folder: join(root, path) }))
  }
  return versions
}

/** What npm asks about a package. A version for another platform is not installed here and left out. */
async function describe(
  name: string,
  known: ReadonlyMap<string, Source>,
  url: string,
  home: string,
): Promise<string> {
  const read = async ([version, source]: readonly [string, Source]) => {
    const manifest = await readManifest(source, home).catch(() => undefined)
    const dist = { tarball: `${url}/${version}.tgz` }
    return manifest ? [[version, { ...manifest, dist }] as const] : []
  }
  const found = (await Promise.all([...known].map(read))).flat()
  const latest = found.at(-1)?.[0]
  return JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(found) })
}

async function readManifest(source: Source, cwd: string): Promise<object> {
  if ('folder' in source) {
    return JSON.parse(await readFile(join(source.folder, 'package.json'), 'utf8'))
  }
  const command = ['-xzOf', source.tarball, 'package/package.json']
  return JSON.parse((await execute('tar', command, { cwd })).stdout)
}

/** A folder is packed when it is first asked for, as quickly as possible. */
async function sendTarball(source: Source, path: string, response: ServerResponse): Promise<void> {
  try {
    if ('folder' in source && !existsSync(path)) {
      const leftOut = ['--exclude=./node_modules', '--transform=s,^\\.,package,']
      const draft = `${path}.${randomUUID()}`
      await execute('tar', ['-I', 'gzip -1', '-cf', draft, ...leftOut, '-C', source.folder, '.'])
      await rename(draft, path)
    }
    createReadStream('tarball' in source ? source.tarball : path).pipe(response)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}
