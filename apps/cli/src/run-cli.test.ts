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
import { writeOneOfEach } from '../../service/src/testing/write-one-of-each.js'
import { runCli } from './run-cli.js'

describe('the command line', () => {
  let folder: string
  let drop = async () => {}
  /** The store that is filled, verified and saved: opening the embedded one for each command takes long. */
  let filled: Readonly<Record<string, string>> = {}
  /** A store that is opened at once, when there is a server. */
  let quick: Readonly<Record<string, string>> = {}
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'service-cli-'))
    copyEmbeddedDatabase('empty', join(folder, 'data'))
    const serverUrl = inject('postgresUrl')
    if (!serverUrl) return
    const database = await createPostgresDatabase(serverUrl, `cli_${randomHex(12)}`)
    drop = database.drop
    quick = { SERVICE_DATABASE_URL: database.url }
    if (!isLongRun) filled = quick
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
    for (const name of ['up', 'migrate', 'token', 'user', 'link', 'verify', 'backup', 'doctor']) {
      expect(output).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
    }
    expect((await run('up --help')).output).not.toContain('demo')
  })

  it.each([
    ['dance', /unknown command 'dance'/],
    ['backup', /missing required argument 'file'/],
    ['user create', /required option '--email <address>' not specified/],
    ['verify --hat', /unknown option '--hat'/],
    ['user create --email a@b.c --level king', /Allowed choices are user, manager,/],
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
    expect((await run('migrate', filled)).output).toMatch(/^Done: 001-tables/)
    expect(JSON.parse((await run('migrate --json', filled)).output)).toEqual({
      migrations: [],
      store: expect.stringMatching(/^(embedded PostgreSQL in|PostgreSQL at) /),
    })
  })

  it('prints one JSON document with --json, and errors as one', async () => {
    const account = '--email ada@example.com'
    const created = await run(`user create ${account} --owner --json`, quick)
    expect([created.code, created.errors, JSON.parse(created.output)]).toEqual([
      0,
      '',
      { email: 'ada@example.com', isNew: true, password: expect.any(String) },
    ])
    const outputs = [
      [`user password ${account}`, { email: 'ada@example.com', password: expect.any(String) }],
      [`user disable ${account}`, { isDisabled: true, isChanged: true }],
      [`user enable ${account}`, { isDisabled: false, isChanged: true }],
      ['link ada@example.com', { url: expect.stringMatching(/\/welcome\/\w+$/) }],
    ] as const
    for (const [words, result] of outputs) {
      const { code, output, errors } = await run(`${words} --json`, quick)
      expect([words, code, errors]).toEqual([words, 0, ''])
      expect(JSON.parse(output)).toMatchObject(result)
    }
    const failures = [
      ['link nobody@example.com', 1, 'not_found', 'There is no account of nobody@example.com.'],
      ['user remove-factors ada@example.com', 1, 'not_found', 'The person has no second factor.'],
      ['restore nowhere.gz', 1, 'broken_backup', /nowhere\.gz cannot be restored/],
      ['backup nowhere/x.gz', 1, 'ENOENT', /no such file or directory/],
      ['link', 2, 'wrong_usage', "missing required argument 'email'"],
      ['verify --hat', 2, 'wrong_usage', "unknown option '--hat'"],
    ] as const
    for (const [words, status, code, message] of failures) {
      const failed = await run(`${words} --json`, quick)
      expect([words, failed.code, failed.output]).toEqual([words, status, ''])
      expect(JSON.parse(failed.errors)).toEqual({
        error: { code, message: expect.stringMatching(message) },
      })
    }
  })

  // In the short run, `up.test.ts` of the service proves it, without opening the database.
  it.runIf(isLongRun)(
    'refuses a data folder that another process holds, and names that process',
    async () => {
      await inStore(async () => {
        const { code, errors } = await run('migrate')
        expect(code).toBe(1)
        expect(errors).toContain(`is in use by process ${process.pid}`)
      })
    },
  )

  it('proves that the logs are whole, keeps its word for later, and finds what was changed', async () => {
    await inStore(async store => {
      await migrate(store)
      await createSeed(store).user({ email: 'admin@example.com' })
      if (isLongRun) await fillDemo({ store } as Deps, { adminEmail: 'admin@example.com' })
      else await writeOneOfEach(store)
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
    const second = JSON.parse((await run(`backup ${file}.2 --json`, filled)).output)
    expect(second).toEqual({
      file: `${file}.2`,
      tables: expect.any(Number),
      rows: expect.any(Number),
    })
    const elsewhere = { SERVICE_DATA_DIR: join(folder, 'restored') }
    copyEmbeddedDatabase('empty', elsewhere.SERVICE_DATA_DIR)
    const restored = await run(`restore ${file} --json`, elsewhere)
    expect(JSON.parse(restored.output)).toMatchObject({
      rows: expect.any(Number),
      store: expect.stringContaining('embedded PostgreSQL'),
      isIntact: false,
    })
    expect([restored.code, restored.errors]).toEqual([
      1,
      expect.stringContaining('altered after they were written'),
    ])
    const again = await run(`restore ${file}`, elsewhere)
    expect([again.code, again.errors]).toEqual([1, expect.stringContaining('is not empty')])
    expect((await run(`restore ${join(folder, 'none.gz')}`, filled)).errors).toMatch(/ENOENT/)
  })
})
