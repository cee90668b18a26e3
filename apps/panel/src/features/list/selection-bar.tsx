import { useTranslations } from 'use-intl'
import { countSelected, emptySelection, fullSelection } from '../../core/list/selection.js'
import type { RecordCount } from '../../data/use-count.js'
import { Button } from '../../ui/button.js'
import type { SelectionState } from './use-selection.js'

interface SelectionBarProps extends Pick<SelectionState, 'selection' | 'setSelection'> {
  readonly count: RecordCount | null | undefined
}

/** What is selected, and what can be done with it; in place of the footer. */
export function SelectionBar({ selection, setSelection, count }: SelectionBarProps) {
  const t = useTranslations('list')
  const selected = countSelected(selection, count?.count)
  return (
    <footer className="flex h-11 shrink-0 items-center gap-2 border-t border-line bg-selected px-3 pointer-coarse:h-14">
      <span role="status" className="font-medium tabular-nums">
        {selected === undefined ? t('allSelected') : t('selected', { count: selected })}
      </span>
      {selection.kind === 'some' ? (
        <Button look="ghost" onClick={() => setSelection(fullSelection)}>
          {count ? t('selectAllCount', { count: count.count }) : t('selectAllMatching')}
        </Button>
      ) : null}
      <span className="flex-1" />
      <Button look="ghost" keys="Esc" onClick={() => setSelection(emptySelection)}>
        {t('clearSelection')}
      </Button>
    </footer>
  )
}
