import type { RowQuery } from './row-query.js'

/** The records that are selected: some by id, or all that match the list except some. */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<string> }

export const emptySelection: Selection = { kind: 'some', ids: new Set() }

/** All that match the list, also those that are not loaded. */
export const fullSelection: Selection = { kind: 'all', except: new Set() }

/**
 * Returns whether a record is selected.
 *
 * @example
 * isSelected(fullSelection, '12') // true
 */
export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id)
}

/**
 * Selects or deselects records. When none is left, the result is `emptySelection`.
 *
 * @example
 * setSelected(emptySelection, ['1', '2'], true)
 */
export function setSelected(
  selection: Selection,
  ids: readonly string[],
  isOn: boolean,
): Selection {
  const isAdded = (selection.kind === 'some') === isOn
  const named = new Set(selection.kind === 'some' ? selection.ids : selection.except)
  for (const id of ids) {
    if (isAdded) named.add(id)
    else named.delete(id)
  }
  if (selection.kind === 'all') return { kind: 'all', except: named }
  return named.size === 0 ? emptySelection : { kind: 'some', ids: named }
}

/**
 * Selects what is between two rows of the loaded ones, as a click with Shift does; the row clicked
 * decides whether they are selected or deselected.
 *
 * @example
 * selectRange(selection, ['1', '2', '3'], '1', '3')
 */
export function selectRange(
  selection: Selection,
  ids: readonly string[],
  anchor: string,
  clicked: string,
): Selection {
  const isOn = !isSelected(selection, clicked)
  const [from, to] = [ids.indexOf(anchor), ids.indexOf(clicked)]
  if (from < 0 || to < 0) return setSelected(selection, [clicked], isOn)
  return setSelected(selection, ids.slice(Math.min(from, to), Math.max(from, to) + 1), isOn)
}

/**
 * Returns how many records are selected; undefined when that depends on a count that is not known.
 *
 * @example
 * countSelected({ kind: 'all', except: new Set(['7']) }, 100) // 99
 */
export function countSelected(selection: Selection, total: number | undefined): number | undefined {
  if (selection.kind === 'some') return selection.ids.size
  return total === undefined ? undefined : Math.max(0, total - selection.except.size)
}

/**
 * Returns whether the check box of the list's head is on, off, or in between.
 *
 * @example
 * describeSelection(emptySelection, ['1']) // 'none'
 */
export function describeSelection(
  selection: Selection,
  ids: readonly string[],
): 'none' | 'some' | 'all' {
  const count = ids.filter(id => isSelected(selection, id)).length
  const isAll = selection.kind === 'all' ? selection.except.size === 0 : count === ids.length
  if (isAll && ids.length > 0) return 'all'
  const isNone = selection.kind === 'some' && selection.ids.size === 0
  return isNone ? 'none' : 'some'
}

/** The attributes by which the agent's bulk routes and actions know the selected records. */
export type SelectionAttributes =
  | { readonly ids: readonly string[]; readonly all_records: false }
  | {
      readonly ids: readonly string[]
      readonly all_records: true
      readonly all_records_ids_excluded: readonly string[]
      readonly all_records_subset_query: RowQuery
    }

/**
 * Builds the attributes of a bulk request.
 *
 * @example
 * buildSelectionAttributes(selection, buildRowQuery(checked))
 */
export function buildSelectionAttributes(
  selection: Selection,
  rows: RowQuery,
): SelectionAttributes {
  if (selection.kind === 'some') return { ids: [...selection.ids], all_records: false }
  return {
    ids: [],
    all_records: true,
    all_records_ids_excluded: [...selection.except],
    all_records_subset_query: rows,
  }
}
