import {
  type Dashboard,
  type DashboardRange,
  type DashboardRangeName,
  dashboardRangeNames,
} from '@service/protocol'
import type { ListParameters } from '../list/list-state.js'

/** What people choose for all cards of a dashboard. */
export interface DashboardState {
  readonly range: DashboardRange
  /** By name; null for any value. */
  readonly filters: Readonly<Record<string, string | null>>
}

const filterMark = 'f.'
const daysPattern = /^(\d{4}-\d\d-\d\d)_(\d{4}-\d\d-\d\d)$/

/** What a dashboard shows at first. */
export function readFirstState({ range, filters = [] }: Pick<Dashboard, 'range' | 'filters'>) {
  return {
    range: range ?? 'all_time',
    filters: Object.fromEntries(
      filters.map(({ name, value }) => [name, value === undefined ? null : String(value)]),
    ),
  } satisfies DashboardState
}

/**
 * Reads what was chosen from the address. What is not there, or not known, is as the dashboard has it at first.
 *
 * @example
 * parseDashboardState({ range: 'this_year', 'f.currency': 'EUR' }, dashboard)
 * // { range: 'this_year', filters: { currency: 'EUR' } }
 */
export function parseDashboardState(
  parameters: ListParameters,
  dashboard: Pick<Dashboard, 'range' | 'filters'>,
): DashboardState {
  const first = readFirstState(dashboard)
  const chosen = Object.keys(first.filters).flatMap(name => {
    const value = parameters[`${filterMark}${name}`]
    return value === undefined ? [] : [[name, value === '' ? null : value] as const]
  })
  return {
    range: parseRange(parameters.range) ?? first.range,
    filters: { ...first.filters, ...Object.fromEntries(chosen) },
  }
}

/**
 * Writes what differs from the dashboard at first as parameters of the address.
 *
 * @example
 * formatDashboardState({ range: { from: '2026-01-01', to: '2026-01-31' }, filters: {} }, dashboard)
 * // { range: '2026-01-01_2026-01-31' }
 */
export function formatDashboardState(
  { range, filters }: DashboardState,
  dashboard: Pick<Dashboard, 'range' | 'filters'>,
): ListParameters {
  const first = readFirstState(dashboard)
  const changed = Object.entries(filters).filter(([name, value]) => first.filters[name] !== value)
  const text = formatRange(range)
  return {
    ...(text !== formatRange(first.range) && { range: text }),
    ...Object.fromEntries(changed.map(([name, value]) => [`${filterMark}${name}`, value ?? ''])),
  }
}

function parseRange(text: string | undefined): DashboardRange | undefined {
  const name = dashboardRangeNames.find(known => known === text)
  if (name) return name
  const [, from, to] = daysPattern.exec(text ?? '') ?? []
  return from !== undefined && to !== undefined && isDay(from) && isDay(to) && from <= to
    ? { from, to }
    : undefined
}

const formatRange = (range: DashboardRange): string =>
  typeof range === 'string' ? range : `${range.from}_${range.to}`

/** Whether a text is a day of the calendar. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The ranges that are offered besides days. */
export const offeredRanges: readonly DashboardRangeName[] = [
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'this_month',
  'this_quarter',
  'this_year',
  'all_time',
]
