import type { SchemaCollection } from '@service/protocol'
import { CommandError } from '../errors.js'
import { type CallService, notUnderstood, RefusedCallError } from './call-service.js'

/** An environment, accessed with its secret. */
export interface Environment {
  /** Rejects when the secret belongs to no environment. */
  check(): Promise<void>
  /** Returns the collections its agent uploaded; undefined before the first upload. */
  uploadedCollections(): Promise<readonly SchemaCollection[] | undefined>
}

export function createEnvironment(
  serverUrl: string,
  envSecret: string,
  call: CallService,
): Environment {
  const get = (path: string) =>
    call({ method: 'GET', path, headers: { 'service-secret-key': envSecret } })
  return {
    async check() {
      const { body } = await get('/agent-api/environment').catch(explained(serverUrl))
      const { data } = (body ?? {}) as { readonly data?: { readonly id?: unknown } }
      if (typeof data?.id !== 'string') throw notUnderstood(serverUrl, 'about the environment')
    },
    async uploadedCollections() {
      try {
        const { body } = await get('/agent-api/schema')
        return readCollections(body) ?? Promise.reject(notUnderstood(serverUrl, 'about the schema'))
      } catch (error) {
        if (error instanceof RefusedCallError && error.status === 404) return undefined
        return explained(serverUrl)(error)
      }
    },
  }
}

const explained =
  (serverUrl: string) =>
  (error: unknown): never => {
    if (error instanceof RefusedCallError && (error.status === 401 || error.status === 403)) {
      throw new CommandError(
        `${error.message} Check that the secret belongs to an environment of ${serverUrl}, and that this machine may use it.`,
      )
    }
    throw error
  }

/** Reads the collections of a JSON:API document; only the members used for typings are checked. */
function readCollections(document: unknown): readonly SchemaCollection[] | undefined {
  const { data } = (document ?? {}) as { readonly data?: unknown }
  if (!Array.isArray(data)) return undefined
  const collections = data.map(one => (one as { readonly attributes?: unknown } | null)?.attributes)
  return collections.every(isCollection) ? collections : undefined
}

function isCollection(value: unknown): value is SchemaCollection {
  const { name, fields } = (value ?? {}) as Partial<SchemaCollection>
  return (
    typeof name === 'string' &&
    Array.isArray(fields) &&
    fields.every(field => typeof field?.field === 'string')
  )
}
