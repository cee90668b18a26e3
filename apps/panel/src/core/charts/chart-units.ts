import type { ChartDefinition, ChartDisplay, ChartTimeRange } from '@service/protocol'
import type { Collections } from '../schema/collection-model.js'
import { findField } from '../schema/find-field.js'
import { formatMoney, formatNumber, readCurrency } from '../text/format-number.js'

/**
 * Writes a number of a chart with its unit. Compact ones are for axes and small cards.
 *
 * @example
 * formatChartNumber(2_710_000, { currency: 'EUR' }, 'en', true) // '2.7 M €'
 */
export function formatChartNumber(
  value: number,
  display: ChartDisplay,
  language: string,
  isCompact = false,
): string {
  const { currency, unit } = display
  const symbol = currency ? readCurrency(currency, language).symbol : unit
  const number = isCompact
    ? formatCompact(value, language)
    : formatDecimals(value, display, language)
  return symbol ? `${number}\u00a0${symbol}` : number
}

function formatDecimals(value: number, { decimals, currency }: ChartDisplay, language: string) {
  if (decimals !== undefined) {
    const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    return new Intl.NumberFormat(language, options).format(value)
  }
  if (currency)
    return formatMoney(value.toFixed(readCurrency(currency, language).digits), '', { language })
  return Number.isInteger(value)
    ? formatNumber(value, language)
    : new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value)
}

const powers = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

/** With the signs of the metric system, which all four languages read. */
function formatCompact(value: number, language: string): string {
  const [power, sign] = powers.find(([least]) => Math.abs(value) >= least * 0.9995) ?? [1, '']
  const amount = value / power
  const digits = Math.abs(amount) < 10 && !Number.isInteger(amount) ? 1 : 0
  const options = { maximumFractionDigits: power === 1 && digits === 1 ? 2 : digits }
  const number = new Intl.NumberFormat(language, options).format(amount)
  return sign ? `${number}\u00a0${sign}` : number
}

/**
 * Writes a share in percent.
 *
 * @example
 * formatShare(1, 8, 'en') // '12.5 %'
 */
export function formatShare(value: number, total: number, language: string): string {
  if (total === 0) return ''
  const options = { maximumFractionDigits: 1 }
  return `${new Intl.NumberFormat(language, options).format((value / total) * 100)}\u00a0%`
}

/** How periods are written, by their length. Days are instants at midnight UTC. */
const periodFormats: Readonly<Record<ChartTimeRange, Intl.DateTimeFormatOptions>> = {
  Day: { day: 'numeric', month: 'short', year: 'numeric' },
  Week: { day: 'numeric', month: 'short', year: 'numeric' },
  Month: { month: 'short', year: 'numeric' },
  Quarter: { year: 'numeric' },
  Year: { year: 'numeric' },
}

/**
 * Writes the period that begins on a day: `Jan 2026`, `Q1 2026`, `5 Jan 2026`.
 *
 * @example
 * formatPeriod('2026-04-01', 'Quarter', 'en') // 'Q2 2026'
 */
export function formatPeriod(day: string, timeRange: ChartTimeRange, language: string): string {
  const date = new Date(`${day}T00:00:00.000Z`)
  const options = { ...periodFormats[timeRange], timeZone: 'UTC' }
  const text = new Intl.DateTimeFormat(language, options).format(date)
  if (timeRange !== 'Quarter') return text
  return `${quarterLetter(language)}${Math.floor(date.getUTCMonth() / 3) + 1} ${text}`
}

const quarterLetter = (language: string) => (/^(fr|es)\b/.test(language) ? 'T' : 'Q')

/**
 * Chooses how the numbers of a chart are written: as its author says, else as the field it adds up is written.
 *
 * @example
 * chooseDisplay({ definition }, collections).currency // 'EUR'
 */
export function chooseDisplay(
  {
    definition,
    display,
  }: { readonly definition: ChartDefinition; readonly display?: ChartDisplay },
  collections: Collections,
): ChartDisplay {
  if (display) return display
  const currency = findFixedCurrency(definition, collections)
  return currency ? { currency } : {}
}

/** Only a currency that is the same for all records: the sum of several has none. */
function findFixedCurrency(
  definition: ChartDefinition,
  collections: Collections,
): string | undefined {
  if (!('sourceCollectionName' in definition) || definition.aggregator === 'Count') return undefined
  const collection = collections.get(definition.sourceCollectionName)
  const path = definition.aggregateFieldName
  if (!collection || !path) return undefined
  const field = findField(collections, collection, path)?.field
  const currency = field?.show.name === 'money' ? field.show.parameters?.currency : undefined
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : undefined
}
