import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLongRun, runOnPostgres } from '@service/test-support'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testSecret } from '../../../apps/service/src/testing/test-secret.js'
import { startServiceProcess } from './service-process.js'
import { type RunningShop, startShop } from './start-shop.js'
import { copyTemplates } from './testing/copy-templates.js'
import { describeConnected } from './testing/describe-connected.js'

const postgresUrl = inject('postgresUrl')

describe.skipIf(!postgresUrl)('startShop with DEMO_DATABASE_URL', () => {
  let dataDir: string
  let client: pg.Client
  let shop: RunningShop
  const settings = () => ({
    servicePort: 0,
    agentPort: 0,
    dataDir,
    databaseUrl: Object.assign(new URL(postgresUrl as string), { pathname: database }).href,
  })
  const database = `shop_${process.pid}`

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'shop-'))
    const server = new pg.Client({ connectionString: postgresUrl })
    await server.connect()
    await server.query(`create database ${database}`)
    await server.end()
    shop = await startShop(settings())
    client = new pg.Client({ connectionString: settings().databaseUrl })
    await client.connect()
  })

  afterAll(async () => {
    await client?.end()
    await shop?.stop().catch(() => {})
    await rm(dataDir, { recursive: true, force: true })
  })

  it('keeps the service in a schema of its own', async () => {
    const { rows } = await client.query(
      `select (select count(*)::int from service.notes) as notes,
        (select count(*)::int from public.orders) as orders`,
    )
    expect(rows).toEqual([{ notes: 62, orders: 2000 }])
  })

  it('shows the agent the tables of the shop only, beside its warehouse', async () => {
    const schema = JSON.parse(await readFile(join(dataDir, 'store-schema.json'), 'utf8'))
    const names = schema.collections.map((collection: { name: string }) => collection.name)
    expect(names).toEqual(expect.arrayContaining(['orders', 'shelves']))
    expect(names).toHaveLength(11)
  })

  it.each([
    ['a table', 'create table orders (id int primary key)', 'it holds orders'],
    ['a service', 'create schema service', 'it holds the schema service'],
  ])(
    'refuses a database with %s of somebody else, and leaves it as it was',
    async (_, sql, said) => {
      const other = `other_${process.pid}_${sql.length}`
      await client.query(`create database ${other}`)
      const databaseUrl = Object.assign(new URL(postgresUrl as string), { pathname: other }).href
      const owner = new pg.Client({ connectionString: databaseUrl })
      await owner.connect()
      await owner.query(sql)
      const refused = startShop({ ...settings(), databaseUrl })
      await expect(refused).rejects.toThrow(
        `DEMO_DATABASE_URL names a database that the demo did not make: ${said}. Nothing was changed.`,
      )
      const { rows } = await owner.query(
        "select schemaname, tablename from pg_tables where schemaname in ('public', 'service')",
      )
      await owner.end()
      expect(rows.length).toBeLessThan(2)
    },
  )

  it('says what to do when the secrets of the data are lost', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'shop-'))
    await expect(startShop({ ...settings(), dataDir: empty })).rejects.toMatchObject({
      message: expect.stringMatching(/to begin anew/),
      cause: { message: expect.stringMatching(/ended with code 1[\s\S]*SERVICE_SECRET/) },
    })
    await rm(empty, { recursive: true, force: true })
  })

  describe.runIf(!isLongRun)('the shop connected to its service', () =>
    describeConnected(async () => shop),
  )

  it('keeps quiet about the end of the service that it was asked for', async () => {
    await shop.stop()
    expect(await hear(shop.serviceDied)).toBe('nothing')
  })
})

/** What a promise has resolved to by now. */
const hear = (promise: Promise<string>): Promise<string> =>
  Promise.race([promise, new Promise<string>(resolve => setImmediate(() => resolve('nothing')))])

describe('startServiceProcess', () => {
  // Where there is PostgreSQL, the shop above cannot start either, and is asked to stop.
  const isChosen = isLongRun || !postgresUrl
  const database = `service_${process.pid}`
  let dataDir: string
  const setting = () => ({
    port: 0,
    dataDir,
    ...(!isChosen && {
      databaseUrl: Object.assign(new URL(postgresUrl), { pathname: database }).href,
    }),
    email: 'manager@shop.example',
    password: 'long enough for a test',
    envSecret: 'e'.repeat(64),
    serviceSecret: testSecret,
  })

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'shop-'))
    if (isChosen) copyTemplates(inject('embeddedTemplates'), dataDir)
    else {
      const create = `create database ${database} template ${inject('postgresTemplate')}`
      await runOnPostgres(postgresUrl, create)
    }
  })

  afterAll(async () => {
    if (!isChosen) await runOnPostgres(postgresUrl, `drop database ${database} with (force)`)
    await rm(dataDir, { recursive: true, force: true })
  })

  it.runIf(isChosen)('tells why the service cannot start', async () => {
    await expect(startServiceProcess({ ...setting(), serviceSecret: 'short' })).rejects.toThrow(
      /ended with code 1[\s\S]*SERVICE_SECRET must have at least 32 characters/,
    )
  })

  it('tells that the service died', async () => {
    const service = await startServiceProcess(setting())
    process.kill(service.pid, 'SIGKILL')
    expect(await service.died).toContain('The service was ended by SIGKILL')
  })

  it.runIf(isChosen)('keeps quiet when it was asked to stop', async () => {
    const service = await startServiceProcess(setting())
    await service.stop()
    expect(await hear(service.died)).toBe('nothing')
  })
})
