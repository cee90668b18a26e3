import type { ColumnChoice } from '../schema/collection-model.js'
import { readName, splitItems, writeName } from './name-text.js'

const narrowest = 48
const widest = 1_200

/**
 * Writes columns for an address.
 *
 * @example
 * formatColumns([{ field: 'reference', isPinned: true }, { field: 'total', width: 120 }]) // 'reference.pin,total.120'
 */
export function formatColumns(columns: readonly ColumnChoice[]): string {
  return columns
    .map(({ field, width, isPinned }) => {
      const options = [
        ...(isPinned ? ['pin'] : []),
        ...(width === undefined ? [] : [String(width)]),
      ]
      return [writeName(field), ...options].join('.')
    })
    .join(',')
}

/**
 * Reads the columns of an address; undefined when it names none.
 *
 * @example
 * parseColumns('reference.pin,total.120')
 */
export function parseColumns(text: string): readonly ColumnChoice[] | undefined {
  const columns = new Map<string, ColumnChoice>()
  for (const item of splitItems(text)) {
    const column = parseColumn(item.trim())
    if (column && !columns.has(column.field)) columns.set(column.field, column)
  }
  return columns.size > 0 ? [...columns.values()] : undefined
}

function parseColumn(item: string): ColumnChoice | undefined {
  const name = readName(item, 0)
  if (!name) return undefined
  const options = item.slice(name.end).split('.').slice(1)
  const width = options.find(option => /^\d{1,5}$/.test(option))
  return {
    field: name.value,
    ...(width !== undefined && { width: limitWidth(Number(width)) }),
    ...(options.includes('pin') && { isPinned: true }),
  }
}

/** Returns a width that a column can have, in whole pixels. */
function limitWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, narrowest), widest))
}

/**
 * Returns the columns with one resized.
 *
 * @example
 * resizeColumn(columns, 'total', 120)
 */
export function resizeColumn(
  columns: readonly ColumnChoice[],
  field: string,
  width: number,
): readonly ColumnChoice[] {
  return columns.map(each => (each.field === field ? { ...each, width: limitWidth(width) } : each))
}

/**
 * Returns the columns with one as wide as it is by default.
 *
 * @example
 * resetColumnWidth(columns, 'total')
 */
export function resetColumnWidth(
  columns: readonly ColumnChoice[],
  field: string,
): readonly ColumnChoice[] {
  return columns.map(({ width, ...rest }) =>
    rest.field === field || width === undefined ? rest : { ...rest, width },
  )
}

/**
 * Returns whether a column stays at the left edge: one that is pinned or, when none is, the first.
 *
 * @example
 * isColumnPinned([{ field: 'reference' }, { field: 'total' }], 'reference') // true
 */
export function isColumnPinned(columns: readonly ColumnChoice[], field: string): boolean {
  const pinned = columns.filter(each => each.isPinned)
  return (pinned.length > 0 ? pinned : columns.slice(0, 1)).some(each => each.field === field)
}

/**
 * Returns the columns with one pinned or released. Pinned columns come first, so that what is shown
 * first is also first in the order.
 *
 * @example
 * pinColumn(columns, 'total', true)
 */
export function pinColumn(
  columns: readonly ColumnChoice[],
  field: string,
  isPinned: boolean,
): readonly ColumnChoice[] {
  const hasPinned = columns.some(each => each.isPinned)
  const changed = columns.map((each, index): ColumnChoice => {
    if (each.field !== field) return hasPinned || index > 0 ? each : { ...each, isPinned: true }
    const { isPinned: _before, ...rest } = each
    return isPinned ? { ...rest, isPinned } : rest
  })
  return [...changed.filter(each => each.isPinned), ...changed.filter(each => !each.isPinned)]
}

/**
 * Returns the columns with one moved to a position. It cannot leave the pinned or the other columns.
 *
 * @example
 * moveColumn(columns, 'total', 0)
 */
export function moveColumn(
  columns: readonly ColumnChoice[],
  field: string,
  position: number,
): readonly ColumnChoice[] {
  const moved = columns.find(each => each.field === field)
  if (!moved) return columns
  const others = columns.filter(each => each !== moved)
  const pinned = others.filter(each => each.isPinned).length
  const [least, most] = moved.isPinned ? [0, pinned] : [pinned, others.length]
  const index = Math.min(Math.max(position, least), most)
  return [...others.slice(0, index), moved, ...others.slice(index)]
}

/**
 * Returns the columns with one added at the end, or removed. The last column cannot be removed.
 *
 * @example
 * toggleColumn(columns, 'customer:city')
 */
export function toggleColumn(
  columns: readonly ColumnChoice[],
  field: string,
): readonly ColumnChoice[] {
  if (!columns.some(each => each.field === field)) return [...columns, { field }]
  return columns.length === 1 ? columns : columns.filter(each => each.field !== field)
}
