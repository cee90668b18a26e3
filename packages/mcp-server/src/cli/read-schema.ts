import { type Logger, withoutTrailing } from '@service/base'
import { createHttpClient } from '@service/http'
import type { SchemaAction, SchemaCollection, SchemaFile, SchemaSegment } from '@service/protocol'
import { ServiceAwayError } from '@service/service-client'

export interface SchemaReaderOptions {
  readonly serverUrl: string
  readonly envSecret: string
  readonly logger: Logger
}

interface Resource<Attributes = object> {
  readonly id: string
  readonly type: string
  readonly attributes: Attributes
  readonly relationships?: Readonly<
    Record<string, { readonly data?: readonly { readonly id: string }[] } | undefined>
  >
}

/** The schema as an agent uploads it: actions and segments are listed beside the collections. */
interface SchemaDocument {
  readonly data: readonly Resource<Omit<SchemaCollection, 'actions' | 'segments'>>[]
  readonly included?: readonly Resource[]
  readonly meta: SchemaFile['meta']
}

const freshFor = 60_000
const timeout = 10_000
/** Above the 32 MB that the service accepts. */
const largestSchema = 40 * 1024 * 1024

/**
 * Reads the schema that the agent uploaded to the service; refreshed after a minute, while the
 * previous one is used. Returns the same object until it changes.
 */
export function createSchemaReader(options: SchemaReaderOptions): () => Promise<SchemaFile> {
  const fetchSchema = createFetcher(options)
  let last: { readonly text: string; readonly schema: SchemaFile } | undefined
  let reading: Promise<SchemaFile> | undefined
  let refreshAt = 0

  const read = async (): Promise<SchemaFile> => {
    try {
      const text = await fetchSchema()
      if (last?.text !== text) last = { text, schema: toSchema(JSON.parse(text)) }
      return last.schema
    } catch (cause) {
      if (!last) throw new ServiceAwayError('The schema of the agent is not known.', { cause })
      options.logger('Warn', 'The schema could not be refreshed: the previous one is used', cause)
      return last.schema
    } finally {
      reading = undefined
      refreshAt = performance.now() + freshFor
    }
  }

  return async () => {
    if (!reading && (!last || performance.now() >= refreshAt)) reading = read()
    return last?.schema ?? (reading as Promise<SchemaFile>)
  }
}

function createFetcher({ serverUrl, envSecret }: SchemaReaderOptions): () => Promise<string> {
  const client = createHttpClient({ name: 'the service' })
  return async () => {
    const { status, text } = await client.call({
      method: 'GET',
      url: `${withoutTrailing(serverUrl, '/')}/agent-api/schema`,
      headers: { 'service-secret-key': envSecret, accept: 'application/json' },
      timeoutMs: timeout,
      maxBytes: largestSchema,
    })
    if (status >= 200 && status < 300) return text
    throw new Error(`The service responded with ${status} to the request for the schema: ${text}`)
  }
}

function toSchema({ data, included = [], meta }: SchemaDocument): SchemaFile {
  const others = new Map(included.map(each => [`${each.type} ${each.id}`, each]))
  const related = <T>({ relationships }: Resource, type: string): T[] =>
    (relationships?.[type]?.data ?? []).flatMap(({ id }) => {
      const found = others.get(`${type} ${id}`)
      return found ? [{ id, ...found.attributes } as T] : []
    })
  const collections = data.map(collection => ({
    ...collection.attributes,
    actions: related<SchemaAction>(collection, 'actions'),
    segments: related<SchemaSegment>(collection, 'segments'),
  }))
  return { collections, meta }
}
