import { buildTitleSearch, type ReadRequest } from '../list/list-request.js'
import { buildSelectionFilter } from '../list/selection-filter.js'
import type { CollectionModel, Collections } from '../schema/collection-model.js'

/** A record by the name of its collection and its id. */
export interface RecordReference {
  readonly collection: string
  readonly id: string
}

/** A read of the titles of records of one collection. */
export interface TitlesRequest {
  readonly collection: CollectionModel
  readonly request: ReadRequest
}

const mostRecords = 100

/**
 * Builds the requests that read the titles of records: one for each collection that the person may
 * browse and whose records have titles.
 *
 * @example
 * buildTitlesRequests(collections, [{ collection: 'orders', id: '12' }])
 */
export function buildTitlesRequests(
  collections: Collections,
  records: readonly RecordReference[],
): readonly TitlesRequest[] {
  const names = [...new Set(records.map(({ collection }) => collection))]
  return names.flatMap(name => {
    const collection = collections.get(name)
    if (!collection?.rights.browse || collection.titleField === undefined) return []
    const ids = records.filter(each => each.collection === name).map(({ id }) => id)
    const filter = buildIdFilter(collection, new Set(ids.slice(0, mostRecords)))
    if (filter === undefined) return []
    const search = buildTitleSearch(collection, '', mostRecords)
    return [{ collection, request: { ...search, query: { ...search.query, filters: filter } } }]
  })
}

/** Programs write notes on ids that no record can have: these are left out. */
function buildIdFilter(collection: CollectionModel, ids: ReadonlySet<string>): string | undefined {
  const readable = [...ids].filter(id => {
    try {
      buildSelectionFilter(collection, { kind: 'some', ids: new Set([id]) })
      return true
    } catch {
      return false
    }
  })
  if (readable.length === 0) return undefined
  const filter = buildSelectionFilter(collection, { kind: 'some', ids: new Set(readable) })
  return JSON.stringify(filter)
}
