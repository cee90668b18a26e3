import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyEmbeddedData, freePort, isLongRun, quickEmbedded } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startExample } from './start-example.js'
import { openTestDatabases, type TestDatabases } from './testing/open-test.js'

const postgresUrl = inject('postgresUrl')
const mongoUrl = inject('mongoUrl')
const root = fileURLToPath(new URL('../../..', import.meta.url))

const npmStart = ['npm', 'start', '-w', 'examples/cross-source']
/** What npm starts once everything is built. */
const startAgain = isLongRun ? npmStart : [process.execPath, 'examples/cross-source/dist/main.js']

/** Runs the example until it says that it is ready, or ends; answers what it said. */
async function run(
  [program = '', ...args]: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(program, args, {
    cwd: root,
    detached: true,
    env: { ...process.env, ...quickEmbedded, AGENT_PORT: '0', ...environment },
  })
  const closed = once(child, 'close')
  let output = ''
  let isStopped = false
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', text => {
      output += text
      if (isStopped || !output.includes('Ctrl-C stops it.')) return
      isStopped = true
      process.kill(-(child.pid ?? 0), 'SIGINT')
    })
  }
  const [code] = await closed
  return `${output}\nended with ${code}`
}

describe.skipIf(!postgresUrl || !mongoUrl)('npm start -w examples/cross-source', () => {
  let databases: TestDatabases
  let folder: string
  beforeAll(async () => {
    databases = await openTestDatabases({ postgresUrl: postgresUrl!, mongoUrl: mongoUrl! })
    folder = await mkdtemp(join(tmpdir(), 'cross-source-'))
  })
  afterAll(async () => {
    await databases?.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  it('asks two servers, prints the plans, and finds the same when it starts again', async () => {
    const environment = {
      POSTGRES_URL: databases.postgres,
      MONGO_URL: databases.mongo,
      SERVICE_DATA_DIR: folder,
    }
    const first = await run(npmStart, environment)
    expect(first).toContain('80 events of paid orders, of the dearest one first: {"kind":"placed"')
    expect(first).toContain('lookup   orderId <- id of orders')
    // In the short run it starts again in this process, and on its embedded PostgreSQL.
    if (isLongRun) expect(await run(npmStart, environment)).toContain('80 events of paid orders')
    else expect(await describeStart(databases)).toContain('80 events of paid orders')
  })

  it('embeds PostgreSQL when there is none', async () => {
    if (isLongRun) {
      const environment = { POSTGRES_URL: '', MONGO_URL: databases.mongo, SERVICE_DATA_DIR: folder }
      expect(await run(npmStart, environment)).toContain('80 events of paid orders')
      return
    }
    // Making the database takes seconds.
    const empty = join(inject('embeddedTemplates'), 'empty', 'database')
    copyEmbeddedData(empty, join(folder, 'orders'))
    expect(await describeStart({ mongo: databases.mongo })).toContain('80 events of paid orders')
  })

  it('says what is wrong with a server and ends', async () => {
    const nobody = `mongodb://127.0.0.1:${await freePort()}/shop?serverSelectionTimeoutMS=500`
    const output = await run(startAgain, { MONGO_URL: nobody, SERVICE_DATA_DIR: folder })
    expect(output).toMatch(/ECONNREFUSED[\s\S]*ended with 1/)
  })

  /** Starts the example in this process; returns what it prints at the end. */
  async function describeStart({ postgres, mongo }: { postgres?: string; mongo: string }) {
    const { description, stop } = await startExample({
      ...{ agentPort: 0, dataDir: folder, postgresUrl: postgres, mongoUrl: mongo },
    })
    await stop()
    return description
  }
})
