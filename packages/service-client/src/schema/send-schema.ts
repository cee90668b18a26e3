import type { Logger } from '@service/base'
import { parseJson } from '@service/base'
import type { SchemaFile } from '@service/protocol'
import type { ServicePort } from '../port/service-port.js'
import { toCallError } from '../transport/call-error.js'
import type { Caller } from '../transport/call-service.js'
import type { Retries } from '../transport/retry-later.js'
import { schemaDocument } from './schema-document.js'

const path = '/agent-api/schema'
const uploadTimeout = 30_000

export interface SchemaSenderOptions {
  readonly caller: Caller
  readonly retries: Retries
  readonly logger: Logger
  /** Called after an upload, when the service knows other collections. */
  onSent(): Promise<void>
}

/**
 * Uploads a schema that the service does not have; retries until it succeeds or a newer schema
 * replaces it.
 */
export function createSchemaSender(options: SchemaSenderOptions): ServicePort['sendSchema'] {
  const { caller, retries, logger, onSent } = options
  let newest: SchemaFile | undefined
  let lastTask: Promise<unknown> = Promise.resolve()

  const send = async (schema: SchemaFile, hash: string): Promise<'sent' | 'unchanged'> => {
    if (!(await isWanted(caller, hash))) return 'unchanged'
    const body = schemaDocument(schema, hash)
    await caller.call({ method: 'POST', path, body, timeout: uploadTimeout })
    await onSent()
    return 'sent'
  }

  // Uploads run one after another: an older schema must not arrive after a newer one.
  const runSequentially = <T>(task: () => Promise<T>): Promise<T> => {
    const result = lastTask.then(task)
    lastTask = result.catch(() => undefined)
    return result
  }

  const sendLater = (schema: SchemaFile, hash: string, retryAfter: number | undefined) => {
    const resend = async () => {
      if (schema !== newest) return
      const outcome = await send(schema, hash)
      logger('Info', `Schema ${outcome} (${hash})`)
    }
    retries.later('schema', () => runSequentially(resend), retryAfter)
  }

  return async (schema, hash) => {
    newest = schema
    try {
      return await runSequentially(() => send(schema, hash))
    } catch (error) {
      const { isLasting, message, retryAfter } = toCallError(error, path)
      const level = isLasting ? 'Error' : 'Warn'
      logger(level, `The schema could not be sent and will be sent later: ${message}`)
      if (schema === newest) sendLater(schema, hash, retryAfter)
      return 'later'
    }
  }
}

async function isWanted(caller: Caller, schemaFileHash: string): Promise<boolean> {
  const { text } = await caller.call({
    method: 'POST',
    path: `${path}/hash-check`,
    body: { schemaFileHash },
  })
  const { sendSchema } = (parseJson(text) ?? {}) as { readonly sendSchema?: unknown }
  if (typeof sendSchema === 'boolean') return sendSchema
  throw new TypeError("the response to a hash check has no 'sendSchema'")
}
