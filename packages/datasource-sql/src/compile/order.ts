import type { SortClause } from '@service/datasource-toolkit'
import { hasWholeKey } from '../collection.js'
import type { Dialect } from '../dialect.js'
import { printSql, type Sql, sql } from '../sql.js'
import { columnAt, type JoinTree } from './join-tree.js'
import { compileReference } from './json-path.js'
import { and, nothing, or, type ParameterRef, quoteColumn } from './slots.js'

/** Compiles the order by clause with a leading space, or nothing. */
export function compileOrder(
  dialect: Dialect,
  tree: JoinTree,
  clauses: readonly SortClause[],
): Sql {
  if (clauses.length === 0) return sql``
  // SQL Server rejects a column that is named twice.
  const first = clauses.filter(
    ({ field }, index) => clauses.findIndex(other => other.field === field) === index,
  )
  const keys = first.map(({ field }) => {
    const { column, reference } = columnAt(dialect, tree, field)
    return dialect.comparable(column, reference, SORT)
  })
  const pieces = keys.map((key, index) => (first[index]?.ascending ? key : sql`${key} desc`))
  const tieBreakerKeys = hasWholeKey(tree.collection) ? [] : tieBreakers(dialect, tree, keys)
  return sql` order by ${sql.join([...pieces, ...tieBreakerKeys])}`
}

/**
 * Columns that make the order total where the key does not: rows that are equal in all of them are
 * identical.
 */
function tieBreakers(dialect: Dialect, { alias, collection }: JoinTree, sorted: Sql[]): Sql[] {
  const own = dialect.rowId?.(collection.table)
  if (own) return [quoteColumn(alias, own)]
  const print = (piece: Sql) => printSql(dialect.syntax, piece).text
  // SQL Server rejects a column that is named twice.
  const texts = new Set(sorted.map(print))
  return [...collection.columns.values()]
    .map(column => dialect.distinct(column, compileReference(dialect, alias, column)))
    .filter(piece => !texts.has(print(piece)))
}

/** The comparison whose left side is the sort expression of a column. */
const SORT = 'sort'

/** The parameter of one sort value of the last row, and how it is compared. */
export interface KeysetBound {
  readonly slot: ParameterRef
  readonly comparison?: string | undefined
}

interface Bound {
  readonly key: Sql
  readonly value: Sql | undefined
  readonly ascending: boolean
  readonly isNullable: boolean
}

/**
 * Compiles the condition for rows after the one with the given sort values, in the order of
 * `clauses`. A sort value that is null has no parameter.
 */
export function compileAfter(
  dialect: Dialect,
  tree: JoinTree,
  clauses: readonly SortClause[],
  keysetBounds: readonly (KeysetBound | undefined)[],
): Sql {
  const bounds = clauses.map(({ field, ascending }, index): Bound => {
    const { column, reference, isNullable } = columnAt(dialect, tree, field)
    const keysetBound = keysetBounds[index]
    return {
      key: dialect.comparable(column, reference, SORT),
      value:
        keysetBound && dialect.operand(column, keysetBound.slot, keysetBound.comparison ?? SORT),
      ascending,
      isNullable,
    }
  })
  if (dialect.comparesRows && isRowComparable(bounds)) {
    const symbol = bounds[0]?.ascending ? sql`>` : sql`<`
    return sql`(${sql.join(bounds.map(({ key }) => key))}) ${symbol} (${sql.join(bounds.map(({ value }) => value))})`
  }
  const alternatives = bounds.flatMap((bound, index) => {
    const beyond = isBeyond(dialect, bound)
    return beyond ? [and([...bounds.slice(0, index).map(isAt), beyond])] : []
  })
  return alternatives.length === 0 ? nothing : or(alternatives)
}

const isRowComparable = (bounds: readonly Bound[]): boolean =>
  bounds.every(
    bound => !bound.isNullable && bound.value && bound.ascending === bounds[0]?.ascending,
  )

const isAt = ({ key, value }: Bound): Sql => (value ? sql`${key} = ${value}` : sql`${key} is null`)

/** Returns undefined when no row can come after the bound. */
function isBeyond(dialect: Dialect, { key, value, ascending, isNullable }: Bound): Sql | undefined {
  const nullsComeLast = (dialect.nulls === 'last') === ascending
  if (!value) return nullsComeLast ? undefined : sql`${key} is not null`
  const beyond = ascending ? sql`${key} > ${value}` : sql`${key} < ${value}`
  return nullsComeLast && isNullable ? or([beyond, sql`${key} is null`]) : beyond
}
