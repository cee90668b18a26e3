import {
  type DataSourceFactory,
  evaluate,
  type Operator,
  type PrimitiveType,
} from '@service/datasource-toolkit'
import { isLongRun } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenAgent, openAgent, readError } from './open-agent.js'

/** A column with its values: the database's literal, and the value on the wire. */
export interface ValueColumn {
  readonly type: string
  readonly columnType: PrimitiveType
  readonly values: readonly (readonly [literal: string, shown: unknown])[]
  /** False when values of the type have no order. */
  readonly isSortable?: boolean
  /** The CSV text of a value, when it is not the value itself. */
  readonly csv?: (shown: unknown) => string
}

export interface ValueDatabase {
  readonly factory: DataSourceFactory
  execute(statement: string): Promise<unknown>
  /** The exact stored values of column `v` of a table, by id. */
  stored(table: string): Promise<readonly unknown[]>
  close(): Promise<void>
}

interface Point {
  readonly label: string
  readonly values: { readonly value: number }
}

interface Row {
  readonly id: string
  readonly attributes: { readonly v: unknown }
}

/** Values that only some databases support. */
const foreign: Readonly<Partial<Record<PrimitiveType, readonly unknown[]>>> = {
  Number: ['NaN', 'Infinity', '-Infinity', '1e400', 1e39, 1e-50, 0.5, '12345678901234567890'],
  Date: [
    'infinity',
    '-infinity',
    '-000043-03-15T00:00:00.000Z',
    '-099999-01-01T00:00:00.000Z',
    '+010000-01-01T00:00:00.000Z',
    '+999999-01-01T00:00:00.000Z',
    '2000-01-01T00:00:00.000001Z',
  ],
  Dateonly: ['infinity', '-infinity', '-000043-03-15', '+010000-01-01', '+9999999-01-01'],
  Time: ['24:00:00', '12:00:00'],
}

const comparisons: Readonly<Partial<Record<PrimitiveType, readonly Operator[]>>> = {
  Number: ['NotEqual', 'LessThan', 'GreaterThan'],
  Date: ['NotEqual', 'Before', 'After'],
  Dateonly: ['NotEqual', 'Before', 'After'],
  Time: ['NotEqual', 'LessThan', 'GreaterThan'],
}

/** The orders in which lists are paged; the short run leaves out the one with two columns. */
const sorts = isLongRun ? ['v', '-v', 'v,-id'] : ['v', '-v']

/** An odd size ends pages between equal values. */
const PAGE_SIZE = isLongRun ? 3 : 7

const nameTable = (name: string) => `v_${name}`

/** Every comparison of a type; the short run takes turns, one for each value. */
function chooseOperators(type: PrimitiveType, turn: number): readonly Operator[] {
  const all = comparisons[type]!
  return isLongRun ? all : [all[turn % all.length]!]
}

/**
 * The rows to write to: all of them, and in the short run one of each value, where the two tests
 * that save what is shown take turns.
 */
const chooseRows = (rows: readonly Row[], turn: 0 | 1): readonly Row[] =>
  isLongRun ? rows : onePerValue(rows).filter((_, index) => index % 2 === turn)

const onePerValue = (rows: readonly Row[]): readonly Row[] => [
  ...new Map(rows.map(row => [JSON.stringify(row.attributes.v), row])).values(),
]

/** Each value twice and two nulls, in an arbitrary order. */
function buildStatements(name: string, { type, values }: ValueColumn): readonly string[] {
  const literals = [...values.map(([literal]) => literal), 'null']
  const all = [...literals, ...literals.reverse()]
  const rows = all.map((literal, index) => `(${((index * 7919) % 10_007) + 1}, ${literal})`)
  return [
    `create table ${nameTable(name)} (id integer primary key, v ${type})`,
    `insert into ${nameTable(name)} (id, v) values ${rows.join(', ')}`,
  ]
}

/**
 * Values that are shown can be filtered by, paged past, exported and saved again, on one database. With
 * `hasTypes`, values compare as their type requires.
 */
export function describeValues(
  name: string,
  open: () => Promise<ValueDatabase>,
  columns: Readonly<Record<string, ValueColumn>>,
  hasTypes = true,
): void {
  describe(`values outside the ordinary range on ${name}`, () => {
    let database: ValueDatabase
    let agent: OpenAgent
    beforeAll(async () => {
      database = await open()
      for (const [table, column] of Object.entries(columns)) {
        for (const statement of buildStatements(table, column)) await database.execute(statement)
      }
      agent = await openAgent(database.factory)
      agent.service.setUser({
        id: 7,
        email: 'ada@example.com',
        roleId: 1,
        permissionLevel: 'admin',
      })
    }, 120_000)
    afterAll(async () => {
      await agent.close()
      await database.close()
    })

    const read = async (path: string) => {
      const answer = await agent.get(path)
      if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`)
      return answer.json as { data: Row[]; meta?: { page: { after: string | null } } }
    }
    const all = async (table: string) =>
      (await read(`/${nameTable(table)}?page[size]=100&sort=id`)).data
    const listIds = (rows: readonly Row[]) => rows.map(({ id }) => id)

    async function byNumber(table: string, sort: string): Promise<string[]> {
      const ids: string[] = []
      for (let number = 1; ; number += 1) {
        const path = `/${nameTable(table)}?sort=${sort}&page[size]=${PAGE_SIZE}&page[number]=${number}`
        const { data } = await read(path)
        if (data.length === 0) return ids
        ids.push(...listIds(data))
      }
    }

    async function byCursor(table: string, sort: string): Promise<string[]> {
      const ids: string[] = []
      let after: string | null = ''
      while (after !== null && ids.length < 200) {
        const path: string = `/${nameTable(table)}?sort=${sort}&page[size]=${PAGE_SIZE}&page[after]=${after}`
        const { data, meta } = await read(path)
        ids.push(...listIds(data))
        after = meta!.page.after
      }
      return ids
    }

    async function byExport(table: string, sort: string): Promise<string[]> {
      const { text } = await agent.get(
        `/${nameTable(table)}.csv?sort=${sort}&fields[${nameTable(table)}]=id`,
      )
      return text.trim().split('\n').slice(1)
    }

    const entries = Object.entries(columns)

    it.each(entries)('%s: shows each value exactly', async (table, { values }) => {
      const shown = (await all(table)).map(({ attributes }) => attributes.v)
      const expected = [...values.map(([, value]) => value), null]
      const sorted = (list: readonly unknown[]) => list.map(each => JSON.stringify(each)).sort()
      expect(sorted(shown)).toEqual(sorted([...expected, ...expected]))
    })

    it.each(entries)('%s: finds what it shows', async (table, { isSortable = true }) => {
      if (!isSortable) return
      const rows = await all(table)
      const found: Record<string, readonly string[]> = {}
      const expected: Record<string, readonly string[]> = {}
      for (const value of new Set(rows.map(({ attributes }) => attributes.v))) {
        const filters = JSON.stringify({ field: 'v', operator: 'Equal', value })
        const path = `/${nameTable(table)}?sort=id&filters=${encodeURIComponent(filters)}`
        found[String(value)] = listIds((await read(path)).data)
        expected[String(value)] = listIds(rows.filter(({ attributes }) => attributes.v === value))
      }
      expect(found).toEqual(expected)
    })

    it.each(entries.filter(([, { isSortable = true }]) => isSortable))(
      '%s: pages and exports each row once, in either order',
      async table => {
        const ids = listIds(await all(table)).sort()
        for (const sort of sorts) {
          const numbered = await byNumber(table, sort)
          expect([...numbered].sort(), sort).toEqual(ids)
          expect(await byCursor(table, sort), sort).toEqual(numbered)
          expect(await byExport(table, sort), sort).toEqual(numbered)
        }
      },
    )

    const datedEntries = entries.filter(([, { columnType }]) =>
      ['Date', 'Dateonly'].includes(columnType),
    )

    it.each(entries.filter(([, { columnType }]) => foreign[columnType]))(
      '%s: compares with values of any size',
      async (table, { columnType }) => {
        const rows = await all(table)
        const own = [...new Set(rows.map(({ attributes }) => attributes.v))]
        const values = [...own.filter(value => value !== null), ...foreign[columnType]!]
        const leaves = values.flatMap((value, index) =>
          chooseOperators(columnType, index).map(operator => ({ field: 'v', operator, value })),
        )
        await Promise.all(
          leaves.map(async leaf => {
            const filters = encodeURIComponent(JSON.stringify(leaf))
            const path = `/${nameTable(table)}?sort=id&page[size]=100&filters=${filters}`
            const found = listIds((await read(path)).data)
            const expected = rows.filter(({ attributes }) =>
              evaluate(leaf, attributes, () => columnType, { timezone: 'UTC', now: new Date() }),
            )
            if (hasTypes) expect(found, JSON.stringify(leaf)).toEqual(listIds(expected))
          }),
        )
      },
    )

    it.each(datedEntries)('%s: has days of its own in relative filters', async table => {
      for (const operator of ['Past', 'Future', 'Today', 'PreviousYearToDate']) {
        const filters = encodeURIComponent(JSON.stringify({ field: 'v', operator }))
        await read(`/${nameTable(table)}?filters=${filters}`)
      }
    })

    it.each(datedEntries)('%s: counts in a chart what has a place on it', async table => {
      const chart = {
        type: 'Line',
        sourceCollectionName: nameTable(table),
        groupByFieldName: 'v',
        aggregator: 'Count',
        timeRange: 'Year',
      }
      const answer = await agent.send('POST', `/stats/${nameTable(table)}`, chart)
      expect(answer.status, answer.text).toBe(200)
      const { value } = (answer.json as { data: { attributes: { value: Point[] } } }).data
        .attributes
      const counted = value.filter(point => point.values.value > 0)
      const shown = (await all(table)).map(
        ({ attributes: { v } }) => /^(?!0000)\d{4}(?=-(?!00)..-(?!00))/.exec(String(v))?.[0],
      )
      const years = shown.filter(year => year !== undefined)
      expect(counted.map(({ label }) => label)).toEqual([...new Set(years)].sort())
      expect(counted.reduce((sum, point) => sum + point.values.value, 0)).toBe(years.length)
    })

    it.each(entries)('%s: exports what it shows', async (table, { csv = String }) => {
      const path = `/${nameTable(table)}.csv?sort=id&fields[${nameTable(table)}]=v`
      const cells = (await agent.get(path)).text.replace(/\n$/, '').split('\n').slice(1)
      const shown = (await all(table)).map(({ attributes: { v } }) => (v === null ? '' : csv(v)))
      expect(cells).toEqual(shown)
    })

    it.each(entries)('%s: saves back what it shows unchanged', async table => {
      const before = await database.stored(nameTable(table))
      for (const { id, attributes } of chooseRows(await all(table), 0)) {
        const data = { id, type: nameTable(table), attributes: { v: attributes.v } }
        const answer = await agent.send('PUT', `/${nameTable(table)}/${id}`, { data })
        if (answer.status !== 200)
          throw new Error(`${JSON.stringify(data)}: ${readError(answer).detail}`)
        expect((answer.json as { data: Row }).data.attributes.v).toEqual(attributes.v)
      }
      expect(await database.stored(nameTable(table))).toEqual(before)
    })

    it.each(entries)('%s: expects what it shows, and nothing else', async table => {
      const before = await database.stored(nameTable(table))
      const rows = await all(table)
      const values = onePerValue(rows)
      for (const { id, attributes } of chooseRows(rows, 1)) {
        const other = values.find(
          each => JSON.stringify(each.attributes.v) !== JSON.stringify(attributes.v),
        )!
        const save = (expected: unknown) => {
          const meta = { expect: { v: expected } }
          const data = { id, type: nameTable(table), attributes: { v: attributes.v }, meta }
          return agent.send('PUT', `/${nameTable(table)}/${id}`, { data })
        }
        const saved = await save(attributes.v)
        expect(saved.status, `${JSON.stringify(attributes.v)}: ${saved.text}`).toBe(200)
        const refused = await save(other.attributes.v)
        expect(refused.status, refused.text).toBe(409)
        expect(readError(refused).data).toEqual({ current: { v: attributes.v } })
      }
      expect(await database.stored(nameTable(table))).toEqual(before)
    })
  })
}
