import { createRandom, type Random } from '@service/datasource-toolkit/testing'
import { chooseRounds, fuzzSeed } from '@service/test-support'
import { describe, expect, it } from 'vitest'
import { assembleTables } from './assemble-tables.js'
import type {
  CatalogueFacts,
  ColumnFact,
  ForeignKeyColumnFact,
  KeyColumnFact,
} from './catalogue-facts.js'
import { describeCollections } from './describe-collections.js'
import { groupBy } from './group-by.js'

const ignore = () => {}

const tableNames = ['users', 'user', 'orders', 'follows', 'order_lines', 'a:b']
const columnNames = [
  'id',
  'user_id',
  'userId',
  'user',
  'users',
  'order_id',
  'follower',
  'followed',
  'users_through_follows',
  'note',
]

const columnFact = (table: string, name: string): ColumnFact => ({
  table,
  name,
  declaredType: 'int',
  type: { columnType: 'Number', databaseType: 'int' },
  allowNull: false,
  isGenerated: false,
  isAutoIncrement: false,
  hasDefault: false,
})

/** Tables with few different names, so that short and long relation names collide. */
function randomFacts(random: Random): CatalogueFacts {
  const columns: ColumnFact[] = []
  const keys: KeyColumnFact[] = []
  const foreignKeys: ForeignKeyColumnFact[] = []
  const tables = random.some(tableNames, 0.7)
  for (const table of tables) {
    const names = ['id', 'user_id', ...random.some(columnNames.slice(2), 0.5)]
    columns.push(...names.map(name => columnFact(table, name)))
    const primary = random.chance(0.4) ? names.slice(-2) : names.slice(0, 1)
    keys.push(...primary.map(column => ({ table, key: 'pk', isPrimary: true, column })))
    for (const key of ['u1', 'u2']) {
      const unique = random.some(names, 0.3)
      keys.push(...unique.map(column => ({ table, key, isPrimary: false, column })))
    }
    for (const from of names) {
      for (const targetTable of random.some(tables, 0.3)) {
        const key = `${table} ${from} ${targetTable}`
        const also = random.some(names, 0.1).filter(name => name !== from)
        foreignKeys.push(
          ...[from, ...also].map((column, index) => ({
            table,
            key,
            column,
            targetTable,
            targetColumn: index === 0 ? random.pick(['id', 'user_id']) : 'id',
          })),
        )
      }
    }
  }
  return { tables: tables.map(table => ({ table, isView: false })), columns, keys, foreignKeys }
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const keyed = items.map(item => ({ item, order: random.next() }))
  return keyed.sort((left, right) => left.order - right.order).map(({ item }) => item)
}

/** The same database after a restore: other constraint names, and everything in another order. */
function restored(random: Random, facts: CatalogueFacts): CatalogueFacts {
  const named = <Fact extends { table: string; key: string }>(items: readonly Fact[]): Fact[] => {
    const groups = groupBy(items, ({ table, key }) => `${table} ${key}`)
    return shuffled(random, [...groups.values()]).flatMap((parts, index) =>
      parts.map(part => ({ ...part, key: `constraint ${index}` })),
    )
  }
  return {
    tables: shuffled(random, facts.tables),
    columns: facts.columns,
    keys: named(facts.keys),
    foreignKeys: named(facts.foreignKeys),
  }
}

function describeSchemas(facts: CatalogueFacts) {
  const described = describeCollections(
    assembleTables(facts, ignore),
    { dialect: 'postgres' },
    ignore,
  )
  return Object.fromEntries(described.map(({ name, schema }) => [name, schema]))
}

describe('names of relations', () => {
  it(`hang neither on names of constraints nor on their order, seed ${fuzzSeed}`, () => {
    for (let run = 0; run < chooseRounds(20, 60); run++) {
      const random = createRandom(fuzzSeed + run)
      const facts = randomFacts(random)
      expect(describeSchemas(restored(random, facts)), `run ${run}`).toEqual(describeSchemas(facts))
    }
  })

  it('name the two relations through a junction by its columns', () => {
    const key = (column: string) => ({ table: 'follows', key: 'pk', isPrimary: true, column })
    const link = (column: string, constraint: string) => ({
      table: 'follows',
      key: constraint,
      column,
      targetTable: 'users',
      targetColumn: 'id',
    })
    const facts = (first: string, second: string): CatalogueFacts => ({
      tables: [
        { table: 'follows', isView: false },
        { table: 'users', isView: false },
      ],
      columns: [
        columnFact('users', 'id'),
        columnFact('follows', 'follower'),
        columnFact('follows', 'followed'),
      ],
      keys: [
        { table: 'users', key: 'pk', isPrimary: true, column: 'id' },
        key('follower'),
        key('followed'),
      ],
      foreignKeys: [link(first, '1'), link(second, '2')],
    })
    const schemas = describeSchemas(facts('follower', 'followed'))
    expect(Object.keys(schemas.users?.fields ?? {})).toEqual([
      'id',
      'users_through_follows_followed',
      'users_through_follows_follower',
    ])
    expect(describeSchemas(facts('followed', 'follower'))).toEqual(schemas)
  })
})
