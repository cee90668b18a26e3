import { useTranslations } from 'use-intl'
import type { ActionOpening } from './action-runner.js'

const mostTitles = 3

/** What an action runs on, in words: `2 records · ORD-1, ORD-2`. */
export function useSubject({
  collection,
  action,
  selection,
  titles,
  count,
}: ActionOpening): string {
  const t = useTranslations('actions')
  if (action.type === 'global') return collection.label
  if ('all_records' in selection && selection.all_records) {
    return count === undefined ? t('allThatMatch') : t('allCounted', { count })
  }
  const names = titles.slice(0, mostTitles).join(', ')
  const number = t('records', { count: selection.ids.length })
  return names === '' ? number : `${number} · ${names}${titles.length > mostTitles ? ' …' : ''}`
}
