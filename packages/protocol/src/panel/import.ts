/** The body of `POST /{collection}/_import`: some rows of a file. */
export interface ImportChunk {
  readonly mode: ImportMode
  /** Fields that identify a record: required for `upsert`. With `create`, rows whose key exists are rejected. */
  readonly key?: readonly string[]
  /** Writes nothing; values, rights, related records and keys are checked. */
  readonly dryRun?: boolean
  /** Names the import, so that a chunk that is sent again is not written again. */
  readonly importId?: string
  /** The number of the chunk in its import, from 0. */
  readonly chunk?: number
  /** Writes nothing: returns what became of a chunk that was sent before, or a 409. */
  readonly replay?: boolean
  /** By field. The value of a many-to-one relation is `{"type","id"}` or null. */
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** `upsert` changes the record that has the key of the row, or creates one. */
export type ImportMode = 'create' | 'upsert'

/** The response to `POST /{collection}/_import`, in the order of the rows. */
export interface ImportResult {
  readonly rows: readonly ImportedRow[]
}

/** What became of a row: it has either an `action` or a `message`. */
export interface ImportedRow {
  /** The position among the rows of the chunk, from 0. */
  readonly index: number
  readonly action?: 'created' | 'updated'
  /** Absent when a dry run would create the record. */
  readonly id?: string
  /** Why the row was not written. */
  readonly message?: string
  /** The messages of single fields. */
  readonly fields?: Readonly<Record<string, readonly string[]>>
  /** The agent or its database stopped during the write: the row may have been written. */
  readonly isUncertain?: boolean
}

/** The most rows of a chunk. */
export const maxImportRows = 500
