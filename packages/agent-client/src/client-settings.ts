import type { RequestApproval } from './action/execute-options.js'
import type { Transport } from './http/transport.js'
import type { SchemaReader } from './schema-reader.js'

/** What all modules of a client share. */
export interface ClientSettings {
  readonly transport: Transport
  readonly schema: SchemaReader
  readonly requestApproval?: RequestApproval
}
