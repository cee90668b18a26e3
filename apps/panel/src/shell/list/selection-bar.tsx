import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ListSource } from '../../core/list/list-request.js'
import type { RowQuery } from '../../core/list/row-query.js'
import { countSelected, emptySelection, fullSelection } from '../../core/list/selection.js'
import { formatCount } from '../../core/text/format-number.js'
import type { RecordCount } from '../../data/use-count.js'
import { Button } from '../../ui/button.js'
import { SelectionActions } from '../action/selection-actions.js'
import { BulkEditButton } from '../bulk-edit/bulk-edit-button.js'
import type { SelectionState } from './use-selection.js'

interface SelectionBarProps {
  readonly source: ListSource
  readonly choice: SelectionState
  /** The rows of the list in which records are selected. */
  readonly rows: RowQuery
  /** How many rows the list has, where that is known. */
  readonly count: RecordCount | null | undefined
  readonly getTitle: (id: string) => string | undefined
  /** Absent when the person may not delete. */
  readonly onDelete?: (() => void) | undefined
  /** What else can be done with the selection. */
  readonly children?: ReactNode
}

/** What is selected, and what can be done with it; at the foot of a list. */
export default function SelectionBar(props: SelectionBarProps) {
  const { source, choice, rows, count, getTitle, onDelete, children } = props
  const t = useTranslations('list')
  const g = useTranslations('grid')
  const language = useLocale()
  const { selection, setSelection } = choice
  const selected = countSelected(selection, count?.count)
  // All rows of a relation cannot be named in a bulk update.
  const mayEdit = source.collection.rights.edit && (!source.parent || selection.kind === 'some')
  return (
    <section
      aria-label={g('selection')}
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-t border-line bg-selected px-3 py-1 pointer-coarse:min-h-14"
    >
      <span role="status" className="font-medium tabular-nums">
        {selected === undefined
          ? t('allSelected')
          : selection.kind === 'all' && count?.isEstimated
            ? g('aboutSelected', {
                count: formatCount({ count: selected, isEstimated: true }, language),
              })
            : t('selected', { count: selected })}
      </span>
      <SelectionActions
        collection={source.collection}
        selection={selection}
        rows={rows}
        count={selected}
        getTitle={getTitle}
        parent={source.parent}
      />
      {mayEdit ? (
        <BulkEditButton
          source={source}
          selection={selection}
          rows={rows}
          count={selected}
          getTitle={getTitle}
        />
      ) : null}
      {children}
      {onDelete ? (
        <Button look="danger" icon={<Trash2 size={14} aria-hidden="true" />} onClick={onDelete}>
          {g('delete')}
        </Button>
      ) : null}
      {selection.kind === 'some' ? (
        <Button look="ghost" onClick={() => setSelection(fullSelection)}>
          {count
            ? g('selectAllOf', { count: formatCount(count, language) })
            : t('selectAllMatching')}
        </Button>
      ) : null}
      <span className="flex-1" />
      <Button look="ghost" keys="Esc" onClick={() => setSelection(emptySelection)}>
        {t('clearSelection')}
      </Button>
    </section>
  )
}
