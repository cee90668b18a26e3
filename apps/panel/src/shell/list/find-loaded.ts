import { isSelected, type Selection } from '../../core/list/selection.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import type { Rows } from './use-rows.js'

/** Finds the selected records among those that are loaded. */
export function findLoaded(
  rows: Pick<Rows, 'count' | 'get'>,
  selection: Selection,
): readonly PanelRecord[] {
  return Array.from({ length: rows.count }, (_, index) => rows.get(index)).flatMap(record =>
    record && isSelected(selection, record.id) ? [record] : [],
  )
}
