import { describe, expect, it } from 'vitest'
import { assembleTables } from './assemble-tables.js'
import type { ColumnFact } from './catalogue-facts.js'

const column = (name: string, more: Partial<ColumnFact> = {}): ColumnFact => ({
  table: 'orders',
  name,
  declaredType: 'int',
  type: { columnType: 'Number', databaseType: 'int' },
  allowNull: true,
  isGenerated: false,
  isAutoIncrement: false,
  hasDefault: false,
  ...more,
})
const key = (name: string, columnName: string | null, isPrimary = false) => ({
  table: 'orders',
  key: name,
  isPrimary,
  column: columnName,
})
const foreignKey = (name: string, columnName: string | null, targetColumn: string | null) => ({
  table: 'orders',
  key: name,
  column: columnName,
  targetTable: 'customers',
  targetColumn,
})
const orders = { table: 'orders', isView: false }
const ignore = () => {}

describe('assembleTables', () => {
  it('drops a key that has a column which cannot be used, or an expression', () => {
    const { tables } = assembleTables(
      {
        tables: [orders],
        columns: [column('id'), column('a'), column('place', { type: undefined })],
        keys: [
          key('pk', 'id', true),
          key('a', 'a'),
          key('b', 'a'),
          key('b', 'place'),
          key('c', 'a'),
          key('c', null),
        ],
        foreignKeys: [],
      },
      ignore,
    )
    expect(tables[0]?.primaryKey).toEqual(['id'])
    expect(tables[0]?.uniqueKeys).toEqual([['a']])
  })

  it('drops a foreign key that is not whole, and one said twice', () => {
    const { tables } = assembleTables(
      {
        tables: [orders],
        columns: [column('a'), column('b')],
        keys: [],
        foreignKeys: [
          foreignKey('1', 'a', 'id'),
          foreignKey('2', 'a', 'id'),
          foreignKey('3', 'a', 'id'),
          foreignKey('3', null, 'number'),
          foreignKey('4', 'a', 'id'),
          foreignKey('4', 'b', null),
        ],
      },
      ignore,
    )
    expect(tables[0]?.foreignKeys).toEqual([
      { columns: ['a'], targetTable: 'customers', targetColumns: ['id'] },
    ])
  })

  it('gives a column whose name cannot be a field another one, in its keys too', () => {
    const messages: string[] = []
    const { tables } = assembleTables(
      {
        tables: [orders, { table: 'customers', isView: false }],
        columns: [
          column('a_b'),
          column('a:b'),
          column('__proto__'),
          { ...column('c:id'), table: 'customers' },
        ],
        keys: [key('pk', 'a:b', true)],
        foreignKeys: [foreignKey('1', '__proto__', 'c:id')],
      },
      (level, message) => messages.push(`${level} ${message}`),
    )
    expect(tables[0]?.columns.map(({ name, storedAs }) => [name, storedAs])).toEqual([
      ['a_b', undefined],
      ['a_b_2', 'a:b'],
      ['__proto', '__proto__'],
    ])
    expect(tables[0]).toMatchObject({
      primaryKey: ['a_b_2'],
      foreignKeys: [{ columns: ['__proto'], targetColumns: ['c_id'] }],
    })
    expect(messages).toContain(
      "Info Column 'a:b' of 'orders' is shown as 'a_b_2': its own name cannot be used in paths.",
    )
  })

  it('remembers why a primary key is not there', () => {
    const { tables } = assembleTables(
      {
        tables: [orders],
        columns: [column('a'), column('at', { type: undefined, declaredType: 'polygon' })],
        keys: [key('pk', 'a', true), key('pk', 'at', true)],
        foreignKeys: [],
      },
      ignore,
    )
    expect(tables[0]).toMatchObject({
      primaryKey: [],
      unusableKey: { column: 'at', problem: "has the unsupported type 'polygon'" },
    })
  })

  it('gives the columns of a view no defaults', () => {
    const withDefault = column('a', { hasDefault: true, defaultValue: 1 })
    const { tables } = assembleTables(
      { tables: [{ ...orders, isView: true }], columns: [withDefault], keys: [], foreignKeys: [] },
      ignore,
    )
    expect(tables[0]?.columns[0]).toMatchObject({ hasDefault: false, defaultValue: undefined })
  })
})
