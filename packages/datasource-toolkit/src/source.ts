import type { Logger } from '@service/base'
import type { ColumnType } from './column-types.js'
import type { Aggregation, ConditionTree, FieldPath, Group, Page, SortClause } from './query.js'
import type { CollectionSchema, JsonPath, KeyPair } from './schema.js'

/**
 * A row: columns by name, joined to-one relations as nested rows (or null).
 *
 * Values have the same form for every database:
 * - Number: a number, or decimal text when a double cannot hold it exactly
 * - Date: ISO 8601 in UTC with three fraction digits, six when microseconds are not zero
 * - Dateonly: `YYYY-MM-DD`. Time: `HH:MM:SS`, with a fraction only when it is not zero
 * - Uuid: lower case. Binary: `Uint8Array`. Point: `[x, y]`. Json: the parsed value
 */
export type Row = Record<string, unknown>

export interface Caller {
  readonly id: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly team: string
  readonly role: string
  readonly tags: Readonly<Record<string, string>>
  readonly timezone: string
  readonly permissionLevel?: string
  readonly renderingId?: number
  readonly requestId?: string
}

/** The context of a request, passed through every layer. */
export interface Call {
  /** IANA name; relative dates and date groups use this zone. */
  readonly timezone: string
  /** The current instant for relative dates; the same throughout a request. */
  readonly now: Date
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal
  readonly caller?: Caller
}

export interface Join {
  /** Property of the related row; left out when neither it nor its joins select a column. */
  readonly as: string
  readonly on: readonly KeyPair[]
  readonly node: SelectNode
  /**
   * Restricts which related rows are joined; a row that does not match reads as null. Paths start
   * at `node`.
   */
  readonly where?: ConditionTree
}

/** Columns and to-one joins to read, as a tree. */
export interface SelectNode {
  readonly collection: string
  readonly columns: readonly string[]
  readonly joins: readonly Join[]
}

/**
 * Every relation in the paths of `where` and `orderBy` is joined in `select`, even if none of its
 * columns is selected.
 */
export interface Scan {
  readonly select: SelectNode
  readonly where?: ConditionTree
  readonly orderBy: readonly SortClause[]
  readonly page?: Page
  /**
   * Keyset paging: only rows after the one with these values of `orderBy`. `orderBy` then ends with
   * the primary key, so that the order is total.
   */
  readonly after?: readonly unknown[]
}

export interface AggregateScan {
  /** The joins that the other properties use; its columns are ignored. */
  readonly select: SelectNode
  readonly where?: ConditionTree
  readonly aggregation: Aggregation
  /**
   * Groups are sorted by value descending (null last), then by group values ascending, before the
   * limit applies.
   */
  readonly limit?: number
}

/** The result of an update that also reads the rows. */
export interface UpdatedRows {
  readonly matched: number
  /** The rows after the update; those that no longer match `where` are left out. */
  readonly rows: Row[]
}

/** How the lines of a CSV file are written. */
export interface CsvFormat {
  /** The cells of a line, as paths of selected columns. */
  readonly columns: readonly FieldPath[]
  /** Text that a spreadsheet would run as a formula gets an apostrophe in front. */
  readonly escapesFormulas: boolean
}

/** Rows as lines of CSV in UTF-8, each ended by a line feed. */
export interface CsvLines {
  readonly bytes: Uint8Array
  /** The number of rows. */
  readonly length: number
}

/** The end of a scan that was read as lines of CSV. */
export interface CsvEnd {
  /** The number of rows. */
  readonly length: number
  /** The values of `orderBy` in the last row, for `Scan.after`; undefined when no row follows. */
  readonly after: readonly unknown[] | undefined
}

/** A value to store that is read from a row of another collection; at most one row matches. */
export interface ReadValue {
  readonly collection: string
  readonly column: string
  /** Uses columns of that collection only. */
  readonly where: ConditionTree
}

export interface CollectionSource {
  readonly name: string
  readonly schema: CollectionSchema
  list(scan: Scan, call: Call): Promise<Row[]>
  /**
   * Returns the rows of `list` as cells: the columns of `select` in order, then those of its joins,
   * depth first, null for a missing row. Values are those of `list`, except that a number can be
   * the text JavaScript formats it as. The caller may modify the cells.
   */
  listCells?(scan: Scan, call: Call): Promise<unknown[][]>
  /**
   * Returns the rows of `list` in chunks of one statement; each chunk is read on demand, and the
   * statement ends when iteration stops. For collections without a key to resume from.
   */
  listChunks?(scan: Scan, chunkSize: number, call: Call): AsyncIterable<Row[]>
  /**
   * Reads the rows of `list` as lines of CSV, with the same bytes as `escapeFormula` or `quoteCell`
   * of `@service/base` write for the cells, and passes them on while others arrive. Very large
   * rows and a lost connection end them early, with `after`. Present together with `findUnwritable`.
   */
  listCsv?(
    scan: Scan,
    format: CsvFormat,
    call: Call,
    onLines: (lines: CsvLines) => void,
  ): Promise<CsvEnd>
  /** Returns the first column, of the cells or of `orderBy`, whose type `listCsv` cannot write. */
  findUnwritable?(scan: Scan, columns: readonly FieldPath[]): FieldPath | undefined
  aggregate(scan: AggregateScan, call: Call): Promise<Group[]>
  /** Inserts all rows or none; returns the complete rows in the order given. */
  create(rows: readonly Row[], call: Call): Promise<Row[]>
  /**
   * Inserts one row with a statement that also reads some of its values. Throws a `ValidationError`
   * when one of them is not found; returns undefined, without inserting, when the source cannot
   * detect that.
   */
  createReading?(
    row: Row,
    values: ReadonlyMap<string, ReadValue>,
    call: Call,
  ): Promise<Row | undefined>
  /** Returns the number of rows that matched. `where` uses columns of this collection only. */
  update(where: ConditionTree | undefined, patch: Row, call: Call): Promise<number>
  /**
   * Updates and reads the rows with one statement, `where` as for `update`. Returns undefined,
   * without updating, when one statement cannot read the rows as the update leaves them.
   */
  updateAndList?(
    where: ConditionTree | undefined,
    patch: Row,
    select: SelectNode,
    call: Call,
  ): Promise<UpdatedRows | undefined>
  /** Returns the number of rows deleted. `where` uses columns of this collection only. */
  delete(where: ConditionTree | undefined, call: Call): Promise<number>
  /** Returns the number of rows by the database's statistics, when it keeps them. */
  estimateCount?(call: Call): Promise<number | undefined>
}

/** SQL text split at its parameters: `texts` has one element more than `values`. */
export interface NativeQuery {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]
}

export interface NativeConnection {
  readonly name: string
  /** Runs one read-only statement within the time and row limits of the source. */
  query(query: NativeQuery, call: Call): Promise<Row[]>
}

export interface SourceCapabilities {
  /** Whether scans may contain joins. */
  readonly joins: boolean
  /**
   * Where nulls come in an ascending sort; the same as in the database, so that indexes can be
   * used.
   */
  readonly nulls: 'first' | 'last'
  /** Dates, numbers and UUIDs can be any text, because columns store whatever was written. */
  readonly isLooselyTyped?: boolean
}

/** A JSON path inside a column of documents that can be used like a column. */
export interface JsonPathColumn extends JsonPath {
  readonly collection: string
  /** Its name in scans, conditions, sorts and patches. */
  readonly name: string
  readonly columnType: ColumnType
  readonly enumValues?: readonly string[]
}

export interface DataSource {
  /** What people call it, such as the name of its database. Optional. */
  readonly name?: string
  readonly collections: readonly CollectionSource[]
  readonly capabilities: SourceCapabilities
  readonly nativeConnections: readonly NativeConnection[]
  /**
   * Returns the same open source with these JSON paths as additional columns; those the source
   * cannot use are not in the schemas. A value that is missing or of another type reads as null. An
   * update creates missing objects along the path, merges an object into the existing one and
   * leaves all other members as they are, so that concurrent updates of other paths are not lost.
   * Rows to create do not contain these columns. Optional: absent when the source cannot read
   * inside documents.
   */
  withJsonPathColumns?(jsonPathColumns: readonly JsonPathColumn[]): DataSource
  /** Rejects with the reason when the source is unavailable. */
  check(): Promise<void>
  close(): Promise<void>
}

/** What a data source sends to its database. */
export interface ObservedStatement {
  /** The name that OpenTelemetry gives the database: `postgresql`, `mysql`, `mongodb`. */
  readonly system: string
  /** What it does, in the words of the database: `SELECT`, `INSERT`, `aggregate`. */
  readonly operation: string
  /** The statement without its parameters. Absent when it may contain values. */
  readonly text?: string
}

/** Runs each statement of a data source, to measure it. */
export type ObserveStatement = <T>(
  statement: ObservedStatement,
  run: () => Promise<T>,
) => Promise<T>

/**
 * Opens a data source; `restart` makes the agent rebuild itself when the structure changed.
 * `observe` is given while somebody measures the agent.
 */
export type DataSourceFactory = (
  logger: Logger,
  restart: () => Promise<void>,
  observe?: ObserveStatement,
) => Promise<DataSource>
