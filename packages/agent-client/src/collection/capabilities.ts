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
}

export async function readCapabilities(
  transport: Transport,
  collection: string,
  options: RequestOptions = {},
): Promise<CollectionCapabilities> {
  const body = { collectionNames: [collection] }
  const answer = await transport.json('POST', ['_internal', 'capabilities'], { ...options, body })
  const { collections } = answer as { collections: readonly CollectionCapabilities[] }
  return { fields: collections[0]?.fields ?? [] }
}
