import { useContext } from 'react'
import { useLocale } from 'use-intl'
import type { DateStyle } from '../core/text/format-date.js'
import { browserTimezone } from './browser-timezone.js'
import { PlaceContext } from './place-context.js'

/** How the person reads dates. Pages outside of a place use the time zone of the browser. */
export function useDateStyle(): DateStyle {
  const language = useLocale()
  const zone = useContext(PlaceContext)?.timezone ?? browserTimezone
  return { zone, language }
}
