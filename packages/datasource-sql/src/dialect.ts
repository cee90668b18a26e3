import type { DateOperation, PrimitiveType } from '@service/datasource-toolkit'
import type { LikeToken } from './compile/like.js'
import type { ParameterRef } from './compile/slots.js'
import type { WriteCell } from './csv/write-cells.js'
import type { DialectName } from './database.js'
import type { ColumnInfo, TableInfo } from './introspect/introspection.js'
import type { Sql, SqlSyntax } from './sql.js'

/** Encodes a canonical value for the driver. Never called with null. */
export type Encode = (value: unknown) => unknown
/** Decodes a driver's cell to canonical form. Never called with null. */
export type Decode = (cell: unknown) => unknown

/** Whether an operand is above or below all values of a column. */
export type OutOfRange = 'above' | 'below'

/** The SQL that differs between databases. */
export interface Dialect {
  readonly name: DialectName
  readonly syntax: SqlSyntax
  readonly nulls: 'first' | 'last'
  /** A column can contain values of any type, whatever its own. */
  readonly isLooselyTyped?: boolean
  /** A list is bound as one array; otherwise as one parameter per element. */
  readonly hasArrays: boolean
  /** Whether an index can serve `(a, b) > (x, y)`. */
  readonly comparesRows: boolean
  /**
   * How inserted rows are returned: all in order, or one at a time, read again in the same
   * transaction by the key that the insert returns (`output`) or the driver reports (`reread`).
   */
  readonly returning: 'returning' | 'output' | 'reread'
  /**
   * An insert can read values from other tables: one that is not found is null, and rejected where
   * null is not allowed.
   */
  readonly readsInInserts: boolean
  /**
   * A prepared statement is planned once when its plan does not depend on its parameters; with a
   * parameter for the limit it does.
   */
  readonly plansAhead: boolean
  /** The maximum number of parameters of one statement. */
  readonly maxParameters: number

  encode(column: ColumnInfo): Encode
  /** Encodes an operand, where it is compared in another form than it is stored. */
  encodeOperand?(column: ColumnInfo): Encode
  decode(column: ColumnInfo): Decode | undefined
  /** Decodes a cell when a number may be returned as the text JavaScript formats it as. */
  decodeText?(column: ColumnInfo): Decode | undefined
  /** Selects a column whose plain value the driver would decode wrongly. */
  readable?(column: ColumnInfo, reference: Sql): Sql
  /**
   * Casts a column of a domain to its base type, because operands need not satisfy the domain's
   * constraints.
   */
  plain?(column: ColumnInfo, reference: Sql): Sql
  /** Converts a parameter for a column whose type does not accept every parameter. */
  assigned?(column: ColumnInfo, slot: ParameterRef): Sql
  /** The assignment of an update, where it depends on the current value of the column. */
  reassigned?(column: ColumnInfo, reference: Sql, slot: ParameterRef): Sql | undefined

  /** Whether the column can contain a value that cannot be assigned: rows that have it keep it. */
  isUnwritableValue?(column: ColumnInfo, value: unknown): boolean

  /** Returns whether an operand the column cannot contain is above or below all its values. */
  beyond?(column: ColumnInfo, operand: unknown): OutOfRange | undefined
  /** The infinity that the column can contain beyond its finite values on that side. */
  infinity?(column: ColumnInfo, side: OutOfRange): Sql | undefined
  /**
   * Returns how the column is compared with these operands; the name becomes part of the plan
   * shape.
   */
  comparison(column: ColumnInfo, operands: readonly unknown[]): string
  /** The column's side of a comparison; also its sort expression. */
  comparable(column: ColumnInfo, reference: Sql, comparison: string): Sql
  /** How the column is compared with the last value of a page, where that depends on the value. */
  afterComparison?(column: ColumnInfo, value: unknown): string
  /** The operand's side of a comparison. */
  operand(column: ColumnInfo, slot: ParameterRef, comparison: string): Sql
  /** The operand's side, for a list bound as one array. */
  operands?(column: ColumnInfo, slot: ParameterRef, comparison: string): Sql
  /** The null test of a column for which `is null` is also true for other values. */
  isNull?(column: ColumnInfo, reference: Sql): Sql | undefined
  /** Both sides of a second comparison, for text columns whose `=` is looser than equality. */
  exact?(column: ColumnInfo): Exact | undefined

  likePattern(tokens: readonly LikeToken[], isCaseSensitive: boolean): string
  like(column: ColumnInfo, reference: Sql, pattern: ParameterRef, isCaseSensitive: boolean): Sql
  /** Length in code points. */
  length(reference: Sql): Sql
  isEmptyText(reference: Sql): Sql
  includesAll?(reference: Sql, list: Sql): Sql
  includesSome?(reference: Sql, list: Sql): Sql
  /** Makes keys of different column types comparable in a join. */
  keysOfOtherType?(left: Sql, right: Sql): readonly [Sql, Sql]

  /**
   * An expression that differs whenever values of a column differ; rows without a key are sorted by
   * it.
   */
  distinct(column: ColumnInfo, reference: Sql): Sql
  /** The column in which the database numbers the rows of a table. */
  rowId?(table: TableInfo): string | undefined

  page(limit: ParameterRef | Sql, skip: ParameterRef | Sql | undefined, isOrdered: boolean): Sql

  /** Optional: absent when exports are read as cells. */
  readonly csv?: CsvSyntax

  readonly buckets: Buckets
  /** An expression that is equal exactly for equal values of a column. */
  groupKey(column: ColumnInfo, reference: Sql): Sql
  decodeGroup(column: ColumnInfo): Decode | undefined
  aggregate(operation: 'Sum' | 'Avg', column: ColumnInfo, value: Sql): Sql
  readonly decodeSum: Decode

  /**
   * Compiles an insert that returns the columns `read` of the rows, or their `key`: see
   * `returning`.
   */
  insert(
    table: Sql,
    columns: readonly string[],
    rows: readonly Sql[],
    read: readonly string[],
    key: readonly string[],
  ): Sql
  update(table: Sql, alias: string, assignments: Sql, where: Sql): Sql
  /** Compiles an update that returns columns of its rows, for use in a with clause. */
  updateReturning?(
    table: Sql,
    alias: string,
    assignments: Sql,
    where: Sql,
    read: readonly string[],
  ): Sql
  delete(table: Sql, alias: string, where: Sql): Sql
  /** How JSON paths are read and written. Optional: absent when the database cannot. */
  readonly jsonPaths?: JsonPathSyntax
  /** The number of rows by the database's statistics: null or negative when it has none. */
  estimate?(table: TableInfo): Sql<Record<string, unknown>>
}

/** How the rows of an export become lines of CSV; needs `Database.readRows`. */
export interface CsvSyntax {
  /** Undefined when the cells of a column are not written from its text. */
  chooseWriter(column: ColumnInfo, escapesFormulas: boolean): WriteCell | undefined
}

/** A document to merge: as JSON text, and member by member. */
export interface MergeTree {
  readonly json: ParameterRef
  readonly members: readonly {
    readonly name: ParameterRef
    readonly value: ParameterRef | MergeTree
  }[]
}

interface JsonPathSyntax {
  /** The JSON text of the value at a path; null when there is none. */
  json(document: Sql, path: readonly string[]): Sql
  /** The value at a path for comparing and sorting; null when it is of another type. */
  readonly typed: { readonly [T in PrimitiveType]?: TypedJsonPath }
  /** Merges a patch into the document. */
  merge(column: ColumnInfo, document: Sql, patch: MergeTree): Sql
}

interface TypedJsonPath {
  /** The database's name of the type. */
  readonly databaseType: string
  value(document: Sql, path: readonly string[]): Sql
}

/** Both sides of the second comparison. */
interface Exact {
  left(reference: Sql): Sql
  right(slot: ParameterRef): Sql
}

interface Truncation {
  /** Returns the day when it has a period, else null. Optional: all days have one by default. */
  toDay?(reference: Sql): Sql
  /** The first day of the period of a local date; its text begins with `YYYY-MM-DD`. */
  truncate(operation: DateOperation, local: Sql): Sql
  /** Decodes that day to canonical form. Optional: its first ten characters by default. */
  readonly decode?: Decode
  /** Optional: absent when the database computes every period, or null. */
  readonly limits?: DateLimits
}

/**
 * For databases that reject a statement when the period of one of its dates is out of range.
 * Comparing every date with the limits takes time, so statements do it only after a rejection.
 */
interface DateLimits {
  /** Whether the database rejected a statement because a date is out of range. */
  isExceeded(error: unknown): boolean
  /** Returns the date when all its periods are in range, else null. */
  guard(reference: Sql): Sql
}

/** For databases that have time zones by name. */
interface ZonedBuckets extends Truncation {
  readonly hasZones: true
  /** The local date and time of an instant. */
  inZone(column: ColumnInfo, reference: Sql, zone: ParameterRef): Sql
}

/** For databases that receive the UTC offsets of a zone as parameters. */
interface ShiftedBuckets extends Truncation {
  readonly hasZones: false
  /** The date and time of an instant, shifted by seconds east of UTC. */
  shifted(column: ColumnInfo, reference: Sql, seconds: Sql): Sql
  /** Compares an instant with a bound, which is a `Date`. */
  isBefore(column: ColumnInfo, reference: Sql, bound: ParameterRef): Sql
}

/** How the first day of the period of an instant is computed. */
type Buckets = ZonedBuckets | ShiftedBuckets
