import type { RequestOptions } from '../http/transport.js'
import type { RecordId } from '../records/record-id.js'

export interface RestoreOptions<P extends string = string> extends RequestOptions {
  /** Only these fields. Default: all that changed since. */
  readonly fields?: readonly P[]
  /** Values that the fields must still have, such as `from` of the preview; others are reported, not written. */
  readonly expect?: { readonly [K in P]?: unknown }
}

export interface RevertOptions extends RequestOptions {
  /** Needed when the request changed records of several collections. */
  readonly collection?: string
  /** Only this record of the collection. */
  readonly recordId?: RecordId
  /** Only these fields. Default: all that the request changed. */
  readonly fields?: readonly string[]
}
