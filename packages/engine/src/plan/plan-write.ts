import type { ConditionTree } from '@service/datasource-toolkit'
import { UnprocessableError } from '@service/datasource-toolkit'
import { isStreamed } from '../execute/stream.js'
import type { CollectionModel } from '../model/model.js'
import type { Filter } from '../query.js'
import { expandFilter } from './expand-filter.js'
import { leafPaths } from './path-of.js'
import type { ListPlan, Lookup } from './plan.js'
import { planLookups, planRequest } from './plan-list.js'
import type { Planning } from './planning.js'
import { splitRequest } from './split-request.js'

/** Which records a write touches: a condition the source takes as it is, or a list of their keys. */
export type WritePlan =
  | {
      readonly kind: 'condition'
      readonly where?: ConditionTree
      readonly lookups: readonly Lookup[]
    }
  | { readonly kind: 'keys'; readonly list: ListPlan }

export async function planWrite(
  planning: Planning,
  collection: CollectionModel,
  filter: Filter,
): Promise<WritePlan> {
  const { related } = filter
  const where = await expandFilter(planning, collection, filter)
  const request = { collection, where, related }
  const { pushed, residual, lookups } = await splitRequest(planning, request)
  const isOwn = leafPaths(pushed).every(path => !path.includes(':'))
  // A junction is read in the list only: a write names its records.
  if (isOwn && !residual && related?.relation.kind !== 'ManyToMany') {
    return { kind: 'condition', where: pushed, lookups: await planLookups(planning, lookups) }
  }
  const projection = collection.primaryKey.map(({ name }) => name)
  if (projection.length === 0) {
    throw new UnprocessableError(
      `'${collection.name}' has no primary key: it can be written only by conditions on its own columns.`,
    )
  }
  const list = await planRequest(planning, { ...request, projection, sort: [], isResumed: true })
  return { kind: 'keys', list }
}

/** What a list reads by is what a write takes: a condition on the collection's own columns. */
export function isOwnCondition(plan: ListPlan): boolean {
  if (plan.isEmpty || plan.lookups.length > 0 || isStreamed(plan)) return false
  return leafPaths(plan.scan.where).every(path => !path.includes(':'))
}
