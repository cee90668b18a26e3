import { unpackId } from '@service/datasource-toolkit'
import type { CollectionModel } from '../schema/collection-model.js'
import type { FilterTree } from './filter-tree.js'
import type { Selection } from './selection.js'

/**
 * Returns a filter that matches the selected records, for requests that take no selection.
 *
 * @example
 * buildSelectionFilter(orders, { kind: 'some', ids: new Set(['1', '2']) }) // id.in.(1,2)
 */
export function buildSelectionFilter(
  collection: CollectionModel,
  selection: Selection,
): FilterTree | undefined {
  const isSome = selection.kind === 'some'
  const ids = isSome ? selection.ids : selection.except
  if (!isSome && ids.size === 0) return undefined
  const keys = collection.primaryKey.flatMap(name => {
    const field = collection.fields.get(name)
    return field ? [{ name, columnType: field.columnType }] : []
  })
  const values = [...ids].map(id => unpackId(keys, id))
  const [key] = keys
  if (key && keys.length === 1) {
    const value = values.map(([first]) => first)
    return { field: key.name, operator: isSome ? 'in' : 'not_in', value }
  }
  const conditions = values.map((id): FilterTree => {
    const parts = keys.map(({ name }, index) => ({
      field: name,
      operator: isSome ? 'equal' : 'not_equal',
      value: id[index],
    }))
    return { aggregator: isSome ? 'and' : 'or', conditions: parts }
  })
  return { aggregator: isSome ? 'or' : 'and', conditions }
}
