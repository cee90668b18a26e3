import type { Dashboard, DashboardRange, DashboardRangeName } from '@service/protocol'
import type { ListParameters } from '../list/list-state.js'
import type { DashboardChoice } from './chart-variables.js'
import { formatRangeText, parseRangeText } from './range-text.js'

type FirstChoice = Pick<Dashboard, 'range' | 'filters'>

const filterMark = 'f.'

/** What a dashboard shows at first. */
function readFirstChoice({ range, filters = [] }: FirstChoice): DashboardChoice {
  return {
    range: range ?? 'all_time',
    filters: Object.fromEntries(filters.map(({ name, value }) => [name, value ?? null])),
  }
}

/**
 * Reads what was chosen from the address. What is not there, or not known, is as the dashboard has it at first.
 *
 * @example
 * parseDashboardChoice({ range: 'this_year', 'f.currency': 'EUR' }, dashboard)
 * // { range: 'this_year', filters: { currency: 'EUR' } }
 */
export function parseDashboardChoice(
  parameters: ListParameters,
  dashboard: FirstChoice,
): DashboardChoice {
  const first = readFirstChoice(dashboard)
  const chosen = Object.keys(first.filters).flatMap(name => {
    const value = parameters[`${filterMark}${name}`]
    return value === undefined ? [] : [[name, value === '' ? null : value] as const]
  })
  return {
    range: parseRangeText(parameters.range ?? '') ?? first.range,
    filters: { ...first.filters, ...Object.fromEntries(chosen) },
  }
}

/**
 * Writes what differs from the dashboard at first as parameters of the address.
 *
 * @example
 * formatDashboardChoice({ range: { from: '2026-01-01', to: '2026-01-31' }, filters: {} }, dashboard)
 * // { range: '2026-01-01..2026-01-31' }
 */
export function formatDashboardChoice(
  { range, filters }: DashboardChoice,
  dashboard: FirstChoice,
): ListParameters {
  const first = readFirstChoice(dashboard)
  const changed = Object.entries(filters).filter(([name, value]) => first.filters[name] !== value)
  const text = formatRangeText(range)
  return {
    ...(text !== formatRangeText(first.range) && { range: text }),
    ...Object.fromEntries(
      changed.map(([name, value]) => [`${filterMark}${name}`, value === null ? '' : String(value)]),
    ),
  }
}

/** The ranges that are offered besides days, and the one of the dashboard. */
const usualRanges: readonly DashboardRangeName[] = [
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'this_month',
  'this_quarter',
  'this_year',
  'all_time',
]

/**
 * Lists the named ranges that are offered: the usual ones, and those in use.
 *
 * @example
 * listOfferedRanges('today', 'last_7_days')[0] // 'today'
 */
export function listOfferedRanges(
  ...used: readonly (DashboardRange | undefined)[]
): readonly DashboardRangeName[] {
  const others = used.filter(
    (range): range is DashboardRangeName =>
      typeof range === 'string' && !usualRanges.includes(range),
  )
  return [...new Set([...others, ...usualRanges])]
}
