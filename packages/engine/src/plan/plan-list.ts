import type { ConditionTree, FieldPath, Page, Scan, SortClause } from '@service/datasource-toolkit'
import { ConditionTreeFactory, isMatchNone, UnprocessableError } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import type { ListQuery, RelatedTo } from '../query.js'
import { finishNode, joinPath } from './draft-select.js'
import { type DraftSteps, draftSteps, need, type PendingJoin } from './draft-steps.js'
import { expandFilter, expandScope } from './expand-filter.js'
import { keySetFor, keySetLeaf, type PendingLookup } from './key-set.js'
import { loadScopes } from './load-scopes.js'
import { leafPaths } from './path-of.js'
import type { JoinStep, KeySet, ListPlan, Lookup, Shape, Step } from './plan.js'
import { nested, type Planning } from './planning.js'
import { isPushableLeaf } from './pushable.js'
import { completeSort, type RewrittenSort, rewriteSort } from './rewrite-sort.js'
import { shapeOf } from './shape-of.js'
import { type SplitFilter, splitFilter } from './split-filter.js'
import { junctionLookup, throughJunction } from './through-junction.js'

/** A list whose filter is already expanded. */
export interface ListRequest {
  readonly collection: CollectionModel
  readonly where?: ConditionTree
  readonly projection: readonly FieldPath[]
  readonly sort: readonly SortClause[]
  readonly page?: Page
  readonly after?: readonly unknown[]
  readonly related?: RelatedTo
  /** No scope on the collection itself. */
  readonly isTrusted?: boolean
  /** The rows may come in any order. */
  readonly isUnordered?: boolean
  /** The rows may hold more than the projection. */
  readonly isLoose?: boolean
  /** The caller reads in chunks. */
  readonly isResumed?: boolean
  /** Only the rows whose columns hold one of these keys. */
  readonly keyColumns?: readonly string[]
}

/** Turns a query into a scan and the steps after it. */
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
  const { collection, projection, page, after } = request
  const { keys, ...split } = await splitRequest(planning, request)
  const order = orderOf(planning, request)
  const draft = draftSteps(planning, collection)
  const isStreamed = split.residual !== undefined || !order.isPushed
  const isOrdered = order.isPushed && (order.clauses.length > 0 || !isStreamed)
  const orderBy = isOrdered ? order.clauses : completeSort(collection, [])
  const isResumable = (isStreamed || request.isResumed === true) && collection.primaryKey.length > 0
  if (after && collection.primaryKey.length === 0) throw noKeyset(collection)
  for (const path of leafPaths(split.pushed)) joinPath(planning, draft.root, path)
  for (const { field } of orderBy) joinPath(planning, draft.root, field)
  if (isResumable) for (const { field } of orderBy) need(draft, field)
  if (isStreamed) workInMemory(draft, split, order, request)
  // Fields wanted only for output are read and computed after the page is cut.
  draft.joins = new Map()
  for (const path of projection) need(draft, path)
  const shape = request.isLoose ? undefined : shapeOf(draft, projection)
  const steps = await finishSteps(draft, shape)
  const scan: Scan = {
    select: finishNode(draft.root),
    where: split.pushed,
    orderBy,
    page: isStreamed ? undefined : page,
    after: order.isPushed ? after : undefined,
  }
  const lookups = await planLookups(planning, split.lookups)
  const { source } = collection
  const isEmpty = isMatchNone(split.pushed)
  const plan = {
    kind: 'list',
    collection,
    source,
    scan,
    lookups,
    steps,
    isResumable,
    isEmpty,
  } as const
  return { plan: await throughJunction(planning, plan, request.related), keys }
}

/** The whole condition of a request, scope and parent included, parted between source and memory. */
export async function splitRequest(
  planning: Planning,
  request: Omit<ListRequest, 'projection' | 'sort'> &
    Partial<Pick<ListRequest, 'projection' | 'sort'>>,
): Promise<SplitFilter & { readonly keys?: KeySet }> {
  const { collection, isTrusted, keyColumns, projection = [], sort = [] } = request
  const scope = isTrusted ? undefined : await expandScope(planning, collection)
  const where = ConditionTreeFactory.intersect([request.where, scope])
  const sorted = sort.map(({ field }) => field)
  await loadScopes(planning, collection, [...leafPaths(where), ...sorted, ...projection])
  const split = splitFilter(planning, collection, where)
  const junction = await junctionLookup(planning, collection, request.related)
  const withJunction = junction ? addKeys(planning, collection, split, junction) : split
  if (!keyColumns) return withJunction
  const set =
    keySetFor(planning, collection, '', keyColumns, false) ??
    keySetLeaf('', keyColumns, false, keyColumns.length === 1)
  return { ...addKeys(planning, collection, withJunction, set), keys: set.keys }
}

interface KeyCondition {
  readonly leaf: ConditionTree
  readonly lookup?: PendingLookup
}

/** A condition on keys goes to the source if it can compare them, else to memory. */
function addKeys(
  planning: Planning,
  collection: CollectionModel,
  split: SplitFilter,
  { leaf, lookup }: KeyCondition,
): SplitFilter {
  const [first] = leafPaths(leaf)
  const isPushed = (['In', 'Equal'] as const).some(operator =>
    isPushableLeaf(planning, collection, { field: first!, operator }),
  )
  const target = isPushed ? 'pushed' : 'residual'
  return {
    ...split,
    [target]: ConditionTreeFactory.intersect([split[target], leaf]),
    lookups: lookup ? [...split.lookups, lookup] : split.lookups,
  }
}

function orderOf(
  planning: Planning,
  { collection, sort, isUnordered }: ListRequest,
): RewrittenSort {
  return isUnordered ? { clauses: [], isPushed: true } : rewriteSort(planning, collection, sort)
}

function workInMemory(
  draft: DraftSteps,
  { residual }: SplitFilter,
  { clauses, isPushed }: RewrittenSort,
  { page, after }: ListRequest,
): void {
  if (residual) {
    for (const path of leafPaths(residual)) need(draft, path)
    draft.steps.push({ kind: 'filter', where: residual })
  }
  if (!isPushed) {
    for (const { field } of clauses) need(draft, field)
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
  { at, hop, projection }: PendingJoin,
): Promise<JoinStep> {
  const { relation, as, isTrusted } = hop
  const { target } = relation
  const keyColumns = relation.keys.map(key => key.to)
  // When the key may lead to several records, the first by primary key is the one.
  const isUnordered = target.primaryKey.every(({ name }) => keyColumns.includes(name))
  const request = {
    collection: target,
    projection: [...projection],
    sort: [],
    keyColumns,
    isTrusted,
    isUnordered,
  }
  const { plan, keys } = await nested(planning, () => planKeyedRequest(planning, request))
  return { kind: 'join', at, as, relation, keys: keys!, plan }
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

function noKeyset({ name }: CollectionModel): UnprocessableError {
  return new UnprocessableError(
    `'${name}' has no primary key: its pages can be asked by number only.`,
  )
}
