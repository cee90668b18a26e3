import { type DashboardRange, dashboardRangeNames } from '@service/protocol'
import { splitDay } from '../text/day-parts.js'

/**
 * Writes a range for an address.
 *
 * @example
 * formatRangeText({ from: '2026-01-01', to: '2026-01-31' }) // '2026-01-01..2026-01-31'
 */
export function formatRangeText(range: DashboardRange): string {
  return typeof range === 'string' ? range : `${range.from}..${range.to}`
}

/**
 * Reads a range of an address; undefined when it is none.
 *
 * @example
 * parseRangeText('last_30_days') // 'last_30_days'
 */
export function parseRangeText(text: string): DashboardRange | undefined {
  const named = dashboardRangeNames.find(name => name === text)
  if (named) return named
  const [from = '', to = '', ...more] = text.split('..')
  const isRange = more.length === 0 && splitDay(from) && splitDay(to) && from <= to
  return isRange ? { from, to } : undefined
}
