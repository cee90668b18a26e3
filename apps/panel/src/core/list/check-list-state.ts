import type { LayoutSort } from '@service/protocol'
import { canBeColumn } from '../schema/apply-layout.js'
import type { CollectionModel, Collections, ColumnChoice } from '../schema/collection-model.js'
import { findField } from '../schema/find-field.js'
import { type BrokenCondition, checkFilter } from './check-filter.js'
import { type FilterTree, replacePart } from './filter-tree.js'
import type { ListState } from './list-state.js'
import type { UserVariables } from './user-variables.js'

/** A part of a list's state that the schema does not know. It is shown, and left out of requests. */
export type BrokenPart =
  | ({ readonly part: 'filter' } & BrokenCondition)
  | { readonly part: 'sort' | 'column' | 'segment' | 'search' | 'view'; readonly text: string }

/** The state of a list after it was checked: what is requested and shown. */
export interface CheckedList {
  readonly columns: readonly ColumnChoice[]
  readonly sort: readonly LayoutSort[]
  readonly filter?: FilterTree
  readonly segment?: string
  readonly search?: string
  readonly isSearchExtended: boolean
  readonly broken: readonly BrokenPart[]
}

/**
 * Checks the state of a list against the schema, and fills in the defaults of its collection and the variables of the person.
 *
 * @example
 * const { columns, broken } = checkListState(parseListState(parameters), collections, orders, 'UTC')
 */
export function checkListState(
  state: ListState,
  collections: Collections,
  collection: CollectionModel,
  timezone: string,
  variables?: UserVariables,
): CheckedList {
  const find = (path: string) => findField(collections, collection, path)?.field
  const columns = split(state.columns, ({ field }) => canBeColumn(find(field)))
  const sort = split(state.sort, ({ field }) => find(field)?.isSortable === true)
  const filter = checkFilter(state.filter, collections, collection, timezone, variables)
  const isSegment = collection.segments.some(({ name }) => name === state.segment)
  const isSearch = Boolean(state.search) && collection.isSearchable
  const broken: BrokenPart[] = [
    ...filter.broken.map(each => ({ part: 'filter', ...each }) as const),
    ...columns.others.map(({ field }) => ({ part: 'column', text: field }) as const),
    ...sort.others.map(({ field }) => ({ part: 'sort', text: field }) as const),
  ]
  if (state.segment && !isSegment) broken.push({ part: 'segment', text: state.segment })
  if (state.search && !isSearch) broken.push({ part: 'search', text: state.search })
  return {
    columns: columns.known.length > 0 ? columns.known : collection.columns,
    // A sort of which nothing is known is no wish for an unsorted list.
    sort: state.sort && sort.known.length === state.sort.length ? sort.known : chooseSort(),
    ...(filter.tree && { filter: filter.tree }),
    ...(isSegment && { segment: state.segment }),
    ...(isSearch && { search: state.search }),
    isSearchExtended: isSearch && state.isSearchExtended === true,
    broken,
  }

  function chooseSort(): readonly LayoutSort[] {
    return sort.known.length > 0 ? sort.known : collection.sort
  }
}

function split<T>(items: readonly T[] | undefined, isKnown: (item: T) => boolean) {
  const all = items ?? []
  return { known: all.filter(isKnown), others: all.filter(item => !isKnown(item)) }
}

/**
 * Adds a saved view that does not exist, or not for this person, to what is shown as broken.
 *
 * @example
 * reportView(checked, 7).broken.at(-1) // { part: 'view', text: '7' }
 */
export function reportView(list: CheckedList, missing: number | undefined): CheckedList {
  if (missing === undefined) return list
  return { ...list, broken: [...list.broken, { part: 'view', text: String(missing) }] }
}

/**
 * Returns the state without a broken part.
 *
 * @example
 * const repaired = withoutBroken(state, checked.broken[0]!)
 */
export function withoutBroken(state: ListState, broken: BrokenPart): ListState {
  switch (broken.part) {
    case 'filter':
      return { ...state, filter: replacePart(state.filter, broken.path) }
    case 'column':
      return { ...state, columns: state.columns?.filter(({ field }) => field !== broken.text) }
    case 'sort':
      return { ...state, sort: state.sort?.filter(({ field }) => field !== broken.text) }
    case 'segment':
      return { ...state, segment: undefined }
    case 'view':
      return { ...state, view: undefined }
    case 'search':
      return { ...state, search: undefined, isSearchExtended: undefined }
  }
}
