import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createPostgresDatabase, isLongRun } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readConfig } from '../../service/src/config.js'
import { fillDemo } from '../../service/src/demo/fill-demo.js'
import type { Deps } from '../../service/src/deps.js'
import { randomHex } from '../../service/src/secrets/token-format.js'
import { migrate } from '../../service/src/store/migrate.js'
import { openStore, type Store } from '../../service/src/store/open-store.js'
import { copyEmbeddedDatabase } from '../../service/src/testing/copy-embedded-database.js'
import { createSeed } from '../../service/src/testing/seed.js'
import { runCli } from './run-cli.js'

describe('the command line', () => {
  let folder: string
  let drop = async () => {}
  /** The store that is filled, verified and saved: opening the embedded one for each command takes long. */
  let filled: Readonly<Record<string, string>> = {}
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'service-cli-'))
    copyEmbeddedDatabase('empty', join(folder, 'data'))
    const serverUrl = inject('postgresUrl')
    if (isLongRun || !serverUrl) return
    const database = await createPostgresDatabase(serverUrl, `cli_${randomHex(12)}`)
    drop = database.drop
    filled = { SERVICE_DATABASE_URL: database.url }
  })
  afterAll(async () => {
    await drop()
    await rm(folder, { recursive: true, force: true })
  })

  const run = async (words: string, variables: Readonly<Record<string, string>> = {}) => {
    const output = new PassThrough()
    const errors = new PassThrough()
    const environment = { SERVICE_DATA_DIR: join(folder, 'data'), ...variables }
    const args = ['node', 'backoffice', ...words.split(' ').filter(word => word !== '')]
    const code = await runCli(args, { environment, input: Readable.from([]), output, errors })
    output.end()
    errors.end()
    return { code, output: await text(output), errors: await text(errors) }
  }
  const inStore = async <T>(use: (store: Store) => Promise<T>, variables = {}): Promise<T> => {
    const store = await openStore(
      readConfig({ SERVICE_DATA_DIR: join(folder, 'data'), ...variables }),
    )
    try {
      return await use(store)
    } finally {
      await store.close()
    }
  }

  it('lists its commands, without those that are not for everybody', async () => {
    const { code, output } = await run('--help')
    expect(code).toBe(0)
    for (const name of ['up', 'migrate', 'token', 'user', 'verify', 'backup', 'restore']) {
      expect(output).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
    }
    expect((await run('up --help')).output).not.toContain('demo')
  })

  it.each([
    ['dance', /unknown command 'dance'/],
    ['backup', /missing required argument 'file'/],
    ['user create', /required option '--email <address>' not specified/],
    ['verify --hat', /unknown option '--hat'/],
  ])('answers 2 to the wrong call %j', async (words, message) => {
    const { code, output, errors } = await run(words)
    expect([code, output]).toEqual([2, ''])
    expect(errors).toMatch(message)
  })

  it('names every wrong variable and ends with 1', async () => {
    const { code, errors } = await run('migrate', { SERVICE_PORT: 'x', SERVICE_SECRET: 'hush' })
    expect(code).toBe(1)
    expect(errors).toContain("SERVICE_PORT must be an integer from 0 to 65535, not 'x'.")
    expect(errors).toContain('SERVICE_SECRET must have at least 32 characters.')
    expect(errors).not.toMatch(/hush|\bat .*\.ts/)
  })

  it('says which server cannot be reached, without its password', async () => {
    const { code, errors } = await run('migrate', {
      SERVICE_DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/shop',
      SERVICE_DATABASE_WAIT: '0',
    })
    expect(code).toBe(1)
    expect(errors).toMatch(
      /^backoffice: PostgreSQL at 127\.0\.0\.1:1\/shop cannot be used: connect ECONNREFUSED.* Check SERVICE_DATABASE_URL\.\n$/,
    )
  })

  it('migrates once', async () => {
    expect((await run('migrate')).output).toMatch(/^Done: 001-tables/)
    expect((await run('migrate')).output).toMatch(/^Nothing to do/)
  })

  it('refuses a data folder that another process holds, and names that process', async () => {
    await inStore(async () => {
      const { code, errors } = await run('migrate')
      expect(code).toBe(1)
      expect(errors).toContain(`is in use by process ${process.pid}`)
    })
  })

  it('proves that the logs are whole, keeps its word for later, and finds what was changed', async () => {
    await inStore(async store => {
      await migrate(store)
      await createSeed(store).user({ email: 'admin@example.com' })
      await fillDemo({ store } as Deps, { adminEmail: 'admin@example.com' })
    }, filled)
    const first = await run('verify', filled)
    expect([first.code, first.errors]).toEqual([0, ''])
    const [anchor = ''] = /admin_logs:\d+:\d+:[0-9a-f]{64}/.exec(first.output) ?? []
    expect(JSON.parse((await run('verify --json', filled)).output).isIntact).toBe(true)
    expect((await run(`verify --expect ${anchor}`, filled)).code).toBe(0)

    const other = `${anchor.slice(0, -1)}${anchor.endsWith('0') ? '1' : '0'}`
    expect((await run(`verify --expect ${other}`, filled)).code).toBe(1)
    const wrong = await run('verify --expect admin_logs:1', filled)
    expect([wrong.code, wrong.errors]).toEqual([
      1,
      expect.stringContaining('--expect must be KIND:OWNER:SEQ:HASH'),
    ])

    await inStore(async ({ db }) => {
      await db
        .updateTable('activity_logs')
        .set({ label: 'something else' })
        .where('seq', '=', 7)
        .execute()
    }, filled)
    const broken = await run('verify', filled)
    expect(broken.code).toBe(1)
    expect(broken.errors).toMatch(
      /1 of 2 logs were altered after they were written[\s\S]*activity_logs.*7/,
    )
    expect(JSON.parse((await run('verify --json', filled)).output).isIntact).toBe(false)
  })

  it('backs up and restores, tells what was wrong already, and refuses a full store', async () => {
    const file = join(folder, 'backup.gz')
    expect(await run(`backup ${file}`, filled)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Wrote \d+ rows of \d+ tables to /),
    })
    const elsewhere = { SERVICE_DATA_DIR: join(folder, 'restored') }
    copyEmbeddedDatabase('empty', elsewhere.SERVICE_DATA_DIR)
    const restored = await run(`restore ${file}`, elsewhere)
    expect(restored.output).toMatch(/^Restored \d+ rows into embedded PostgreSQL/)
    expect([restored.code, restored.errors]).toEqual([
      1,
      expect.stringContaining('altered after they were written'),
    ])
    const again = await run(`restore ${file}`, elsewhere)
    expect([again.code, again.errors]).toEqual([1, expect.stringContaining('is not empty')])
    expect((await run(`restore ${join(folder, 'none.gz')}`, filled)).errors).toMatch(/ENOENT/)
  })
})
