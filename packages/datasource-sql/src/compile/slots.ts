import { printSql, type Sql, type SqlSyntax, sql } from '../sql.js'

/** A reference to a parameter: an index into the values collected from a query. */
export interface ParameterRef {
  readonly slot: number
}

export interface SqlText {
  readonly text: string
  /** The index of the value of each parameter. */
  readonly slots: readonly number[]
}

/** Prints a statement whose parameters are all references. */
export function printStatement(syntax: SqlSyntax, piece: Sql): SqlText {
  const { text, parameters } = printSql(syntax, piece)
  return { text, slots: parameters.map(parameter => (parameter as ParameterRef).slot) }
}

export function bind(slots: readonly number[], values: readonly unknown[]): unknown[] {
  const bound = new Array<unknown>(slots.length)
  for (let i = 0; i < slots.length; i++) bound[i] = values[slots[i] as number]
  return bound
}

export const quoteColumn = (alias: string, column: string): Sql => sql`${sql.id(alias, column)}`

export const and = (pieces: readonly Sql[]): Sql => sql`(${sql.join(pieces, sql` and `)})`
export const or = (pieces: readonly Sql[]): Sql => sql`(${sql.join(pieces, sql` or `)})`
export const nothing: Sql = sql`1 = 0`
export const everything: Sql = sql`1 = 1`
