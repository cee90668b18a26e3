import type { Scan } from '@service/datasource-toolkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createStatementCache } from './compile/statement-cache.js'
import type { Database, Statement } from './database.js'
import type { Dialect } from './dialect.js'
import { postgres } from './dialects/postgres/dialect.js'
import { sqlite } from './dialects/sqlite/dialect.js'
import { list } from './list.js'
import type { SqlSource } from './source.js'
import { sampleTables } from './testing/sample-tables.js'

const call = { timezone: 'UTC', now: new Date() }
const bigOrders: Scan = {
  select: { collection: 'orders', columns: ['id'], joins: [] },
  where: { field: 'id', operator: 'GreaterThan', value: 100 },
  orderBy: [{ field: 'id', ascending: true }],
  page: { skip: 0, limit: 15 },
}

/** Lists from a database that has no rows and records its statements. */
function openSource(dialect: Dialect = postgres, prepare = true) {
  const asked: Statement[] = []
  const state = { isDown: false }
  const read: Database['read'] = async statement => {
    if (state.isDown) throw new Error('The database is down.')
    asked.push(statement)
    return { rows: [], affected: 0 }
  }
  const source = {
    dialect,
    collections: sampleTables(dialect.name),
    statements: createStatementCache({ prepare }),
    guardedDates: new WeakSet(),
    // Lists use nothing else of it.
    database: { read } as unknown as Database,
  } satisfies SqlSource
  const ask = async (scan: Scan, times: number) => {
    for (let i = 0; i < times; i++) await list(source, scan, call)
    return asked.at(-1)
  }
  return { ask, asked, state }
}

describe('a list requested repeatedly', () => {
  // A fake clock, so that runs take no time even on a busy machine.
  beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(0))
  afterEach(() => void vi.restoreAllMocks())

  it('gets a statement of its own, which names the length of its page', async () => {
    const { ask } = openSource()
    const shared = await ask(bigOrders, 20)
    expect(shared).toMatchObject({ name: 's1', values: ['100', 15] })
    const own = await ask(bigOrders, 1)
    expect(own).toMatchObject({ name: 's3', values: ['100'] })
    expect(own?.text).toBe(shared?.text.replace('limit $2', 'limit 15'))
    expect(await ask(bigOrders, 1)).toMatchObject({ name: 's3' })
  })

  it('writes out how many rows are skipped as well', async () => {
    const own = await openSource().ask({ ...bigOrders, page: { skip: 30, limit: 15 } }, 21)
    expect(own?.text).toMatch(/ limit 15 offset 30$/)
    expect(own?.values).toEqual(['100'])
  })

  it('is known by its identity: the same list with other values shares a statement', async () => {
    const { ask } = openSource()
    await ask(bigOrders, 21)
    const where = { field: 'id', operator: 'GreaterThan', value: 7 } as const
    expect(await ask({ ...bigOrders, where }, 1)).toMatchObject({ name: 's1', values: ['7', 15] })
  })

  it('offers a statement for all values that names the length of the page, until that is late', async () => {
    const { ask } = openSource()
    const where = (value: number) => ({ field: 'id', operator: 'GreaterThan', value }) as const
    for (let value = 0; value < 20; value++) {
      expect((await ask({ ...bigOrders, where: where(value) }, 1))?.planned).toBeUndefined()
    }
    const shared = await ask({ ...bigOrders, where: where(20) }, 1)
    expect(shared).toMatchObject({ name: 's1', values: ['20', 15] })
    const { planned } = shared ?? {}
    expect(planned).toMatchObject({ name: 's2', values: ['20'] })
    expect(planned?.text).toBe(shared?.text.replace('limit $2', 'limit 15'))
    const longer = { ...bigOrders, where: where(21), page: { skip: 0, limit: 30 } }
    expect((await ask(longer, 1))?.planned).toMatchObject({ name: 's3', values: ['21'] })
    const later = { ...bigOrders, where: where(22), page: { skip: 15, limit: 15 } }
    expect((await ask(later, 1))?.planned).toBeUndefined()
    planned?.onLate()
    expect((await ask({ ...bigOrders, where: where(23) }, 21))?.planned).toBeUndefined()
  })

  it('keeps the shared statement without pages, without preparing, and where nothing is planned ahead', async () => {
    expect(await openSource().ask({ ...bigOrders, page: undefined }, 50)).toMatchObject({
      name: 's1',
    })
    expect(await openSource(postgres, false).ask(bigOrders, 50)).toMatchObject({ name: undefined })
    expect(await openSource(sqlite).ask(bigOrders, 50)).toMatchObject({ name: 's1' })
  })

  it('earns nothing by failures, however fast', async () => {
    const { ask, state } = openSource()
    state.isDown = true
    for (let i = 0; i < 30; i++) await expect(ask(bigOrders, 1)).rejects.toThrow('is down')
    state.isDown = false
    expect(await ask(bigOrders, 20)).toMatchObject({ name: 's1', values: ['100', 15] })
    expect(await ask(bigOrders, 1)).toMatchObject({ name: 's3' })
  })

  it('earns it however many others have one, and keeps it while others come and go', async () => {
    const { ask } = openSource()
    await ask(bigOrders, 21)
    for (let limit = 1; limit <= 500; limit++) {
      const own = await ask({ ...bigOrders, page: { skip: 0, limit } }, 21)
      expect(own?.text).toMatch(new RegExp(` limit ${limit}$`))
      expect(await ask(bigOrders, 1)).toMatchObject({ name: 's3' })
    }
  })

  it('rejects a limit that is not a count', async () => {
    const { ask } = openSource()
    const page = { skip: 0, limit: '1; drop table orders' as unknown as number }
    await expect(ask({ ...bigOrders, page }, 21)).rejects.toThrow('is not a count')
  })
})
