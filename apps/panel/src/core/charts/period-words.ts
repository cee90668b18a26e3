import type { ChartTimeRange } from '@service/protocol'
import { formatDay } from '../text/format-date.js'

/** A point in time as the agent describes it. */
export interface PeriodOfChart {
  /** In English, such as `Jan 24`: agents of earlier versions send no more. */
  readonly label: string
  /** The first day of the period. */
  readonly date?: string | undefined
  readonly timeRange?: ChartTimeRange | undefined
}

/** A point in words: short for the axis, and in full. */
export interface PeriodWords {
  readonly tick: string
  /** Shown below the tick where it changes. */
  readonly group?: string
  readonly label: string
}

const month = { timeZone: 'UTC', month: 'short' } as const
const year = { timeZone: 'UTC', year: 'numeric' } as const

/** How the words of each period are made. */
const periods: Readonly<Record<ChartTimeRange, (date: Date, language: string) => PeriodWords>> = {
  Day: (date, language) => ({
    tick: formatShortDay(date, language),
    group: format(date, language, year),
    label: formatDay(toText(date), language),
  }),
  Week: (date, language) => ({
    tick: formatShortDay(date, language),
    group: format(date, language, year),
    label: [date, addDays(date, 6)].map(day => formatDay(toText(day), language)).join(' – '),
  }),
  Month: (date, language) => ({
    tick: format(date, language, month),
    group: format(date, language, year),
    label: format(date, language, { timeZone: 'UTC', month: 'long', year: 'numeric' }),
  }),
  Quarter: (date, language) => {
    const tick = `${/^(fr|es)\b/.test(language) ? 'T' : 'Q'}${Math.floor(date.getUTCMonth() / 3) + 1}`
    const group = format(date, language, year)
    return { tick, group, label: `${tick} ${group}` }
  },
  Year: (date, language) => ({
    tick: format(date, language, year),
    label: format(date, language, year),
  }),
}

/**
 * Writes a point of an axis in a language. Periods begin on days of the person's zone, and days are the same everywhere.
 *
 * @example
 * describePeriod({ label: 'Jan 24', date: '2024-01-01', timeRange: 'Month' }, 'fr')
 * // { tick: 'janv.', group: '2024', label: 'janvier 2024' }
 */
export function describePeriod(
  { label, date, timeRange }: PeriodOfChart,
  language: string,
): PeriodWords {
  const instant = date === undefined ? undefined : new Date(`${date}T00:00:00Z`)
  if (!instant || !timeRange || Number.isNaN(instant.getTime())) return { tick: label, label }
  return periods[timeRange](instant, language)
}

const dayLength = 86_400_000
const addDays = (date: Date, days: number) => new Date(date.getTime() + days * dayLength)

const toText = (date: Date) => date.toISOString().slice(0, 10)

/** English days are written as everywhere in the panel: 30 Sep. */
function formatShortDay(date: Date, language: string): string {
  if (language.startsWith('en')) return `${date.getUTCDate()} ${format(date, 'en-US', month)}`
  return format(date, language, { ...month, day: 'numeric' })
}

function format(date: Date, language: string, options: Intl.DateTimeFormatOptions): string {
  return getFormat(language, options).format(date)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function getFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options])
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(language, options)
  formats.set(key, made)
  return made
}
