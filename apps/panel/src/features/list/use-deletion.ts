import { buildRowQuery } from '../../core/list/list-request.js'
import {
  buildSelectionAttributes,
  countSelected,
  emptySelection,
  type Selection,
  setSelected,
} from '../../core/list/selection.js'
import { getRecordTitle } from '../../core/record/record-title.js'
import { buildBulkDelete } from '../../core/record/write-requests.js'
import { findLoaded } from '../../shell/list/find-loaded.js'
import { useRecordDialogs } from '../../widgets/record-dialogs.js'
import type { List, ListSubject } from './use-list.js'

/** Asks whether records of the list are to be deleted, and deletes them. */
export function useDeletion({ collection }: ListSubject, list: List) {
  const dialogs = useRecordDialogs()
  const { checked, choice, count, rows } = list
  return (deleted: Selection) => {
    const total = count?.isEstimated === false ? count.count : undefined
    const attributes = buildSelectionAttributes(deleted, buildRowQuery(checked))
    dialogs.remove({
      collection,
      request: buildBulkDelete(collection.name, attributes),
      count: countSelected(deleted, total),
      titles: findLoaded(rows, deleted).map(record => getRecordTitle(record, collection)),
      onDone: () => choice.setSelection(withoutDeleted(choice.selection, deleted)),
    })
  }
}

/** What stays selected: the menu of a row deletes a record that is not part of the selection. */
function withoutDeleted(selection: Selection, deleted: Selection): Selection {
  if (selection.kind === 'all' || deleted.kind === 'all') return emptySelection
  return setSelected(selection, [...deleted.ids], false)
}
