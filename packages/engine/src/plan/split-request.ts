import { ConditionTreeFactory } from '@service/datasource-toolkit'
import { expandScope } from './expand-filter.js'
import { leafPaths } from './get-path.js'
import { type KeyCondition, keyCondition, type PendingLookup } from './key-set.js'
import type { ListRequest } from './list-request.js'
import { loadScopes } from './load-scopes.js'
import type { KeySet } from './plan.js'
import type { Planning } from './planning.js'
import { expandSort } from './rewrite-sort.js'
import { type SplitFilter, splitFilter } from './split-filter.js'
import { junctionLookup } from './through-junction.js'

type Conditions = Omit<ListRequest, 'projection' | 'sort'> &
  Partial<Pick<ListRequest, 'projection' | 'sort'>>

export interface SplitRequest extends SplitFilter {
  /** Represents the values of `keyColumns`. */
  readonly keys?: KeySet
  /** The same without lookups, for when they find too many keys. */
  readonly otherwise?: SplitFilter
}

/**
 * Splits the whole condition of a request, including scope and parent, between source and memory.
 */
export async function splitRequest(planning: Planning, request: Conditions): Promise<SplitRequest> {
  const { collection, isTrusted, keyColumns, projection = [], sort = [] } = request
  const scope = isTrusted ? undefined : await expandScope(planning, collection)
  const where = ConditionTreeFactory.intersect([request.where, scope])
  const sorted = expandSort(collection, sort).map(({ field }) => field)
  await loadScopes(planning, collection, [...leafPaths(where), ...sorted, ...projection])
  const split = splitFilter(planning, collection, where)
  const junction = await junctionLookup(planning, collection, request.related)
  const condition = keyColumns && keyCondition(planning, collection, keyColumns)
  const complete = (part: SplitFilter) => {
    const related = junction ? addKeys(part, junction.condition, junction.lookup) : part
    return condition ? addKeys(related, condition) : related
  }
  const keys = condition?.keys
  if (split.lookups.length === 0) return { ...complete(split), keys }
  const otherwise = complete(splitFilter(planning, collection, where, false))
  return { ...complete(split), keys, otherwise }
}

/** A condition on keys goes to the source if it can compare them, else to memory. */
function addKeys(
  split: SplitFilter,
  { leaf, isPushed }: KeyCondition,
  lookup?: PendingLookup,
): SplitFilter {
  const target = isPushed ? 'pushed' : 'residual'
  return {
    ...split,
    [target]: ConditionTreeFactory.intersect([split[target], leaf]),
    lookups: lookup ? [...split.lookups, lookup] : split.lookups,
  }
}
