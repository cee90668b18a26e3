import { Unlink } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { CheckedList } from '../../core/list/check-list-state.js'
import { buildRowQuery } from '../../core/list/list-request.js'
import {
  buildSelectionAttributes,
  countSelected,
  emptySelection,
} from '../../core/list/selection.js'
import { getRecordTitle } from '../../core/record/record-title.js'
import type { RelatedTab } from '../../core/record/related.js'
import { useRelatedCounts } from '../../data/use-related-counts.js'
import { findLoaded } from '../../shell/list/find-loaded.js'
import SelectionBar from '../../shell/list/selection-bar.js'
import type { Rows } from '../../shell/list/use-rows.js'
import type { SelectionState } from '../../shell/list/use-selection.js'
import { Button } from '../../ui/button.js'
import type { RelatedChanges } from './use-related-changes.js'

interface RelatedSelectionProps {
  readonly tab: RelatedTab
  readonly checked: CheckedList
  readonly rows: Rows
  readonly choice: SelectionState
  readonly changes: RelatedChanges
}

/** What can be done with the selected records of a related list. */
export default function RelatedSelection(props: RelatedSelectionProps) {
  const { tab, checked, rows, choice, changes } = props
  const t = useTranslations('record')
  const target = tab.source.collection
  const [all] = useRelatedCounts([tab])
  // The number on the tab is that of the whole list.
  const count = checked.search ? undefined : all
  const query = buildRowQuery(checked)
  const { selection, setSelection } = choice

  function readChosen() {
    const exact = count?.isEstimated === false ? count.count : undefined
    return {
      attributes: buildSelectionAttributes(selection, query),
      count: countSelected(selection, exact),
      titles: findLoaded(rows, selection).map(record => getRecordTitle(record, target)),
      onGone: () => setSelection(emptySelection),
    }
  }

  return (
    <SelectionBar
      source={tab.source}
      choice={choice}
      rows={query}
      count={count}
      getTitle={id => {
        const record = rows.find(id)
        return record && getRecordTitle(record, target)
      }}
      onDelete={target.rights.delete ? () => changes.deleteRecords(readChosen()) : undefined}
    >
      {tab.removal === 'unlink' ? (
        <Button
          icon={<Unlink size={14} aria-hidden="true" />}
          onClick={() => void changes.remove(readChosen())}
        >
          {t('removeFrom')}
        </Button>
      ) : null}
    </SelectionBar>
  )
}
