import type { Logger } from '@service/base'
import type { ColumnType } from './column-types.js'
import type { Aggregation, ConditionTree, Group, Page, SortClause } from './query.js'
import type { CollectionSchema, ColumnPlace, KeyPair } from './schema.js'

/**
 * A record: columns under their names, joined to-one relations as nested rows (or null).
 *
 * Values have one form whatever the database:
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

/** What accompanies a request through every layer. */
export interface Call {
  /** IANA name; bounds of relative dates and of date groups are in this zone. */
  readonly timezone: string
  /** The instant relative dates refer to: one per request. */
  readonly now: Date
  /** Aborted when the client leaves. */
  readonly signal?: AbortSignal
  readonly caller?: Caller
}

export interface Join {
  /** Name under which the related row appears; it does not when neither it nor its joins select a column. */
  readonly as: string
  readonly on: readonly KeyPair[]
  readonly node: SelectNode
  /** Restricts which related rows may be joined; a row left out reads as null. Paths are those of `node`. */
  readonly where?: ConditionTree
}

/** Columns and to-one joins to read, as a tree. */
export interface SelectNode {
  readonly collection: string
  readonly columns: readonly string[]
  readonly joins: readonly Join[]
}

/** Every path in `where` and `orderBy` goes through joins present in `select`, their columns selected or not. */
export interface Scan {
  readonly select: SelectNode
  readonly where?: ConditionTree
  readonly orderBy: readonly SortClause[]
  readonly page?: Page
  /**
   * Keyset paging: only rows that come after the one with these values of `orderBy`, in that order.
   * `orderBy` then ends with the primary key, so that the order is total.
   */
  readonly after?: readonly unknown[]
}

export interface AggregateScan {
  /** The collection and the joins that the other members go through; its columns are ignored. */
  readonly select: SelectNode
  readonly where?: ConditionTree
  readonly aggregation: Aggregation
  /** Groups are ordered by value descending (null last), then by group values ascending, then cut. */
  readonly limit?: number
}

/** What became of the rows an update matched. */
export interface UpdatedRows {
  readonly matched: number
  /** As they are after the update; those that do not match any more are left out. */
  readonly rows: Row[]
}

/** A value to store that is read from the row of a collection that matches: one at most. */
export interface ReadValue {
  readonly collection: string
  readonly column: string
  /** On columns of that collection only. */
  readonly where: ConditionTree
}

export interface CollectionSource {
  readonly name: string
  readonly schema: CollectionSchema
  list(scan: Scan, call: Call): Promise<Row[]>
  /**
   * The rows of `list`, each as its cells: the columns of `select` in order, then those of its joins,
   * depth first, null for a missing row. Values are those of `list`, except that a number may be
   * the text that JavaScript writes for it. The cells belong to the caller.
   */
  listCells?(scan: Scan, call: Call): Promise<unknown[][]>
  /**
   * The rows of `list` in chunks, all of one statement: each chunk is read when it is asked for, and
   * the statement ends when the reader stops. For collections without a key to resume from.
   */
  listChunks?(scan: Scan, chunkSize: number, call: Call): AsyncIterable<Row[]>
  aggregate(scan: AggregateScan, call: Call): Promise<Group[]>
  /** Inserts all rows or none; answers them complete, in the order given. */
  create(rows: readonly Row[], call: Call): Promise<Row[]>
  /**
   * Inserts one row with one statement that also reads some of its values, by column. Refuses it
   * with a `ValidationError` when one of them is not found. Undefined, and nothing is done, when
   * that cannot be told.
   */
  createReading?(
    row: Row,
    values: ReadonlyMap<string, ReadValue>,
    call: Call,
  ): Promise<Row | undefined>
  /** Answers the number of rows that matched. `where` uses columns of this collection only. */
  update(where: ConditionTree | undefined, patch: Row, call: Call): Promise<number>
  /**
   * Updates and reads the rows with one statement, `where` as for `update`. Undefined, and nothing
   * is done, when one statement could not read what the update leaves behind.
   */
  updateAndList?(
    where: ConditionTree | undefined,
    patch: Row,
    select: SelectNode,
    call: Call,
  ): Promise<UpdatedRows | undefined>
  /** Answers the number of rows deleted. `where` uses columns of this collection only. */
  delete(where: ConditionTree | undefined, call: Call): Promise<number>
  /** The number of rows according to the database's statistics, when it keeps some. */
  estimateCount?(call: Call): Promise<number | undefined>
}

/** SQL text cut at its parameters: `texts` has one element more than `values`. */
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
  /** False: scans arrive without joins. */
  readonly joins: boolean
  /** Where null comes in an ascending sort: it follows the database, so that indexes serve. */
  readonly nulls: 'first' | 'last'
  /** A date, a number or a UUID may be any text, since columns hold whatever was written. */
  readonly isLooselyTyped?: boolean
}

/** A place inside a column of documents, to be addressed like a column. */
export interface PlaceColumn extends ColumnPlace {
  readonly collection: string
  /** What scans, conditions, sorts and patches of updates call it. */
  readonly name: string
  readonly columnType: ColumnType
  readonly enumValues?: readonly string[]
}

export interface DataSource {
  readonly collections: readonly CollectionSource[]
  readonly capabilities: SourceCapabilities
  readonly nativeConnections: readonly NativeConnection[]
  /**
   * The same source, open once, whose collections have these places as columns too; those it cannot
   * address are not in the schemas. What is missing there, or of another type, reads as null. An
   * update of a place makes the objects on its way, merges an object into the one that is there, and
   * leaves all else as it is at that moment: updates of other places at the same time are not lost.
   * Rows to create do not name places. Absent: the source looks into no document.
   */
  withPlaces?(places: readonly PlaceColumn[]): DataSource
  /** Rejects with the reason when the source cannot answer. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Opens a datasource; `restart` asks the agent to rebuild itself when the structure changed. */
export type DataSourceFactory = (
  logger: Logger,
  restart: () => Promise<void>,
) => Promise<DataSource>
