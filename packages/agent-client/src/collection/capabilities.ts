import type { RequestOptions, Transport } from '../http/transport.js'

/** What may be asked of a collection. */
export interface CollectionCapabilities {
  readonly fields: readonly {
    readonly name: string
    readonly type: unknown
    /** Written `greater_than`; absent on relations. */
    readonly operators?: readonly string[]
    readonly isGroupable?: boolean
  }[]
  /** Columns and relations the user may read, those that cannot be filtered as well; absent when the agent does not tell. */
  readonly readableFields?: readonly string[]
  /** Columns the user may set; absent when the agent does not tell. */
  readonly writableFields?: readonly string[]
}

export async function readCapabilities(
  transport: Transport,
  collection: string,
  options: RequestOptions = {},
): Promise<CollectionCapabilities> {
  const { collections } = await ask(transport, [collection], options)
  const { fields = [], readableFields, writableFields } = collections[0] ?? {}
  return { fields, readableFields, writableFields }
}

/** The collections the user may browse or read. */
export async function readCollectionNames(
  transport: Transport,
  options: RequestOptions = {},
): Promise<readonly string[]> {
  return (await ask(transport, [], options)).readableCollections ?? []
}

interface Answer {
  readonly collections: readonly Partial<CollectionCapabilities>[]
  readonly readableCollections?: readonly string[]
}

async function ask(
  transport: Transport,
  collectionNames: readonly string[],
  options: RequestOptions,
): Promise<Answer> {
  const request = { ...options, body: { collectionNames } }
  return (await transport.json('POST', ['_internal', 'capabilities'], request)) as Answer
}
