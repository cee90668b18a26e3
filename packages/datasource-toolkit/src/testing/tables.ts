import type { ColumnType } from '../column-types.js'
import type { GetColumnType } from '../sort.js'
import type { Row, SelectNode } from '../source.js'

export type NumberKind = 'integer' | 'bigint' | 'decimal' | 'double'

/** A column as a test describes it, for any kind of source. */
export interface TestColumn {
  readonly name: string
  readonly type: ColumnType
  /** The database type of a Number. Optional: `integer` by default. */
  readonly number?: NumberKind
  /** Whether dates may have microseconds. */
  readonly isPrecise?: boolean
  /** In ascending order, so that sorting enums by position equals sorting by text. */
  readonly enumValues?: readonly string[]
  /** Optional: true by default, except for key columns. */
  readonly allowNull?: boolean
  readonly defaultValue?: string | number | boolean
  /** The source generates the next integer. */
  readonly isGenerated?: boolean
}

export interface TestForeignKey {
  /** Name under which queries join it. */
  readonly as: string
  readonly columns: readonly string[]
  readonly table: string
  readonly to: readonly string[]
}

export interface TestTable {
  readonly name: string
  readonly columns: readonly TestColumn[]
  readonly primaryKey: readonly string[]
  readonly foreignKeys: readonly TestForeignKey[]
  readonly unique?: readonly (readonly string[])[]
  readonly rows: readonly Row[]
}

export function findTable(tables: readonly TestTable[], name: string): TestTable {
  const table = tables.find(candidate => candidate.name === name)
  if (!table) throw new Error(`The test has no table '${name}'.`)
  return table
}

/**
 * Returns whether a column of a table can be null.
 *
 * @example
 * const id = { name: 'id', type: 'Number' } as const
 * const orders = { name: 'orders', columns: [id], primaryKey: ['id'], foreignKeys: [], rows: [] }
 * isNullable(orders, id) // false
 */
export function isNullable(table: TestTable, column: TestColumn): boolean {
  return column.allowNull ?? !table.primaryKey.includes(column.name)
}

/** Returns the types of the columns that are reachable through the joins of a node. */
export function createTypeLookup(tables: readonly TestTable[], node: SelectNode): GetColumnType {
  return path => typeAt(tables, node, path.split(':'))
}

function typeAt(
  tables: readonly TestTable[],
  node: SelectNode,
  [name = '', ...rest]: readonly string[],
): ColumnType | undefined {
  if (rest.length > 0) {
    const join = node.joins.find(candidate => candidate.as === name)
    return join && typeAt(tables, join.node, rest)
  }
  return findTable(tables, node.collection).columns.find(column => column.name === name)?.type
}
