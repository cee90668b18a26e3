import { buildSourcePath, type ListSource, type ReadRequest } from '../list/list-request.js'
import type { SelectionAttributes } from '../list/selection.js'
import type {
  CollectionModel,
  Collections,
  ColumnChoice,
  FieldModel,
} from '../schema/collection-model.js'
import { findField } from '../schema/find-field.js'
import type { RelatedChoice } from './record-title.js'
import { buildBulkDelete, type WriteRequest } from './write-requests.js'

/** A to-many relation on the page of a record. */
export interface RelatedTab {
  readonly relation: string
  readonly label: string
  readonly source: ListSource
  readonly columns: readonly ColumnChoice[]
  /** Whether the caller may add and remove related records. */
  readonly mayChange: boolean
  /**
   * What removing a record from the relation does: it goes on without the relation; it has to be
   * deleted, since it cannot be without; or nothing, since the caller may not.
   */
  readonly removal: 'unlink' | 'delete' | 'none'
  /** Whether the caller may create a record there. */
  readonly mayCreate: boolean
  /** The relation of the related records that leads back. */
  readonly inverse?: string
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
    const inverse = findInverse(field, target)
    const mayChange = field.isWritable && target.rights.edit
    return [
      {
        relation,
        label: field.label,
        source: { collection: target, parent: { collection: collection.name, id, relation } },
        columns: chooseRelatedColumns(field, target, columns, collections),
        mayChange,
        removal: chooseRemoval(mayChange, target, inverse),
        // A record that leads back is created with its relation, another one is added afterwards.
        mayCreate: target.rights.add && (inverse?.isWritable ?? mayChange),
        ...(inverse && { inverse: inverse.name }),
      },
    ]
  })
}

const findInverse = (field: FieldModel, target: CollectionModel): FieldModel | undefined =>
  field.isThrough ? undefined : target.fields.get(field.inverse ?? '')

/**
 * Returns the columns of a related list: those of the layout that exist, otherwise those of the list
 * of its records without the parent, which is the same in each row.
 *
 * @example
 * chooseRelatedColumns(customers.fields.get('orders'), orders, ['reference'], collections)
 */
export function chooseRelatedColumns(
  field: FieldModel,
  target: CollectionModel,
  chosen: readonly string[] | undefined,
  collections: Collections,
): readonly ColumnChoice[] {
  const known = chosen?.filter(path => findField(collections, target, path)) ?? []
  if (known.length > 0) return known.map(path => ({ field: path }))
  const inverse = findInverse(field, target)
  const others = target.columns.filter(column => column.field !== inverse?.name)
  return others.length > 0 ? others : target.columns
}

function chooseRemoval(
  mayChange: boolean,
  target: CollectionModel,
  inverse: FieldModel | undefined,
): RelatedTab['removal'] {
  if (inverse?.isRequired) return target.rights.delete ? 'delete' : 'none'
  return mayChange ? 'unlink' : 'none'
}

/**
 * Returns the values that a record created in a related list starts with.
 *
 * @example
 * const draft = startCreate(orders, presetParent(tab, { id: '7', title: 'Clara Ito' }))
 */
export function presetParent(
  { inverse }: RelatedTab,
  parent: RelatedChoice,
): Readonly<Record<string, RelatedChoice>> {
  return inverse === undefined ? {} : { [inverse]: parent }
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
  const { name } = source.collection
  return {
    method: 'POST',
    path: buildSourcePath(source),
    body: { data: ids.map(id => ({ type: name, id })) },
    effect: { kind: 'relate', collection: name },
  }
}

/**
 * Builds the request that removes records from a relation, without deleting them.
 *
 * @example
 * buildRemove(tab, { ids: ['3'], all_records: false })
 */
export function buildRemove({ source }: RelatedTab, selected: SelectionAttributes): WriteRequest {
  const { name } = source.collection
  return {
    method: 'DELETE',
    path: buildSourcePath(source),
    body: { data: { attributes: { collection_name: name, ...selected } } },
    effect: { kind: 'relate', collection: name },
  }
}

/**
 * Builds the request that deletes records of a related list: those with these ids, or, through the
 * relation, all that match.
 *
 * @example
 * buildRelatedDelete(tab, { ids: ['3'], all_records: false })
 */
export function buildRelatedDelete(tab: RelatedTab, selected: SelectionAttributes): WriteRequest {
  const { name } = tab.source.collection
  if (!selected.all_records) return buildBulkDelete(name, selected)
  return {
    ...buildRemove(tab, selected),
    query: { delete: 'true' },
    effect: { kind: 'delete', collection: name },
  }
}
