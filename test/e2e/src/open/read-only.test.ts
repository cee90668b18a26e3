import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isLongRun } from '@service/test-support'
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest'
import { testSecret } from '../../../../apps/service/src/testing/test-secret.js'
import { createTables } from '../testing/open/create-tables.js'
import { openMariaDb, openMongo, openPostgres, openSqlite, type World } from './open-world.js'
import {
  type AgentClient,
  createDataFolder,
  createFolder,
  type OpenProcess,
  removeFolder,
  startOpen,
} from './start-open.js'

const [postgresUrl, mariadbUrl, mongoUrl] = [
  inject('postgresUrl'),
  inject('mariadbUrl'),
  inject('mongoUrl'),
]

/** Those that the machine does not have are undefined. */
const databases = {
  PostgreSQL: postgresUrl ? () => openPostgres(postgresUrl) : undefined,
  MariaDB: mariadbUrl ? () => openMariaDb(mariadbUrl) : undefined,
  SQLite: openSqlite,
  MongoDB: mongoUrl ? () => openMongo(mongoUrl) : undefined,
}

const refusal =
  'Nothing was changed: this agent only reads. Start it with --write to allow changes.'

let running: OpenProcess | undefined
const worlds: World[] = []
afterEach(async () => {
  await running?.end('SIGKILL')
})
afterAll(async () => {
  for (const world of worlds) await world.close()
})

describe.runIf(isLongRun).each(Object.entries(databases))('open on %s', (_name, openWorld) => {
  it.skipIf(!openWorld)('shows its rows, refuses every change and leaves it as it was', () =>
    verify([openWorld!]),
  )
})

// PostgreSQL stands for the servers of SQL; `process.test.ts` opens SQLite.
describe.runIf(!isLongRun)('open on two servers and two files', () => {
  const servers = [databases.PostgreSQL, databases.MongoDB].filter(each => each !== undefined)
  it('shows their rows, refuses every change, and says how many tables there are', async () => {
    const folder = await createFolder()
    const sizes = [0, 200]
    const files = sizes.map(size => createTables(folder, size))
    const { printed, collections } = await verify(servers, files)
    for (const size of sizes) expect(printed).toContain(`  ${size} tables in `)
    expect(collections.filter(({ name }) => /^t\d+$/.test(name))).toHaveLength(200)
    await removeFolder(folder)
  })
})

interface Schema {
  readonly collections: readonly { readonly name: string; readonly rights: object }[]
}

/** Opens the databases, and other files, with one process. */
async function verify(
  openWorlds: readonly (() => Promise<World>)[],
  files: readonly string[] = [],
): Promise<Schema & { readonly printed: string }> {
  const opened = await Promise.all(openWorlds.map(openWorld => openWorld()))
  worlds.push(...opened)
  const before = await Promise.all(opened.map(world => world.fingerprint()))
  const folder = await createDataFolder(join(inject('embeddedTemplates'), 'keyed'), testSecret)
  running = await startOpen(folder, [...opened.map(({ address }) => address), ...files])
  const printed = running.printed()
  expect(printed).toContain('refused. Start it with --write to allow changes.')
  const client = await running.signIn()
  for (const { id, address } of opened) {
    // Tables that several databases have get the names of these in front.
    const prefix = opened.length > 1 ? `${new URL(address).pathname.slice(1)}_` : ''
    await verifyCustomers(running, client, `${prefix}customers`, id)
  }
  const { body: schema } = await client.send('GET', '/_internal/schema')
  const { collections } = schema as Schema
  for (const { rights } of collections) {
    expect(rights).toMatchObject({ read: true, add: false, edit: false, delete: false })
  }
  expect(await running.end()).toBe(0)
  expect(await Promise.all(opened.map(world => world.fingerprint()))).toEqual(before)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, 'state.json'))).mode & 0o777).toBe(0o600)
  const state = await readFile(join(folder, 'state.json'), 'utf8')
  for (const { address } of opened) expect(state).not.toContain(address)
  await removeFolder(folder)
  return { printed, collections }
}

async function verifyCustomers(
  { agentUrl }: OpenProcess,
  { send, token }: AgentClient,
  name: string,
  id: string,
): Promise<void> {
  const list = await send('GET', `/${name}?fields[${name}]=name&sort=name`)
  expect(list).toMatchObject({
    status: 200,
    body: { data: [{ attributes: { name: 'Ada' } }, { attributes: { name: 'Grace' } }] },
  })
  const csv = await fetch(
    `${agentUrl}/${name}.csv?timezone=UTC&fields[${name}]=name&header=name&filename=x`,
    { headers: { authorization: `Bearer ${token}` } },
  )
  expect((await csv.text()).split('\n').map(line => line.trim())).toContain('Ada')

  const record = { data: { type: name, attributes: { name: 'Eve' } } }
  const links = { data: [{ type: 'orders', id: '3' }] }
  const writes = [
    await send('POST', `/${name}`, record),
    await send('PUT', `/${name}/${id}`, { data: { ...record.data, id } }),
    await send('DELETE', `/${name}/${id}`),
    await send('POST', `/${name}/${id}/relationships/orders`, links),
    await send('DELETE', `/${name}/${id}/relationships/orders?delete=true`, links),
    await send('POST', `/_actions/${name}/0/anything`, {}),
  ]
  for (const { status, body } of writes) {
    expect([status, body]).toMatchObject([403, { errors: [{ detail: refusal }] }])
  }
}
