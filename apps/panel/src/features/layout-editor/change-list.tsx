import { useTranslations } from 'use-intl'
import type { LayoutChange } from '../../core/layout/diff-layouts.js'
import type { Collections } from '../../core/schema/collection-model.js'
import { useChangeText } from './use-change-text.js'

interface ChangeListProps {
  readonly changes: readonly LayoutChange[]
  readonly collections: Collections
}

/** What differs between two layouts, in words, by collection. */
export function ChangeList({ changes, collections }: ChangeListProps) {
  const t = useTranslations('layoutEditor')
  const describe = useChangeText(collections)
  const owners = [...new Set(changes.map(({ collection }) => collection))]
  if (changes.length === 0) return <p className="text-muted">{t('noChanges')}</p>
  return (
    <div className="flex flex-col gap-3">
      {owners.map(owner => (
        <section key={owner ?? ''}>
          <h3 className="mb-1 font-medium">
            {owner === undefined ? t('tab.navigation') : (collections.get(owner)?.label ?? owner)}
          </h3>
          <ul className="flex flex-col gap-0.5 text-muted">
            {changes
              .filter(({ collection }) => collection === owner)
              .map(change => (
                <li key={JSON.stringify(change)} className="flex gap-2">
                  <span aria-hidden="true">·</span>
                  <span className="min-w-0 wrap-anywhere">{describe(change)}</span>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
