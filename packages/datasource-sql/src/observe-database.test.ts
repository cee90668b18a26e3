import type { ObservedStatement, ObserveStatement } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import type { Database, DialectName } from './database.js'
import { observeDatabase } from './observe-database.js'

const statement = { text: 'insert into "people" values (?)', values: ['a secret value'] }

function open(dialect: DialectName = 'sqlite', version = '3.45') {
  const observed: ObservedStatement[] = []
  const observe: ObserveStatement = async (each, run) => {
    const result = await run()
    observed.push(each)
    return result
  }
  const outcome = { rows: [[1]], affected: 1 }
  let isReturned = false
  const database = observeDatabase(
    {
      dialect,
      version,
      query: async () => [],
      read: async () => outcome,
      write: async () => outcome,
      async *readChunks() {
        try {
          yield [1]
          yield [2]
        } finally {
          isReturned = true
        }
      },
      transaction: work => work({ run: async () => outcome }),
      readOnly: async () => [{ id: 1 }],
      close: async () => {},
    } satisfies Database,
    observe,
  )
  return { database, observed, isReturned: () => isReturned }
}

describe('observeDatabase', () => {
  it('tells each statement of reads, writes and transactions, without its values', async () => {
    const { database, observed } = open()
    await database.read({ text: '(select 1)', values: [] })
    await database.write(statement)
    await database.transaction(session => session.run(statement))
    expect(observed).toEqual([
      { system: 'sqlite', operation: 'SELECT', text: '(select 1)' },
      { system: 'sqlite', operation: 'INSERT', text: statement.text },
      { system: 'sqlite', operation: 'INSERT', text: statement.text },
    ])
  })

  it('tells no text of queries that people write', async () => {
    const { database, observed } = open()
    const text = "with a as (select 'Ada') select * from a"
    await database.readOnly({ text, values: [] }, { timeoutMs: 1, maxRows: 1 })
    expect(observed).toEqual([{ system: 'sqlite', operation: 'WITH' }])
  })

  it('tells each chunk, and ends the statement when iteration stops', async () => {
    const { database, observed, isReturned } = open()
    for await (const chunk of database.readChunks({ text: 'select 1', values: [] }, 1)) {
      expect(chunk).toEqual([1])
      break
    }
    expect(observed).toHaveLength(1)
    expect(isReturned()).toBe(true)
  })

  it.each<[DialectName, string, string]>([
    ['postgres', '15.4', 'postgresql'],
    ['mysql', '8.4.0', 'mysql'],
    ['mysql', '10.11.6-MariaDB', 'mariadb'],
    ['mssql', '16.0', 'microsoft.sql_server'],
  ])('calls %s %s %s', async (dialect, version, system) => {
    const { database, observed } = open(dialect, version)
    await database.read({ text: 'select 1', values: [] })
    expect(observed[0]?.system).toBe(system)
  })

  it('passes errors on', async () => {
    const { database } = open()
    const failing = database.transaction(async () => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
  })
})
