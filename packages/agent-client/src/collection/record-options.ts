import type { RequestOptions } from '../http/transport.js'
import type { RecordId } from '../records/record-id.js'

export interface GetOptions<P extends string = string> extends RequestOptions {
  readonly fields?: readonly P[]
}

export interface CreateOptions<R extends string = string> extends RequestOptions {
  /** The records that to-one relations of the new record reference. */
  readonly relations?: { readonly [K in R]?: RecordId | null }
}
