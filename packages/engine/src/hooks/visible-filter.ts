import { ConditionTreeFactory } from '@service/datasource-toolkit'
import type { PlainFilter, PlainListFilter } from '../context/collection-context.js'
import type { CollectionModel, EngineCall } from '../model/model.js'
import type { Filter, ListQuery } from '../query.js'

/**
 * Returns a request's filter for customer code, including the caller's scope, since code has none.
 */
export function visibleFilter(
  collection: CollectionModel,
  filter: Filter,
  call: EngineCall,
): PlainFilter {
  const scope = call.findScope?.(collection)
  const conditionTree = ConditionTreeFactory.intersect([filter.conditionTree, scope])
  return Object.freeze({ ...filter, conditionTree })
}

export function visibleListFilter(query: ListQuery, call: EngineCall): PlainListFilter {
  const { collection, filter, sort, page } = query
  return Object.freeze({ ...visibleFilter(collection, filter, call), sort, page })
}
