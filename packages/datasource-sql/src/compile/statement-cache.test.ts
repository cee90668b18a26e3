import type { Scan } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { postgres } from '../dialects/postgres/dialect.js'
import { sqlite } from '../dialects/sqlite/dialect.js'
import { sampleTables } from '../testing/sample-tables.js'
import { compileList, listShape } from './compile-list.js'
import { createStatementCache } from './statement-cache.js'

const scan = (more: Partial<Scan>): Scan => ({
  select: { collection: 'orders', columns: ['id'], joins: [] },
  orderBy: [],
  ...more,
})

function createCache(dialect = postgres, prepare = true, maxStatements?: number) {
  const context = { dialect, collections: sampleTables(dialect.name) }
  const statements = createStatementCache({ prepare, maxStatements })
  const bound = (query: Scan) =>
    statements.bound(
      query,
      'list ',
      each => listShape(context, each),
      (each, shape) => compileList(context, each, shape),
    )
  return { statements, bound }
}

describe('the statement cache', () => {
  it('compiles queries that differ only in values once, and binds each its own', () => {
    const { statements, bound } = createCache()
    const values = [1, 2, 3].map(
      value => bound(scan({ where: { field: 'id', operator: 'Equal', value } })).values,
    )
    expect(values).toEqual([['1'], ['2'], ['3']])
    expect(statements.compiledCount).toBe(1)
    expect(statements.hitCount).toBe(2)
  })

  it('knows a query again by its identity', () => {
    const { bound } = createCache()
    const query = scan({ page: { skip: 0, limit: 15 } })
    expect(bound(query)).toBe(bound(query))
  })

  it('compiles a query for each kind of statement it is used in', () => {
    const { statements, bound } = createCache()
    const query = scan({})
    const list = bound(query)
    const other = statements.bound(
      query,
      'other ',
      () => ({ key: '', values: [] }),
      () => ({ text: 'select 1', slots: [] }),
    )
    expect(other.cached.compiled.text).toBe('select 1')
    expect(bound(query).cached).toBe(list.cached)
  })

  it('prepares a statement from its second use on, unless disabled', () => {
    const query = scan({})
    const { bound } = createCache()
    expect(bound(query).cached.name).toBeUndefined()
    expect(bound(query).cached.name).toBe('s1')
    const unprepared = createCache(postgres, false)
    unprepared.bound(query)
    expect(unprepared.bound(query).cached.name).toBeUndefined()
  })

  it('keeps apart what is written differently', () => {
    const { statements, bound } = createCache()
    const shapes: Partial<Scan>[] = [
      {},
      { page: { skip: 0, limit: 1 } },
      { page: { skip: 1, limit: 1 } },
      { page: { skip: 2000, limit: 1 } },
      { orderBy: [{ field: 'id', ascending: true }] },
      { orderBy: [{ field: 'id', ascending: false }] },
      { where: { field: 'id', operator: 'Equal', value: 1 } },
      { where: { field: 'id', operator: 'Equal', value: null } },
      { where: { field: 'id', operator: 'Equal', value: 1.5 } },
      { where: { field: 'id', operator: 'In', value: [1] } },
      { where: { field: 'id', operator: 'In', value: [1, null] } },
      { where: { aggregator: 'And', conditions: [] } },
      { where: { aggregator: 'Or', conditions: [] } },
      { select: { collection: 'orders', columns: ['id', 'total'], joins: [] } },
      { select: { collection: 'customers', columns: ['id'], joins: [] } },
    ]
    const texts = shapes.map(shape => bound(scan(shape)).cached.compiled.text)
    expect(new Set(texts).size).toBe(texts.length)
    expect(statements.compiledCount).toBe(shapes.length)
  })

  it('shares one statement between lists of like length', () => {
    const { statements, bound } = createCache(sqlite)
    for (const length of [5, 6, 7, 8]) {
      const value = Array.from({ length }, (_, index) => index)
      bound(scan({ where: { field: 'id', operator: 'In', value } }))
    }
    expect(statements.compiledCount).toBe(1)
  })

  it('shares one statement between all lists bound as arrays', () => {
    const { statements, bound } = createCache()
    for (const length of [1, 10, 1000]) {
      const value = Array.from({ length }, (_, index) => index)
      bound(scan({ where: { field: 'id', operator: 'In', value } }))
    }
    expect(statements.compiledCount).toBe(1)
  })

  it('rejects a list longer than the database can bind, naming the limit', () => {
    const { bound } = createCache(sqlite)
    const value = Array.from({ length: 10_000 }, (_, index) => index)
    expect(() => bound(scan({ where: { field: 'id', operator: 'In', value } }))).toThrow('8191')
  })

  it('forgets the statement used longest ago', () => {
    const { statements, bound } = createCache(postgres, true, 2)
    const by = (field: string) => bound(scan({ orderBy: [{ field, ascending: true }] }))
    by('id')
    by('total')
    by('id')
    by('created')
    expect(statements.compiledCount).toBe(3)
    by('id')
    expect(statements.compiledCount).toBe(3)
    by('total')
    expect(statements.compiledCount).toBe(4)
  })
})
