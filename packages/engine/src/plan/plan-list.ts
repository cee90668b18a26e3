import { UnprocessableError } from '@service/base'
import type { Scan, SortClause } from '@service/datasource-toolkit'
import { isMatchNone, UnprovenKeyError } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import type { ListQuery } from '../query.js'
import { buildShape } from './build-shape.js'
import { finishNode, joinPath } from './draft-select.js'
import { addPath, type DraftSteps, draftSteps, type PendingJoin } from './draft-steps.js'
import { expandFilter } from './expand-filter.js'
import { leafPaths } from './get-path.js'
import type { PendingLookup } from './key-set.js'
import type { ListRequest } from './list-request.js'
import type { JoinStep, KeySet, ListPlan, Lookup, Shape, Step } from './plan.js'
import { nested, type Planning } from './planning.js'
import { completeSort, type RewrittenSort, rewriteSort } from './rewrite-sort.js'
import type { SplitFilter } from './split-filter.js'
import { splitRequest } from './split-request.js'
import { throughJunction } from './through-junction.js'

/** Plans a query as a scan and the steps after it. */
export async function planList(
  planning: Planning,
  query: ListQuery,
  isResumed = false,
): Promise<ListPlan> {
  const { collection, filter, projection, sort, page, after } = query
  const where = await expandFilter(planning, collection, filter)
  const { related } = filter
  return planRequest(planning, {
    collection,
    where,
    projection,
    sort,
    page,
    after,
    related,
    isResumed,
  })
}

export async function planRequest(planning: Planning, request: ListRequest): Promise<ListPlan> {
  return (await planKeyedRequest(planning, request)).plan
}

async function planKeyedRequest(
  planning: Planning,
  request: ListRequest,
): Promise<{ readonly plan: ListPlan; readonly keys?: KeySet }> {
  const { keys, otherwise, ...split } = await splitRequest(planning, request)
  const plan = await planSplit(planning, request, split)
  if (!otherwise) return { plan, keys }
  return { plan: { ...plan, otherwise: await planSplit(planning, request, otherwise) }, keys }
}

async function planSplit(
  planning: Planning,
  request: ListRequest,
  split: SplitFilter,
): Promise<ListPlan> {
  const { collection, projection, related } = request
  const order = planOrder(planning, request, split)
  const draft = draftSteps(planning, collection)
  readForSource(draft, split, order)
  if (order.isStreamed) workInMemory(draft, split, order, request)
  // Fields that only the output needs are read and computed after the page is cut.
  draft.joins = new Map()
  for (const path of projection) addPath(draft, path)
  const shape = request.isLoose ? undefined : buildShape(draft, projection)
  const plan: ListPlan = {
    kind: 'list',
    collection,
    source: collection.source,
    scan: buildScan(draft, split, order, request),
    lookups: await planLookups(planning, split.lookups),
    steps: await finishSteps(draft, shape),
    isResumable: order.isResumable,
    isEmpty: isMatchNone(split.pushed),
  }
  return throughJunction(planning, plan, related)
}

interface Order extends RewrittenSort {
  /** Order of the scan: the sort, or the primary key when memory sorts. */
  readonly orderBy: readonly SortClause[]
  /** True when memory filters or sorts, and therefore reads chunk by chunk. */
  readonly isStreamed: boolean
  readonly isResumable: boolean
}

function planOrder(planning: Planning, request: ListRequest, { residual }: SplitFilter): Order {
  const { collection, sort, after, isUnordered, isResumed = false } = request
  const { hasProvenKey, isKeyNullable } = collection
  if (after && !hasProvenKey) throw noKeyset(collection)
  const rewritten = isUnordered
    ? { clauses: [], isPushed: true }
    : rewriteSort(planning, collection, sort)
  const isStreamed = residual !== undefined || !rewritten.isPushed
  const isKept = rewritten.isPushed && !(isStreamed && isUnordered)
  return {
    ...rewritten,
    orderBy: isKept ? rewritten.clauses : completeSort(collection, []),
    isStreamed,
    isResumable: hasProvenKey && !isKeyNullable && (isStreamed || isResumed),
  }
}

/** Adds the joins and columns that the scan itself needs. */
function readForSource(
  draft: DraftSteps,
  { pushed }: SplitFilter,
  { orderBy, isResumable }: Order,
): void {
  const sorted = orderBy.map(({ field }) => field)
  for (const path of [...leafPaths(pushed), ...sorted]) joinPath(draft.planning, draft.root, path)
  if (isResumable) for (const path of sorted) addPath(draft, path)
}

function buildScan(
  draft: DraftSteps,
  { pushed }: SplitFilter,
  { orderBy, isPushed, isStreamed }: Order,
  { page, after }: ListRequest,
): Scan {
  return {
    select: finishNode(draft.root),
    where: pushed,
    orderBy,
    page: isStreamed ? undefined : page,
    after: isPushed ? after : undefined,
  }
}

function workInMemory(
  draft: DraftSteps,
  { residual }: SplitFilter,
  { clauses, isPushed }: RewrittenSort,
  { page, after }: ListRequest,
): void {
  if (residual) {
    for (const path of leafPaths(residual)) addPath(draft, path)
    draft.steps.push({ kind: 'filter', where: residual })
  }
  if (!isPushed) {
    for (const { field } of clauses) addPath(draft, field)
    draft.steps.push({ kind: 'sort', clauses, after })
  }
  if (page) draft.steps.push({ kind: 'page', page })
}

async function finishSteps(draft: DraftSteps, shape: Shape | undefined): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (const step of draft.steps) {
    steps.push(step.kind === 'pending-join' ? await planJoin(draft.planning, step) : step)
  }
  if (shape) steps.push({ kind: 'shape', shape })
  return steps
}

async function planJoin(
  planning: Planning,
  { at, hop, from, projection }: PendingJoin,
): Promise<JoinStep> {
  const { relation, as, isTrusted } = hop
  const { target } = relation
  const keyColumns = relation.keys.map(key => key.to)
  // When a key matches several records, the first by primary key is used.
  const isUnordered =
    target.hasProvenKey && target.primaryKey.every(({ name }) => keyColumns.includes(name))
  const request = {
    collection: target,
    projection: [...projection],
    sort: [],
    keyColumns,
    isTrusted,
    isUnordered,
  }
  const { plan, keys } = await nested(planning, () => planKeyedRequest(planning, request))
  return { kind: 'join', at, as, from, relation, keys: keys!, plan }
}

export async function planLookups(
  planning: Planning,
  pending: readonly PendingLookup[],
): Promise<readonly Lookup[]> {
  const lookups: Lookup[] = []
  for (const { keys, columns, request } of pending) {
    const limit = request.collection.settings.maxKeysInFilter + 1
    const list = {
      ...request,
      projection: columns,
      sort: [],
      isUnordered: true,
      isLoose: true,
      page: { skip: 0, limit },
    }
    lookups.push({ keys, columns, plan: await nested(planning, () => planRequest(planning, list)) })
  }
  return lookups
}

function noKeyset({ name, primaryKey }: CollectionModel): Error {
  if (primaryKey.length > 0) {
    const key = primaryKey.map(column => column.name)
    return new UnprovenKeyError(name, key, 'be paged by cursor, only by number')
  }
  return new UnprocessableError(`'${name}' has no primary key: it can be paged only by number.`)
}
