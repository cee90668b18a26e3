import { isObject } from '@service/base'
import type { LayoutSort, View, ViewState } from '@service/protocol'
import type { ColumnChoice } from '../schema/collection-model.js'
import { type FilterTree, isBranch, isUnreadable } from './filter-tree.js'
import { type ListState, type ViewPart, viewParts } from './list-state.js'

/** The saved views of a collection, and which one a list without any wishes shows. */
export interface KnownViews {
  readonly views: readonly View[]
  readonly defaultView?: number | undefined
}

/**
 * Returns the id of the view that an address asks for: the default one when it asks for nothing.
 *
 * @example
 * findWantedView({ view: 3 }, undefined) // 3
 */
export function findWantedView(
  address: ListState,
  defaultView: number | undefined,
): number | undefined {
  const isPlain = partNames.every(part => address[part] === undefined)
  const wanted = address.view ?? (isPlain ? defaultView : undefined)
  return wanted === 0 ? undefined : wanted
}

/**
 * Finds the view that an address asks for; undefined when it asks for none, or for one that is gone.
 *
 * @example
 * const view = findView({ view: 3 }, { views })
 */
export function findView(address: ListState, { views, defaultView }: KnownViews): View | undefined {
  const wanted = findWantedView(address, defaultView)
  return wanted === undefined ? undefined : views.find(({ id }) => id === wanted)
}

/**
 * Returns the state of a list that shows a view: what the address says comes first.
 *
 * @example
 * const state = applyView(views.find(({ id }) => id === address.view), address)
 */
export function applyView(view: View | undefined, address: ListState): ListState {
  const { without = [], ...own } = address
  if (!view) return own
  const stored = Object.entries(readViewState(view.state))
  const kept = stored.filter(([part]) => !without.includes(part as ViewPart))
  return { ...Object.fromEntries(kept), ...withoutAbsent(own), view: view.id }
}

/**
 * Returns the address of a list after a change: of a view, only what differs from it.
 *
 * @example
 * changeAddress({ view: 3 }, { views }, { filter: undefined }) // { view: 3, without: ['filter'] }
 */
export function changeAddress(
  address: ListState,
  known: KnownViews,
  change: Partial<ListState>,
): ListState {
  const next = { ...applyView(findView(address, known), address), ...change }
  const view = next.view ? known.views.find(({ id }) => id === next.view) : undefined
  if (view) return describeDifference(view, next)
  const isNoView = known.defaultView !== undefined && next.view === undefined
  return withoutAbsent(isNoView ? { ...next, view: 0 } : next)
}

function describeDifference(view: View, state: ListState): ListState {
  const before = normalise(readViewState(view.state))
  const after = normalise(state)
  const changed = partNames.filter(part => !isSame(before[part], after[part]))
  const without = changed.filter(part => after[part] === undefined)
  const own = Object.fromEntries(changed.map(part => [part, after[part]]))
  const { peek } = state
  return withoutAbsent({
    view: view.id,
    ...(without.length > 0 && { without }),
    ...own,
    ...(peek !== undefined && { peek }),
  })
}

/**
 * Returns whether the list differs from the view it shows.
 *
 * @example
 * isViewChanged(view, { view: 3, sort: [{ field: 'total' }] }) // true
 */
export function isViewChanged(view: View, state: ListState): boolean {
  const before = normalise(readViewState(view.state))
  const after = normalise(state)
  return partNames.some(part => !isSame(before[part], after[part]))
}

/**
 * Returns whether a list has anything that a view would store.
 *
 * @example
 * hasViewState({ peek: '12' }) // false
 */
export function hasViewState(state: ListState): boolean {
  return Object.keys(buildViewState(state)).length > 0
}

const partNames = Object.keys(viewParts) as readonly ViewPart[]

/** The parts as they are compared: an empty one is absent. */
const normalise = (state: ListState): ListState => readViewState(buildViewState(state))

const isSame = (one: unknown, two: unknown): boolean => JSON.stringify(one) === JSON.stringify(two)

/**
 * Builds what a view stores from the state of a list.
 *
 * @example
 * buildViewState({ search: 'ada', peek: '12' }) // { search: 'ada' }
 */
export function buildViewState(state: ListState): ViewState {
  const { search, isSearchExtended, segment, filter, sort, columns } = state
  const tree = filter && dropUnreadable(filter)
  return {
    ...(search && { search }),
    ...(isSearchExtended && { isSearchExtended }),
    ...(segment && { segment }),
    ...(tree && { filter: tree }),
    ...(sort && { sort }),
    ...(columns && columns.length > 0 && { columns }),
  }
}

/** Stored objects have their members in any order. */
function readViewState({ filter, sort, columns, ...state }: ViewState): ListState {
  const tree = readTree(filter)
  return {
    ...state,
    ...(tree && { filter: tree }),
    ...(sort && { sort: sort.map(copySort) }),
    ...(columns && { columns: columns.map(copyColumn) }),
  }
}

const copySort = ({ field, isDescending }: LayoutSort): LayoutSort => ({
  field,
  ...(isDescending && { isDescending }),
})

const copyColumn = ({ field, width, isPinned }: ColumnChoice): ColumnChoice => ({
  field,
  ...(width !== undefined && { width }),
  ...(isPinned && { isPinned }),
})

/** Reads a stored condition tree; undefined for what is none. */
function readTree(stored: unknown): FilterTree | undefined {
  if (!isObject(stored)) return undefined
  if (typeof stored.field === 'string' && typeof stored.operator === 'string') {
    const { field, operator, value } = stored
    return { field, operator, ...(value !== undefined && { value }) }
  }
  if (!Array.isArray(stored.conditions)) return undefined
  const conditions = stored.conditions.flatMap(condition => readTree(condition) ?? [])
  const aggregator = String(stored.aggregator).toLowerCase() === 'or' ? 'or' : 'and'
  return conditions.length > 0 ? { aggregator, conditions } : undefined
}

/** Agents do not know unreadable parts, so views do not store them. */
function dropUnreadable(tree: FilterTree): FilterTree | undefined {
  if (isUnreadable(tree)) return undefined
  if (!isBranch(tree)) return tree
  const conditions = tree.conditions.flatMap(condition => dropUnreadable(condition) ?? [])
  return conditions.length > 0 ? { ...tree, conditions } : undefined
}

function withoutAbsent(state: ListState): ListState {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined))
}
