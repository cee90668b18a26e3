import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Agent, createAgent, createInProcessService } from '@service/agent'
import { createMemoryDataSource } from '@service/datasource-memory'
import { createSqlDataSource } from '@service/datasource-sql'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import Libsql from 'libsql'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { flattenColumn, flattenJsonColumn } from './index.js'

const address = { iban: 'DE89', city: 'Bonn', geo: { lat: 50, lon: 7 } }
const meta = { color: 'red' }
const documentType = { iban: 'String', city: 'String', geo: { lat: 'Number', lon: 'Number' } }

const inMemory = () =>
  createMemoryDataSource({
    customers: {
      columns: {
        id: { type: 'Number', isPrimaryKey: true },
        address: 'Json',
        meta: 'Json',
      },
      records: [{ id: 1, address, meta }],
    },
    orders: {
      columns: { id: { type: 'Number', isPrimaryKey: true }, customer_id: 'Number' },
      relations: {
        customer: {
          kind: 'ManyToOne',
          foreignCollection: 'customers',
          keys: [{ from: 'customer_id', to: 'id' }],
        },
      },
      records: [{ id: 1, customer_id: 1 }],
    },
  })

/** SQLite reads inside documents itself. */
function inSqlite(file: string): DataSourceFactory {
  const database = new Libsql(file)
  database.exec('create table customers (id integer primary key, address json, meta json)')
  database.exec(
    'create table orders (id integer primary key, customer_id integer references customers (id))',
  )
  const values = [address, meta].map(value => JSON.stringify(value))
  database.prepare('insert into customers values (1, ?, ?)').run(values)
  database.exec('insert into orders values (1, 1)')
  database.close()
  return createSqlDataSource(`sqlite://${file}`)
}

const rights = { browse: true, read: true, edit: true, add: true, delete: true, export: true }
const hidden = { read: false, edit: false }
const locked = { read: true, edit: false }

describe.each([
  ['memory', () => inMemory()],
  ['SQLite', (folder: string) => inSqlite(join(folder, 'shop.db'))],
])('rights on flattened columns, in %s', (_, open) => {
  const service = createInProcessService({
    users: [{ id: 1, email: 'ada@example.com', roleId: 1, permissionLevel: 'editor' }],
    rights: {},
  })
  let folder: string
  let agent: Agent
  let token: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flattener-'))
    agent = createAgent({
      authSecret: 'a secret that is long enough to be one',
      envSecret: '0'.repeat(64),
      logger: () => {},
      schemaPath: join(folder, 'schema.json'),
      service,
    })
      .addDataSource(open(folder))
      .customizeCollection('customers', customers =>
        customers
          .use(flattenColumn, {
            columnName: 'address',
            columnType: documentType,
            include: ['iban', 'city', 'geo', 'geo.lat'],
          } as never)
          .use(flattenJsonColumn, { columnName: 'meta', columnType: { color: 'String' } } as never)
          .renameField('address@@@iban' as never, 'account'),
      )
      .customizeCollection('orders', orders =>
        orders.importField('customerAccount', { path: 'customer:address@@@iban' } as never),
      )
    await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
    token = await service.signIn(`http://127.0.0.1:${agent.standaloneServerPort}/service`, 1)
  })
  afterAll(async () => {
    await agent.stop()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(() => restrict({}))

  function restrict(fields: Readonly<Record<string, { read: boolean; edit: boolean }>>): void {
    service.setRights('customers', { ...rights, fields })
    service.setRights('orders', rights)
  }
  async function send(method: string, path: string, body?: object): Promise<string> {
    const separator = path.includes('?') ? '&' : '?'
    const response = await agent.fetch(
      new Request(`http://localhost/service${path}${separator}timezone=UTC`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    return `${response.status} ${await response.text()}`
  }
  const filter = (field: string) =>
    encodeURIComponent(JSON.stringify({ field, operator: 'equal', value: 'DE89' }))
  const change = (attributes: object) => ({ data: { type: 'customers', attributes } })
  const shown = async () => {
    const { data } = JSON.parse((await send('GET', '/customers/1')).slice(4))
    return Object.keys(data.attributes)
  }

  it('shows and writes them all while nothing is denied', async () => {
    expect(await shown()).toEqual([
      'id',
      'address',
      'account',
      'address@@@city',
      'address@@@geo',
      'address@@@geo@@@lat',
      'meta@@@color',
    ])
    expect(await send('PUT', '/customers/1', change({ account: 'DE89' }))).toMatch(/^200/)
  })

  it.each([
    ['GET', '/customers?fields[customers]=id,account'],
    ['GET', '/customers/1?fields[customers]=address@@@city'],
    ['GET', '/customers.csv?fields[customers]=id,account'],
    ['GET', `/customers?fields[customers]=id&filters=${filter('account')}`],
    ['GET', '/customers?fields[customers]=id&sort=account'],
    ['GET', '/orders?fields[orders]=id,customerAccount'],
    ['GET', `/orders/count?filters=${filter('customer:account')}`],
    ['POST', '/stats/customers', { type: 'Pie', groupByFieldName: 'account', aggregator: 'Count' }],
    ['PUT', '/customers/1', change({ account: 'FR76' })],
    ['PUT', '/customers/1', change({ 'address@@@geo@@@lat': 1 })],
    ['POST', '/customers', change({ id: 2, account: 'FR76' })],
    ['PUT', '/orders/1', change({ customerAccount: 'FR76' })],
  ] as const)('rejects them with the document: %s %s', async (method, path, body?: object) => {
    restrict({ address: hidden })
    expect(await send(method, path, body)).toMatch(/^403/)
  })

  it('shows and searches none when none is named', async () => {
    restrict({ address: hidden })
    for (const path of ['/customers', '/customers/1', '/customers.csv', '/orders', '/orders/1']) {
      const text = await send('GET', path)
      expect(text).toMatch(/^200/)
      expect(text).not.toMatch(/DE89|Bonn|account|address/i)
    }
    const search = async (text: string) =>
      send('GET', `/customers/count?search=${text}&searchExtended=1`)
    expect(await search('DE89')).toBe('200 {"count":0}')
    expect(await search('account:DE89')).toBe('200 {"count":0}')
    const body = { collectionNames: ['customers', 'orders'] }
    expect(await send('POST', '/_internal/capabilities', body)).not.toMatch(/account|address/i)
  })

  it('lets them be read, and not written, where the document cannot be', async () => {
    restrict({ address: locked })
    expect(await shown()).toContain('account')
    expect(await send('PUT', '/customers/1', change({ account: 'FR76' }))).toMatch(/^403/)
  })

  it('follows a right on a column that was taken apart and hidden', async () => {
    restrict({ meta: hidden })
    expect(await shown()).not.toContain('meta@@@color')
    expect(await send('PUT', '/customers/1', change({ 'meta@@@color': 'blue' }))).toMatch(/^403/)
  })

  it.each([
    ['account', ['address@@@city', 'address@@@geo', 'address@@@geo@@@lat']],
    ['address@@@geo@@@lat', ['account', 'address@@@city']],
    ['address@@@geo', ['account', 'address@@@city']],
  ])('hides what holds %s as well, and leaves the other parts', async (field, others) => {
    restrict({ [field]: hidden })
    expect(await shown()).toEqual(['id', ...others, 'meta@@@color'])
    expect(await send('PUT', '/customers/1', change({ address: {} }))).toMatch(/^403/)
    const city = await send('PUT', '/customers/1', change({ 'address@@@city': 'Bonn' }))
    expect(city).toMatch(/^200/)
  })

  it('rejects a write of the document when one of its columns cannot be written', async () => {
    restrict({ account: locked })
    expect(await shown()).toContain('address')
    expect(await send('PUT', '/customers/1', change({ address: {} }))).toMatch(/^403/)
  })
})
