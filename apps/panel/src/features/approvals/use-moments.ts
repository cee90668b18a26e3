import { useCallback } from 'react'
import { useLocale } from 'use-intl'
import { formatRelative } from '../../core/text/format-date.js'

/** Says how far away moments are: `5 minutes ago`. */
export function useMoments(): (value: string) => string {
  const language = useLocale()
  return useCallback(value => formatRelative(value, new Date(), language), [language])
}
