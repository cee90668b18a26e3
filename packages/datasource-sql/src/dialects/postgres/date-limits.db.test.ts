import type { AggregateScan, Group } from '@service/datasource-toolkit'
import { createPostgresDatabase } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { aggregate } from '../../aggregate.js'
import { sqlCollections } from '../../collection.js'
import { createStatementCache } from '../../compile/statement-cache.js'
import type { Database } from '../../database.js'
import { describeCollections } from '../../introspect/describe-collections.js'
import { introspect } from '../../introspect/introspect.js'
import { openDatabase } from '../../open-database.js'
import type { SqlSource } from '../../source.js'

const url = inject('postgresUrl')
const statements = [
  'create table events (id int primary key, at timestamptz, local timestamp, day date, ordinary timestamptz, quotient int)',
  `insert into events values
    (1, '2024-01-31 23:30+00', '2024-01-31 23:30', '2024-01-31', '2024-01-31 23:30+00', 1),
    (2, '4714-11-24 00:00+00 BC', '4714-11-24 00:00 BC', '5874897-12-31', '2024-02-01 12:00+00', 1),
    (3, '294276-12-31 23:59+00', '294276-12-31 23:59', '2024-02-29', '2024-03-01 12:00+00', 0)`,
  'create view divided as select id, ordinary, 1 / quotient as result from events',
  `create view shifted as select id, ordinary, at - interval '1 year' as before from events`,
]

describe.skipIf(!url)('charts of dates near the limits of PostgreSQL', () => {
  let database: Database
  let drop: () => Promise<void>
  let open: () => SqlSource
  let asked: string[]

  beforeAll(async () => {
    const made = await createPostgresDatabase(url!, `date_limits_${process.pid}`, statements)
    drop = made.drop
    const opened = await openDatabase(made.url, {})
    database = opened.database
    const { dialect } = opened
    const tables = await introspect(database, {}, () => {})
    const cache = createStatementCache({ prepare: true })
    open = () => {
      asked = []
      const read: Database['read'] = (statement, signal) => {
        asked.push(statement.text)
        return database.read(statement, signal)
      }
      return {
        database: { ...database, read },
        dialect,
        collections: sqlCollections(describeCollections(tables, { dialect: 'postgres' }, () => {})),
        // The sources share connections, so their statements need different names.
        statements: cache.another(),
        guardedDates: new WeakSet(),
      }
    }
  })
  afterAll(async () => {
    await database?.close()
    await drop?.()
  })

  const group = (
    source: SqlSource,
    field: string,
    { collection = 'events', ...rest }: Partial<AggregateScan> & { collection?: string } = {},
    operation: 'Month' | 'Year' = 'Month',
  ): Promise<Group[]> =>
    aggregate(
      source,
      {
        select: { collection, columns: [], joins: [] },
        aggregation: { operation: 'Count', groups: [{ field, operation }] },
        ...rest,
      },
      { timezone: 'Europe/Paris', now: new Date(0) },
    )

  it('take one statement for ordinary dates', async () => {
    const source = open()
    for (let turn = 1; turn <= 3; turn++) {
      const groups = await group(source, 'ordinary')
      expect(groups.map(({ group: { ordinary } }) => ordinary)).toEqual([
        '2024-02-01',
        '2024-03-01',
      ])
      expect(asked).toHaveLength(turn)
    }
    expect(asked.join()).not.toContain('case when')
  })

  it.each(['at', 'local', 'day'])(
    'take two for %s the first time, and one afterwards',
    async field => {
      const source = open()
      const first = await group(source, field)
      expect(asked).toHaveLength(2)
      expect(first.find(each => each.group[field] === null)?.value).toBe(field === 'day' ? 1 : 2)
      expect(first.find(each => String(each.group[field]).startsWith('2024'))?.value).toBe(1)
      for (let turn = 3; turn <= 5; turn++) {
        expect(await group(source, field)).toEqual(first)
        expect(asked).toHaveLength(turn)
      }
      // By another period and of other rows, too: the column is remembered, not the statement.
      await group(
        source,
        field,
        { where: { field: 'id', operator: 'GreaterThan', value: 1 } },
        'Year',
      )
      expect(asked).toHaveLength(6)
      await group(source, 'ordinary')
      expect(asked.at(-1)).not.toContain('case when')
    },
  )

  it('are asked for once when the statement fails for another reason', async () => {
    const source = open()
    const sum = {
      operation: 'Sum',
      field: 'result',
      groups: [{ field: 'ordinary', operation: 'Month' }],
    } as const
    const failing = group(source, 'ordinary', { collection: 'divided', aggregation: sum })
    await expect(failing).rejects.toThrow('division by zero')
    expect(asked).toHaveLength(1)
  })

  it('fail when what overflows is not the date of a period, and nothing is remembered', async () => {
    const source = open()
    const latest = {
      operation: 'Max',
      field: 'before',
      groups: [{ field: 'ordinary', operation: 'Month' }],
    } as const
    const failing = group(source, 'ordinary', { collection: 'shifted', aggregation: latest })
    await expect(failing).rejects.toThrow('out of the range')
    expect(asked).toHaveLength(2)
    await group(source, 'ordinary', { collection: 'shifted' })
    expect(asked).toHaveLength(3)
    expect(asked.at(-1)).not.toContain('case when')
  })
})
