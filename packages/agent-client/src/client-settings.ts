import type { RequestApproval } from './action/execute-options.js'
import type { Transport } from './http/transport.js'
import type { SchemaReader } from './schema-reader.js'

/** What every part of a client works with. */
export interface ClientSettings {
  readonly transport: Transport
  readonly schema: SchemaReader
  readonly requestApproval?: RequestApproval
}
