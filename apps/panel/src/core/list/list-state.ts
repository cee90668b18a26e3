import type { LayoutSort } from '@service/protocol'
import type { ColumnChoice } from '../schema/collection-model.js'
import { formatColumns, parseColumns } from './columns.js'
import { formatFilter, parseFilter } from './filter-text.js'
import type { FilterTree } from './filter-tree.js'
import { formatSort, parseSort } from './sort.js'

/** The parts of a list that a saved view stores, with their names in addresses. */
export const viewParts = {
  search: 'q',
  isSearchExtended: 'x',
  segment: 'segment',
  filter: 'filter',
  sort: 'sort',
  columns: 'cols',
} as const

export type ViewPart = keyof typeof viewParts

/** Everything an address says about a list. What is absent has its default. */
export interface ListState {
  /** The id of a saved view; 0 for none where the team has a default one. */
  readonly view?: number
  /** What the view has and the list does not: it was removed, and the view not yet updated. */
  readonly without?: readonly ViewPart[]
  readonly search?: string
  readonly isSearchExtended?: boolean
  readonly segment?: string
  readonly filter?: FilterTree
  readonly sort?: readonly LayoutSort[]
  readonly columns?: readonly ColumnChoice[]
  /** The id of the record that is shown beside the list. */
  readonly peek?: string
}

/** The search parameters of a list, as text. */
export type ListParameters = Readonly<Record<string, string>>

/**
 * Reads the state of a list from search parameters. Every text has a meaning; what is not known is
 * ignored.
 *
 * @example
 * parseListState({ q: 'ada', sort: '-total' }) // { search: 'ada', sort: [{ field: 'total', isDescending: true }] }
 */
export function parseListState(parameters: ListParameters): ListState {
  const { view, without, q, x, segment, filter, sort, cols, peek } =
    parameters as Partial<ListParameters>
  const removed = parseParts(without)
  const tree = parseFilter(filter ?? '')
  const columns = parseColumns(cols ?? '')
  return {
    ...(view !== undefined && /^\d{1,15}$/.test(view) && { view: Number(view) }),
    ...(removed.length > 0 && { without: removed }),
    ...(q && { search: q }),
    ...(x === '1' && { isSearchExtended: true }),
    ...(segment && { segment }),
    ...(tree && { filter: tree }),
    ...(sort !== undefined && { sort: parseSort(sort) }),
    ...(columns && { columns }),
    ...(peek && { peek }),
  }
}

function parseParts(text = ''): readonly ViewPart[] {
  const names = text.split(',')
  const parts = Object.entries(viewParts) as readonly (readonly [ViewPart, string])[]
  return parts.filter(([, name]) => names.includes(name)).map(([part]) => part)
}

/**
 * Writes the state of a list as search parameters, the inverse of `parseListState`.
 *
 * @example
 * formatListState({ segment: 'To ship', peek: '12' }) // { segment: 'To ship', peek: '12' }
 */
export function formatListState(state: ListState): ListParameters {
  const {
    view,
    without = [],
    search,
    isSearchExtended,
    segment,
    filter,
    sort,
    columns,
    peek,
  } = state
  return {
    ...(view !== undefined && { view: String(view) }),
    ...(without.length > 0 && { without: without.map(part => viewParts[part]).join(',') }),
    ...(search && { q: search }),
    ...(isSearchExtended && { x: '1' }),
    ...(segment && { segment }),
    ...(filter && { filter: formatFilter(filter) }),
    ...(sort && { sort: formatSort(sort) }),
    ...(columns && columns.length > 0 && { cols: formatColumns(columns) }),
    ...(peek && { peek }),
  }
}

/**
 * Reads the parameters of the search part of an address; of a repeated one, the last.
 *
 * @example
 * parseSearch('?q=ada&sort=-total') // { q: 'ada', sort: '-total' }
 */
export function parseSearch(search: string): ListParameters {
  const entries = search
    .replace(/^\?/, '')
    .split('&')
    .filter(part => part !== '')
    .map(part => {
      const [name = '', ...value] = part.split('=')
      return [decode(name), decode(value.join('='))]
    })
  return Object.fromEntries(entries)
}

/**
 * Writes parameters as the search part of an address. Characters that filters use often stay
 * readable.
 *
 * @example
 * formatSearch({ filter: 'status.in.(paid,shipped)' }) // '?filter=status.in.(paid,shipped)'
 */
export function formatSearch(parameters: ListParameters): string {
  const parts = Object.entries(parameters).map(
    ([name, value]) => `${encode(name)}=${encode(value)}`,
  )
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/**
 * Returns the search part of an address without the record beside the list: what the page of a
 * record keeps of the list it was opened from.
 *
 * @example
 * removePeek('?q=ada&peek=12') // '?q=ada'
 */
export function removePeek(search: string): string {
  const { peek: _peek, ...list } = parseListState(parseSearch(search))
  return formatSearch(formatListState(list))
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /%(?:2C|3A|40|2F)/g,
    decodeURIComponent,
  )
}
