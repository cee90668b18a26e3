import { UnprocessableError } from '@service/base'
import type { ConditionTree } from '@service/datasource-toolkit'
import { UnprovenKeyError } from '@service/datasource-toolkit'
import { isStreamed } from '../execute/stream.js'
import type { CollectionModel } from '../model/model.js'
import type { Filter } from '../query.js'
import { expandFilter } from './expand-filter.js'
import { leafPaths } from './get-path.js'
import type { ListPlan, Lookup } from './plan.js'
import { planLookups, planRequest } from './plan-list.js'
import type { Planning } from './planning.js'
import { splitRequest } from './split-request.js'

/** Which records a write changes: a condition for the source, or a list of their primary keys. */
export type WritePlan =
  | {
      readonly kind: 'condition'
      readonly where?: ConditionTree
      readonly lookups: readonly Lookup[]
      /** Lists the records, for when the lookups find too many keys for one statement. */
      readonly otherwise?: ListPlan
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
  const split = await splitRequest(planning, request)
  const projection = collection.primaryKey.map(({ name }) => name)
  const planKeys = () =>
    planRequest(planning, { ...request, projection, sort: [], isResumed: true })
  const isOwn = leafPaths(split.pushed).every(path => !path.includes(':'))
  // Only a list can read through a junction, so the write uses primary keys.
  if (isOwn && !split.residual && related?.relation.kind !== 'ManyToMany') {
    const lookups = await planLookups(planning, split.lookups)
    const canName = split.otherwise && collection.hasProvenKey
    const named = canName ? await planKeys() : undefined
    return { kind: 'condition', where: split.pushed, lookups, otherwise: named?.otherwise }
  }
  if (projection.length === 0) {
    throw new UnprocessableError(
      `'${collection.name}' has no primary key: it can be written only by conditions on its own columns.`,
    )
  }
  if (!collection.hasProvenKey) {
    throw new UnprovenKeyError(
      collection.name,
      projection,
      'be written but by conditions on its own columns',
    )
  }
  return { kind: 'keys', list: await planKeys() }
}

/** Whether a write can use the condition of the list: one on the collection's own columns. */
export function isOwnCondition(plan: ListPlan): boolean {
  if (plan.isEmpty || plan.lookups.length > 0 || isStreamed(plan)) return false
  return leafPaths(plan.scan.where).every(path => !path.includes(':'))
}
