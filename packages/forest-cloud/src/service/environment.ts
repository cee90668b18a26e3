import type { SchemaCollection } from '@service/protocol'
import { CommandError } from '../errors.js'
import { type CallService, notUnderstood, RefusedCallError } from './call-service.js'

/** An environment, as the service tells whoever has its secret. */
export interface Environment {
  /** Rejects when the secret belongs to none. */
  check(): Promise<void>
  /** The collections its agent uploaded; undefined before it did. */
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
        return collectionsOf(body) ?? Promise.reject(notUnderstood(serverUrl, 'about the schema'))
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
        `${error.message} Is the secret that of an environment of ${serverUrl}, and may this machine use it?`,
      )
    }
    throw error
  }

/** The collections of a JSON:API document; of their parts, only what typings are made of is looked at. */
function collectionsOf(document: unknown): readonly SchemaCollection[] | undefined {
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
