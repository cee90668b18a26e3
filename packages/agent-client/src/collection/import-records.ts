import type { ImportMode } from '@service/protocol'
import type { RequestOptions } from '../http/transport.js'

export interface ImportOptions<F extends string = string> extends RequestOptions {
  /** `upsert` changes the record that has the key of the row, or creates one. Default: `create`. */
  readonly mode?: ImportMode
  /** The fields that identify a record. With `create`, rows whose key exists are rejected. */
  readonly key?: readonly F[]
  /** Check the rows and write nothing. */
  readonly dryRun?: boolean
  /** Names the import: with `chunk`, rows that are sent again are not written again. */
  readonly importId?: string
  /** The number of these rows in the import, from 0. */
  readonly chunk?: number
  /** Write nothing: only return what became of a chunk that was sent before. */
  readonly replay?: boolean
}
