import { buildSourcePath, type ListSource, type ReadRequest } from '../list/list-request.js'
import type { CollectionModel, Collections, ColumnChoice } from '../schema/collection-model.js'
import type { WriteRequest } from './write-requests.js'

/** A to-many relation on the page of a record. */
export interface RelatedTab {
  readonly relation: string
  readonly label: string
  readonly source: ListSource
  readonly columns: readonly ColumnChoice[]
  /** Whether the caller may add and remove related records. */
  readonly mayChange: boolean
}

/**
 * Lists the to-many relations of a record that its page shows.
 *
 * @example
 * listRelatedTabs(customers, '7', collections).map(({ label }) => label) // ['Orders']
 */
export function listRelatedTabs(
  collection: CollectionModel,
  id: string,
  collections: Collections,
): readonly RelatedTab[] {
  return collection.related.flatMap(({ relation, columns }) => {
    const field = collection.fields.get(relation)
    const target = collections.get(field?.target ?? '')
    if (!field || !target?.rights.browse) return []
    const chosen = columns?.filter(name => target.fields.has(name)).map(name => ({ field: name }))
    return [
      {
        relation,
        label: field.label,
        source: { collection: target, parent: { collection: collection.name, id, relation } },
        columns: chosen && chosen.length > 0 ? chosen : target.columns,
        mayChange: field.isWritable && target.rights.edit,
      },
    ]
  })
}

/**
 * Builds the counts of related records, to be sent in one batch.
 *
 * @example
 * const requests = buildRelatedCounts(listRelatedTabs(customers, '7', collections))
 */
export function buildRelatedCounts(tabs: readonly RelatedTab[]): readonly ReadRequest[] {
  return tabs
    .filter(({ source }) => source.collection.isCountable)
    .map(({ source }) => ({ method: 'GET', path: `${buildSourcePath(source)}/count`, query: {} }))
}

/**
 * Builds the request that adds records to a relation.
 *
 * @example
 * buildAdd(tab, ['3', '4'])
 */
export function buildAdd({ source }: RelatedTab, ids: readonly string[]): WriteRequest {
  return { method: 'POST', path: buildSourcePath(source), body: buildIdentifiers(source, ids) }
}

/**
 * Builds the request that removes records from a relation, without deleting them.
 *
 * @example
 * buildRemove(tab, ['3'])
 */
export function buildRemove({ source }: RelatedTab, ids: readonly string[]): WriteRequest {
  return { method: 'DELETE', path: buildSourcePath(source), body: buildIdentifiers(source, ids) }
}

function buildIdentifiers({ collection }: ListSource, ids: readonly string[]) {
  return { data: ids.map(id => ({ type: collection.name, id })) }
}
