import { type ColumnName, columns } from './columns.js'

/** Values of the columns of an entry, in their order. */
export type Cells = readonly unknown[]

/** What is written to the table of an audit trail at once. */
export interface EntryChanges {
  /** New entries: the values of `insertedColumns`. */
  readonly inserted: readonly Cells[]
  /** The ids of entries that ended as announced. */
  readonly finished: readonly number[]
  /** Entries that ended with other values: an id, and the values of `changedColumns`. */
  readonly changed: readonly Cells[]
  /** The ids of entries whose change was not made. */
  readonly removed: readonly number[]
}

/** Makes all changes or none, and returns the ids of the inserted entries in their order. */
export type WriteEntries = (changes: EntryChanges) => Promise<readonly number[]>

export const insertedColumns: readonly ColumnName[] = (Object.keys(columns) as ColumnName[]).filter(
  name => name !== 'id',
)

export const changedColumns = [
  'operation',
  'record_id',
  'previous_values',
  'new_values',
  'status',
] as const satisfies readonly ColumnName[]

/** Ids grow in the order of the inserted rows; databases return them in any. */
export const readIds = (rows: readonly unknown[]): readonly number[] =>
  rows.map(cells => Number((cells as Cells)[0])).sort((one, other) => one - other)
