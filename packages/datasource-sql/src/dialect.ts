import type { DateOperation, PrimitiveType } from '@service/datasource-toolkit'
import type { LikeToken } from './compile/like.js'
import type { Slot } from './compile/slots.js'
import type { DialectName } from './database.js'
import type { ColumnInfo, TableInfo } from './introspect/introspection.js'
import type { Sql, SqlSyntax } from './sql.js'

/** A value in canonical form, made what the driver binds. Never called with null. */
export type Encode = (value: unknown) => unknown
/** A driver's cell, made canonical. Never called with null. */
export type Decode = (cell: unknown) => unknown

/** An operand above, or below, all values of a column. */
export type Beyond = 'above' | 'below'

/** How a database writes what the others write otherwise. */
export interface Dialect {
  readonly name: DialectName
  readonly syntax: SqlSyntax
  readonly nulls: 'first' | 'last'
  /** A column holds values of any type, whatever its own. */
  readonly isLooselyTyped?: boolean
  /** A list is bound as one array; elsewhere as one parameter per element. */
  readonly hasArrays: boolean
  /** `(a, b) > (x, y)` is served by an index. */
  readonly comparesRows: boolean
  /**
   * How inserted rows come back: all in order, or one at a time, read again in the same transaction
   * by the key that the insert answers (`output`) or that the driver tells (`reread`).
   */
  readonly returning: 'returning' | 'output' | 'reread'
  /** A value that is not found where an insert reads it is null, and refused where null is. */
  readonly readsInInserts: boolean
  /** A prepared statement is planned once, if its plan does not hang on its parameters: on the length of a page it does. */
  readonly plansAhead: boolean
  /** The most parameters one statement may have. */
  readonly maxParameters: number

  encode(column: ColumnInfo): Encode
  /** The same for an operand, where it is compared in another form than it is stored in. */
  encodeOperand?(column: ColumnInfo): Encode
  decode(column: ColumnInfo): Decode | undefined
  /** The same where a number may be the text that JavaScript writes for it. */
  decodeText?(column: ColumnInfo): Decode | undefined
  /** What is selected for a column whose plain value the driver would spoil. */
  readable?(column: ColumnInfo, reference: Sql): Sql
  /** The value of a column whose type has rules that operands need not keep: a domain. */
  plain?(column: ColumnInfo, reference: Sql): Sql
  /** What is assigned to a column whose type does not take every parameter. */
  assigned?(column: ColumnInfo, slot: Slot): Sql
  /** What an update assigns, where that hangs on what the column holds. */
  reassigned?(column: ColumnInfo, reference: Sql, slot: Slot): Sql | undefined

  /** A value that the column may have and cannot be given: a row that has it keeps it. */
  isOnlyKept?(column: ColumnInfo, value: unknown): boolean

  /** On which side of all values of the column the operand lies, if it is none that the column can hold. */
  beyond?(column: ColumnInfo, operand: unknown): Beyond | undefined
  /** What the column may hold further on that side still: an infinity. */
  infinity?(column: ColumnInfo, side: Beyond): Sql | undefined
  /** How the column is compared with these operands: a word that goes into the shape. */
  comparison(column: ColumnInfo, operands: readonly unknown[]): string
  /** The column's side of a comparison; also what it is sorted by. */
  comparable(column: ColumnInfo, reference: Sql, comparison: string): Sql
  /** How the column is compared with the last value of a page, where that hangs on the value. */
  afterComparison?(column: ColumnInfo, value: unknown): string
  /** The operand's side. */
  operand(column: ColumnInfo, slot: Slot, comparison: string): Sql
  /** The side of a list bound as one array. */
  operands?(column: ColumnInfo, slot: Slot, comparison: string): Sql
  /** The test for null of a column where `is null` is true of other values too. */
  isNull?(column: ColumnInfo, reference: Sql): Sql | undefined
  /** Both sides of a second test, where `=` on text is looser than equality. */
  exact?(column: ColumnInfo): Exact | undefined

  likePattern(tokens: readonly LikeToken[], isCaseSensitive: boolean): string
  like(column: ColumnInfo, reference: Sql, pattern: Slot, isCaseSensitive: boolean): Sql
  /** Length in code points. */
  length(reference: Sql): Sql
  isEmptyText(reference: Sql): Sql
  includesAll?(reference: Sql, list: Sql): Sql
  includesSome?(reference: Sql, list: Sql): Sql
  /** Makes keys of different column types comparable in a join. */
  keysOfOtherType?(left: Sql, right: Sql): readonly [Sql, Sql]

  /** What differs where values of a column of any type do: rows without a key are ordered by it. */
  distinct(column: ColumnInfo, reference: Sql): Sql
  /** The column in which the database itself numbers the rows of a table. */
  rowId?(table: TableInfo): string | undefined

  page(limit: Slot | Sql, skip: Slot | Sql | undefined, isOrdered: boolean): Sql

  readonly buckets: Buckets
  /** What rows with equal values of a column have in common, exactly. */
  groupKey(column: ColumnInfo, reference: Sql): Sql
  decodeGroup(column: ColumnInfo): Decode | undefined
  aggregate(operation: 'Sum' | 'Avg', column: ColumnInfo, value: Sql): Sql
  readonly decodeSum: Decode

  /** Answers the columns `read` of the rows, or their `key`: see `returning`. */
  insert(
    table: Sql,
    columns: readonly string[],
    rows: readonly Sql[],
    read: readonly string[],
    key: readonly string[],
  ): Sql
  update(table: Sql, alias: string, assignments: Sql, where: Sql): Sql
  /** An update that answers columns of its rows, fit for a with clause. */
  updateReturning?(
    table: Sql,
    alias: string,
    assignments: Sql,
    where: Sql,
    read: readonly string[],
  ): Sql
  delete(table: Sql, alias: string, where: Sql): Sql
  /** How the database looks into columns of documents, where it can. */
  readonly places?: Places
  /** The number of rows by the database's statistics: null or negative when it has none. */
  estimate?(table: TableInfo): Sql<Record<string, unknown>>
}

/** What a document is merged with: as JSON text, and member by member. */
export interface MergeTree {
  readonly json: Slot
  readonly members: readonly { readonly name: Slot; readonly value: Slot | MergeTree }[]
}

interface Places {
  /** The JSON text of what is at a path; null when nothing is. */
  json(document: Sql, path: readonly string[]): Sql
  /** What is at a path, to be compared and sorted by; null when it is of another type. */
  readonly typed: { readonly [T in PrimitiveType]?: TypedPlace }
  /** The document with what it is merged with. */
  merge(column: ColumnInfo, document: Sql, patch: MergeTree): Sql
}

interface TypedPlace {
  /** What the database calls the type. */
  readonly databaseType: string
  value(document: Sql, path: readonly string[]): Sql
}

/** Both sides of the second test. */
interface Exact {
  left(reference: Sql): Sql
  right(slot: Slot): Sql
}

interface Truncation {
  /** The days that have a period, null for others: absent, all have. */
  dayOf?(reference: Sql): Sql
  /** The first day of the period a local date falls in; its text begins with `YYYY-MM-DD`. */
  truncate(operation: DateOperation, local: Sql): Sql
  /** That day in its one form; absent: it is the first ten characters. */
  readonly decode?: Decode
}

/** The database knows time zones by name. */
interface ZonedBuckets extends Truncation {
  readonly hasZones: true
  /** The local date and time of an instant. */
  inZone(column: ColumnInfo, reference: Sql, zone: Slot): Sql
}

/** The database is given the offsets of a zone. */
interface ShiftedBuckets extends Truncation {
  readonly hasZones: false
  /** The date and time of an instant, so many seconds east of UTC. */
  shifted(column: ColumnInfo, reference: Sql, seconds: Sql): Sql
  /** The bound is a `Date`. */
  isBefore(column: ColumnInfo, reference: Sql, bound: Slot): Sql
}

/** How the first day of the period an instant falls in is computed. */
type Buckets = ZonedBuckets | ShiftedBuckets
