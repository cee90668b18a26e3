import type { CheckedList } from '../../../core/list/check-list-state.js'
import type { Selection } from '../../../core/list/selection.js'
import type { RecordCount } from '../../../data/use-count.js'
import type { ListSubject } from '../use-list.js'

/** A list to export, or what is selected in it. */
export interface ExportProps extends ListSubject {
  readonly checked: CheckedList
  readonly count: RecordCount | null | undefined
  readonly selection?: Selection
}
