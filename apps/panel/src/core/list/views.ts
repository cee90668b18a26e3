import { isObject } from '@service/base'
import type { View, ViewState } from '@service/protocol'
import { type FilterTree, isBranch, isUnreadable } from './filter-tree.js'
import type { ListState } from './list-state.js'

/**
 * Returns the state of a list that shows a view: what the address says comes first.
 *
 * @example
 * const state = applyView(views.find(({ id }) => id === address.view), address)
 */
export function applyView(view: View | undefined, address: ListState): ListState {
  if (!view) return address
  return { ...readViewState(view.state), ...withoutAbsent(address) }
}

/**
 * Returns whether the list differs from the view it shows.
 *
 * @example
 * isViewChanged(view, { view: 3, sort: [{ field: 'total' }] }) // true
 */
export function isViewChanged(view: View, address: ListState): boolean {
  const before = JSON.stringify(buildViewState(readViewState(view.state)))
  return before !== JSON.stringify(buildViewState(applyView(view, address)))
}

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
    ...(columns && { columns }),
  }
}

function readViewState({ filter, ...state }: ViewState): ListState {
  const tree = readTree(filter)
  return { ...state, ...(tree && { filter: tree }) }
}

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
