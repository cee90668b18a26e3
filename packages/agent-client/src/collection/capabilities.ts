import type { RequestOptions, Transport } from '../http/transport.js'

/** The fields and operations a collection supports. */
export interface CollectionCapabilities {
  readonly fields: readonly {
    readonly name: string
    readonly type: unknown
    /** Such as `greater_than`; absent for relations. */
    readonly operators?: readonly string[]
    readonly isGroupable?: boolean
  }[]
  /**
   * Columns and relations the user may read, including those that cannot be filtered; absent when
   * the agent does not report them.
   */
  readonly readableFields?: readonly string[]
  /** Columns the user may set; absent when the agent does not report them. */
  readonly writableFields?: readonly string[]
}

export async function readCapabilities(
  transport: Transport,
  collection: string,
  options: RequestOptions = {},
): Promise<CollectionCapabilities> {
  const { collections } = await fetchCapabilities(transport, [collection], options)
  const { fields = [], readableFields, writableFields } = collections[0] ?? {}
  return { fields, readableFields, writableFields }
}

/** Reads the names of the collections the user may browse or read. */
export async function readCollectionNames(
  transport: Transport,
  options: RequestOptions = {},
): Promise<readonly string[]> {
  return (await fetchCapabilities(transport, [], options)).readableCollections ?? []
}

interface CapabilitiesResponse {
  readonly collections: readonly Partial<CollectionCapabilities>[]
  readonly readableCollections?: readonly string[]
}

async function fetchCapabilities(
  transport: Transport,
  collectionNames: readonly string[],
  options: RequestOptions,
): Promise<CapabilitiesResponse> {
  const request = { ...options, body: { collectionNames } }
  return (await transport.json(
    'POST',
    ['_internal', 'capabilities'],
    request,
  )) as CapabilitiesResponse
}
