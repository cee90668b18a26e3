import { createPostgresDatabase } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Database } from '../../database.js'
import { openDatabase } from '../../open-database.js'

const url = inject('postgresUrl')

describe.skipIf(!url)('rows of PostgreSQL that are read as bytes', () => {
  let database: Database
  let drop: () => Promise<void>

  beforeAll(async () => {
    const created = await createPostgresDatabase(url as string, `sql_rows_${process.pid}`, [])
    await created.client.end()
    drop = created.drop
    database = (await openDatabase(created.url, { pool: { max: 1 } })).database
  })
  afterAll(async () => {
    await database?.close()
    await drop?.()
  })

  const readRows = (text: string, onRow: () => boolean, signal?: AbortSignal) =>
    database.readRows!({ text, values: [] }, onRow, signal)
  const isUsable = async () => (await database.read({ text: 'select 1', values: [] })).rows

  /** Takes hours unless it is cancelled. */
  const slowRows = `select repeat('x', 10000), pg_sleep(0.01) from generate_series(1, 1000000)`

  it('end early when there are enough, and cancel their statement', async () => {
    let seen = 0
    expect(await readRows(slowRows, () => ++seen < 3)).toBe(false)
    expect(seen).toBe(3)
    expect(await isUsable()).toEqual([['1']])
  })

  it('are whole otherwise', async () => {
    let seen = 0
    expect(await readRows('select generate_series(1, 5)', () => ++seen < 100)).toBe(true)
    expect(seen).toBe(5)
  })

  it('end with what went wrong with one of them', async () => {
    const failure = new Error('This row cannot be written.')
    const reading = readRows(slowRows, () => {
      throw failure
    })
    await expect(reading).rejects.toBe(failure)
    expect(await isUsable()).toEqual([['1']])
  })

  it('end with the reason when they are aborted', async () => {
    const controller = new AbortController()
    const reason = new Error('The client has left.')
    const reading = readRows(
      slowRows,
      () => {
        controller.abort(reason)
        return true
      },
      controller.signal,
    )
    await expect(reading).rejects.toBe(reason)
    expect(await isUsable()).toEqual([['1']])
  })
})
