import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Pool, PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Outcome, Statement } from '../../database.js'
import type { BatchQuery } from './batch-query.js'
import { createBatchedReads } from './batched-reads.js'
import { createShortStatements } from './short-statements.js'

const statement: Statement = { text: 'select 1', values: [], name: 'one' }

describe('reads that share a message', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('give their rows back to memory one by one, not when the last of them has ended', async () => {
    const { read, connect } = openReads()
    const results = [read(), read()]
    const query = connect()
    const rows = await noteRows(results, query)
    // A reference made in one turn of the event loop holds what it names until the next.
    await setImmediate()
    collectGarbage()
    expect(rows.deref()).toBeUndefined()
    await noteRows(results, query)
    query.handleReadyForQuery()
  })
})

/** The rows of the next statement, which nobody but the batch may still hold. */
async function noteRows(results: Promise<Outcome>[], query: BatchQuery): Promise<WeakRef<object>> {
  query.handleDataRow({ fields: ['1'] })
  query.handleCommandComplete()
  const { rows } = await results.shift()!
  expect(rows).toEqual([['1']])
  return new WeakRef(rows)
}

function openReads() {
  const sent: BatchQuery[] = []
  const client = {
    connection: { parsedStatements: { one: statement.text } },
    query: (query: BatchQuery) => void sent.push(query),
  } as unknown as PoolClient
  const waiting: ((error: Error | undefined, client: PoolClient) => void)[] = []
  const pool = {
    options: { max: 2 },
    connect: (onClient: (typeof waiting)[number]) => void waiting.push(onClient),
  } as unknown as Pool
  const read = createBatchedReads({
    pool,
    short: createShortStatements(),
    runAlone: () => Promise.reject(new Error('It was to be sent with the others.')),
    release: () => {},
    cancel: async () => {},
    toError: error => error,
  })
  return {
    read: () => read(statement, 'one', undefined),
    /** Gives the reads a connection; returns what they send. */
    connect(): BatchQuery {
      for (const give of waiting) give(undefined, client)
      return sent[0]!
    },
  }
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
