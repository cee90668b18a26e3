import { ValidationError } from '@service/base'
import type { Aggregation, FieldPath, Group } from '@service/datasource-toolkit'
import { isMatchNone } from '@service/datasource-toolkit'
import type { AggregateQuery } from '../query.js'
import { draftNode, finishNode, joinPath } from './draft-select.js'
import { expandFilter } from './expand-filter.js'
import { getPath, leafPaths } from './get-path.js'
import type { AggregatePlan, PushedAggregatePlan } from './plan.js'
import { planLookups, planRequest } from './plan-list.js'
import type { Planning } from './planning.js'
import { isPushablePath } from './pushable.js'
import type { SplitFilter } from './split-filter.js'
import { splitRequest } from './split-request.js'
import { planJunction, wrapScan } from './through-junction.js'

/**
 * Aggregates in the source, or over a list when a computed field or a filter in memory is involved.
 */
export async function planAggregate(
  planning: Planning,
  query: AggregateQuery,
): Promise<AggregatePlan> {
  const { collection, filter, aggregation } = query
  checkGroups(query)
  const where = await expandFilter(planning, collection, filter)
  const projection = listPaths(aggregation)
  const request = { collection, where, projection, related: filter.related }
  const split = await splitRequest(planning, request)
  const isPushed =
    split.residual === undefined &&
    projection.every(path => isPushablePath(planning, getPath(collection, path)))
  const reading = { ...request, sort: [], isResumed: true, isLoose: true }
  const fold = { kind: 'fold', collection, aggregation, limit: query.limit } as const
  if (!isPushed) return { ...fold, list: await planRequest(planning, reading) }
  const pushed = await pushAggregate(planning, query, split)
  if (!split.otherwise) return pushed
  const { otherwise: list } = await planRequest(planning, reading)
  return list ? { ...pushed, otherwise: { ...fold, list } } : pushed
}

async function pushAggregate(
  planning: Planning,
  { collection, filter, aggregation, limit }: AggregateQuery,
  { pushed, lookups: pending }: SplitFilter,
): Promise<PushedAggregatePlan> {
  const node = draftNode(collection)
  for (const path of [...leafPaths(pushed), ...listPaths(aggregation)])
    joinPath(planning, node, path)
  const scan = { select: finishNode(node), where: pushed, aggregation, limit }
  const lookups = await planLookups(planning, pending)
  const { source } = collection
  const plan = {
    kind: 'aggregate',
    collection,
    source,
    scan,
    lookups,
    isEmpty: isMatchNone(pushed),
  } as const
  const junction = await planJunction(planning, filter.related)
  if (!junction) return plan
  const through = junction.relation.name
  const nested = nestAggregation(aggregation, through)
  const wrapped = wrapScan(junction, scan)
  const isEmpty = isMatchNone(wrapped.where)
  const { source: junctionSource } = junction.through
  return {
    ...plan,
    source: junctionSource,
    scan: { ...wrapped, aggregation: nested, limit },
    through,
    isEmpty,
  }
}

function nestAggregation({ operation, field, groups }: Aggregation, relation: string): Aggregation {
  const nest = (path: FieldPath) => `${relation}:${path}`
  return {
    operation,
    ...(field !== undefined && { field: nest(field) }),
    ...(groups && { groups: groups.map(group => ({ ...group, field: nest(group.field) })) }),
  }
}

/** Returns the result of an aggregate over no records. */
export function emptyGroups({ operation, groups = [] }: Aggregation): Group[] {
  return groups.length > 0 ? [] : [{ value: operation === 'Count' ? 0 : null, group: {} }]
}

function listPaths({ field, groups = [] }: Aggregation): readonly FieldPath[] {
  const grouped = groups.map(group => group.field)
  return field === undefined ? grouped : [field, ...grouped]
}

function checkGroups({ collection, aggregation }: AggregateQuery): void {
  for (const { field } of aggregation.groups ?? []) {
    if (collection.path(field).column.isGroupable) continue
    throw new ValidationError(`'${field}' of '${collection.name}' cannot be grouped by.`)
  }
}
