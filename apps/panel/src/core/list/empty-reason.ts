import type { PanelRights } from '@service/protocol'
import type { CheckedList } from './check-list-state.js'

/**
 * Returns why a list has no rows, so that the next step can be offered: `none-match` when clearing
 * the filter may help.
 *
 * @example
 * chooseEmptyReason(checked, orders.rights) // 'none-match'
 */
export function chooseEmptyReason(
  list: CheckedList,
  rights: PanelRights,
): 'no-right' | 'none-match' | 'no-records' {
  if (!rights.browse) return 'no-right'
  const isNarrowed = list.filter || list.search || list.segment
  return isNarrowed ? 'none-match' : 'no-records'
}
