import { UnavailableError } from '@service/base'
import type { CollectionSource, DataSourceFactory } from '@service/datasource-toolkit'
import type { ImportChunk, ImportResult } from '@service/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { type OpenAgent, type OpenOptions, openAgent, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'
import { spiedSource } from '../testing/spied-source.js'

const all = { browse: true, read: true, edit: true, add: true, delete: true, export: true }
const asked: string[] = []
let open: OpenAgent

const start = async (customize?: OpenOptions['customize']) => {
  open = await openAgent(spiedSource(shop(), asked), { customize })
  asked.length = 0
}
afterEach(() => open.close())

const send = (chunk: object, collection = 'orders') =>
  open.send('POST', `/${collection}/_import`, { mode: 'create', ...chunk })
const importRows = async (chunk: Partial<ImportChunk>) =>
  ((await send(chunk)).json as ImportResult).rows
const rows = [{ reference: 'A' }, { reference: 'B' }]
const upsert = { mode: 'upsert', key: ['reference'], rows }

describe('POST /:collection/_import', () => {
  it.each<[string, object]>([
    ['an unknown member', { rows, dryrun: true }],
    ['an unknown mode', { rows, mode: 'replace' }],
    ['an upsert without a key', { rows, mode: 'upsert' }],
    ['an unknown field', { rows: [{ nothing: 1 }] }],
    ['an unknown key', { ...upsert, key: ['nothing'] }],
    ['a key that rows do not have', { ...upsert, key: ['status'] }],
    ['too many rows', { rows: Array(501).fill({ reference: 'A' }) }],
    ['no rows', { rows: [] }],
    ['a chunk without an import', { rows, chunk: 1 }],
    ['a short id', { rows, chunk: 1, importId: 'x' }],
    ['a to-many relation', { rows: [{ lines: [] }] }],
  ])('refuses %s', async (_, chunk) => {
    await start()
    expect(readError(await send(chunk)).status).toBe(400)
    expect(asked).toEqual([])
  })

  it.each<[string, object, object, number]>([
    ['add', { ...all, add: false }, { rows }, 403],
    ['edit for an upsert', { ...all, edit: false }, upsert, 403],
    ['only add to create', { ...all, edit: false, read: false }, { rows }, 200],
    ['read for a key', { browse: true, add: true, edit: true }, upsert, 403],
    [
      'to write each field',
      { ...all, fields: { reference: { read: true, edit: false } } },
      { rows },
      403,
    ],
  ])('requires the right %s', async (_, rights, chunk, status) => {
    await start()
    open.service.replaceRights({ orders: rights as never })
    expect((await send(chunk)).status).toBe(status)
  })

  it('does not change records outside the scope', async () => {
    await start()
    open.service.setScope(1, 'orders', { field: 'reference', operator: 'equal', value: 'O-2' })
    const keys = { mode: 'upsert', key: ['reference'] } as const
    const changed = [{ reference: 'O-1' }, { reference: 'O-2' }]
    const results = await importRows({ ...keys, rows: changed, dryRun: true })
    expect(results.map(({ action }) => action)).toEqual(['created', 'updated'])
  })

  it('runs hooks once for each row, and rejects the rows they refuse', async () => {
    const seen: unknown[] = []
    await start(agent =>
      agent.customizeCollection('orders', orders =>
        orders
          .addHook('Before', 'Create', async context => {
            for (const { reference } of context.data) {
              if (reference === 'B') context.throwValidationError('No B.')
            }
          })
          .addHook('After', 'Create', async ({ data }) => {
            seen.push(data.map(({ reference }) => reference))
          }),
      ),
    )
    const results = await importRows({ rows: [...rows, { reference: 'C' }] })
    expect(results.map(({ action, message }) => action ?? message)).toEqual([
      'created',
      'No B.',
      'created',
    ])
    expect(seen).toEqual([['A'], ['C']])
  })

  it('does not write a row twice whose hook failed after the write', async () => {
    await start(agent =>
      agent.customizeCollection('orders', orders =>
        orders.addHook('After', 'Create', async context => context.throwError('Mail is down.')),
      ),
    )
    const [result] = await importRows({ rows: [{ reference: 'A' }] })
    expect(result).toMatchObject({ index: 0, isUncertain: true })
    expect(result!.message).toContain('was written')
    const { json } = await open.get('/orders?search=A')
    expect((json as { data: unknown[] }).data.length).toBe(1)
  })

  it('is recorded once for a chunk, with the ids of its records', async () => {
    await start()
    const chunk = { rows, importId: 'import-1', chunk: 0 }
    const ids = (await importRows(chunk)).map(({ id }) => id)
    await importRows(chunk)
    await importRows({ rows, dryRun: true })
    await open.agent.stop()
    const entries = open.service.activity.filter(({ action }) => action === 'create')
    expect(entries).toMatchObject([{ label: 'import', collectionName: 'orders', recordIds: ids }])
  })
})

describe('an import whose database fails', () => {
  /** A source whose next creation fails in this way. */
  const faults: (() => unknown)[] = []
  const failing: DataSourceFactory = async (logger, restart) => {
    const dataSource = await shop()(logger, restart)
    const collections = dataSource.collections.map(source =>
      Object.assign(Object.create(source) as CollectionSource, {
        async create(...args: Parameters<CollectionSource['create']>) {
          const fault = faults.shift()
          if (fault) throw fault()
          return source.create(...args)
        },
      }),
    )
    return { ...dataSource, collections }
  }
  const away = (code: string) => () =>
    new UnavailableError('The database is unavailable.', {
      cause: Object.assign(new Error(code), { code }),
    })
  const chunk = { rows, importId: 'import-1', chunk: 0 }

  it('writes the chunk when it is sent again after the database was not reached', async () => {
    open = await openAgent(failing, { logger: () => {} })
    faults.push(away('ECONNREFUSED'))
    expect((await send(chunk)).status).toBe(503)
    expect((await importRows(chunk)).map(({ action }) => action)).toEqual(['created', 'created'])
  })

  it('does not write rows again that may have been written, unless their key is missing', async () => {
    open = await openAgent(failing, { logger: () => {} })
    faults.push(away('ECONNRESET'), away('ECONNRESET'))
    expect((await send(chunk)).status).toBe(503)
    const results = await importRows(chunk)
    expect(results.map(({ isUncertain }) => isUncertain)).toEqual([true, true])
    faults.length = 1
    const keyed = { ...chunk, chunk: 1, key: ['reference'] }
    expect((await send(keyed)).status).toBe(503)
    expect((await importRows(keyed)).map(({ action }) => action)).toEqual(['created', 'created'])
  })
})
