import { useTranslations } from 'use-intl'
import type { Member } from '../../../core/settings/people/member.js'
import { Button } from '../../../ui/button.js'
import { Choice } from '../../../ui/choice.js'

interface SelectionBarProps {
  /** Those who fit the filter. */
  readonly shown: readonly Member[]
  readonly selected: ReadonlySet<number>
  readonly onChange: (ids: ReadonlySet<number>) => void
  readonly onEdit: () => void
}

/** Selects all who are shown, on every page of the list, and changes those who are selected. */
export function SelectionBar({ shown, selected, onChange, onEdit }: SelectionBarProps) {
  const t = useTranslations('people.selection')
  const isAll = shown.every(({ id }) => selected.has(id))
  return (
    <section
      aria-label={t('title')}
      className="mb-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 pl-3"
    >
      <Choice
        kind="checkbox"
        checked={isAll}
        onChange={() => onChange(isAll ? new Set() : new Set(shown.map(({ id }) => id)))}
      >
        {t('all', { count: shown.length })}
      </Choice>
      {selected.size > 0 ? (
        <>
          <span aria-live="polite" className="text-muted">
            {t('count', { count: selected.size })}
          </span>
          <Button onClick={onEdit}>{t('edit')}</Button>
          <Button look="ghost" onClick={() => onChange(new Set())}>
            {t('clear')}
          </Button>
        </>
      ) : null}
    </section>
  )
}
