import { UnprocessableError } from '@service/base'
import { type DateOperation, truncateDate } from '@service/datasource-toolkit'
import { denseDays, formatPeriod, isOrdinaryDay } from './time-series.js'

/** The data of a chart, created by a result builder. */
export interface ChartResult {
  readonly kind: 'chart'
  readonly value: unknown
  /** Of a chart over time. */
  readonly series?: ChartSeries
}

/** The periods of a chart over time: one first day, such as `2024-05-01`, for each of its labels. */
export interface ChartSeries {
  readonly timeRange: TimeRange
  readonly dates: readonly string[]
}

/** The time unit of a time-based chart. */
export type TimeRange = DateOperation

/** A value at a time: an instant, or a day such as `2024-05-31`. */
export interface TimeValue {
  readonly date: Date | string
  readonly value: number | null
}

/** One line of a time-based chart: as many values as there are dates. */
export interface TimeLine {
  readonly label: string
  readonly values: readonly (number | null)[]
}

/** Creates the data of a chart. Times are grouped into days, weeks, … of the caller's time zone. */
export interface ChartResultBuilder {
  /** One number, and its previous value. */
  value(value: number, previousValue?: number): ChartResult
  /** Shares of a total, by label. */
  distribution(values: Readonly<Record<string, number>>): ChartResult
  /** One line over time. Values of the same period are added up; a period without values is 0. */
  timeBased(
    timeRange: TimeRange,
    values: readonly TimeValue[] | Readonly<Record<string, number | null>>,
  ): ChartResult
  /** Several lines over the same dates. */
  multipleTimeBased(
    timeRange: TimeRange,
    dates: readonly (Date | string)[],
    lines: readonly TimeLine[],
  ): ChartResult
  percentage(value: number): ChartResult
  objective(value: number, objective: number): ChartResult
  /** Numbers by label, the largest first. */
  leaderboard(values: Readonly<Record<string, number>>): ChartResult
  /** Any data, for a chart drawn by custom code. */
  smart(data: unknown): ChartResult
}

export function createResultBuilder(timezone: string): ChartResultBuilder {
  return {
    value: (countCurrent, countPrevious) =>
      toResult(countPrevious === undefined ? { countCurrent } : { countCurrent, countPrevious }),
    distribution: numbers => toResult(slices(numbers)),
    timeBased: (timeRange, given) => series(timeRange, given, timezone),
    multipleTimeBased: (timeRange, dates, lines) =>
      multipleSeries(timeRange, dates, lines, timezone),
    percentage: value => toResult(value),
    objective: (value, objective) => toResult({ value, objective }),
    leaderboard: numbers => toResult(slices(numbers).sort((a, b) => b.value - a.value)),
    smart: data => toResult(data),
  }
}

function toResult(value: unknown): ChartResult {
  return { kind: 'chart', value }
}

function toDatedResult(timeRange: TimeRange, dates: readonly string[], value: unknown) {
  return { ...toResult(value), series: { timeRange, dates } }
}

function slices(numbers: Readonly<Record<string, number>>) {
  return Object.entries(numbers).map(([key, value]) => ({ key, value }))
}

function series(
  timeRange: TimeRange,
  given: readonly TimeValue[] | Readonly<Record<string, number | null>>,
  timezone: string,
): ChartResult {
  const entries = isList(given)
    ? given
    : Object.entries(given).map(([date, value]) => ({ date, value }))
  const buckets = new Map<string, number | null>()
  for (const { date, value } of entries) add(buckets, findBucket(date, timeRange, timezone), value)
  const days = denseDays(buckets.keys(), timeRange)
  const points = days.map(day => ({
    label: formatPeriod(day, timeRange),
    values: { value: valueIn(buckets, day) },
  }))
  return toDatedResult(timeRange, days, points)
}

function multipleSeries(
  timeRange: TimeRange,
  dates: readonly (Date | string)[],
  lines: readonly TimeLine[],
  timezone: string,
): ChartResult {
  const keys = dates.map(date => findBucket(date, timeRange, timezone))
  const days = denseDays(keys, timeRange)
  return toDatedResult(timeRange, days, {
    labels: days.map(day => formatPeriod(day, timeRange)),
    values: lines.map(({ label, values: given }) => {
      if (given.length !== keys.length) {
        throw new UnprocessableError(
          `The line '${label}' of the chart has ${given.length} values for ${keys.length} dates.`,
        )
      }
      const buckets = new Map<string, number | null>()
      keys.forEach((key, index) => {
        add(buckets, key, given[index]!)
      })
      return { key: label, values: days.map(day => valueIn(buckets, day)) }
    }),
  })
}

function isList(
  given: readonly TimeValue[] | Readonly<Record<string, number | null>>,
): given is readonly TimeValue[] {
  return Array.isArray(given)
}

/** Adds numbers up; a period is null only if it has no number. */
function add(buckets: Map<string, number | null>, key: string, value: number | null): void {
  const sum = buckets.get(key) ?? null
  buckets.set(key, value === null ? sum : (sum ?? 0) + value)
}

function valueIn(buckets: ReadonlyMap<string, number | null>, day: string): number | null {
  const value = buckets.get(day)
  return value === undefined ? 0 : value
}

function findBucket(date: Date | string, timeRange: TimeRange, timezone: string): string {
  const bucket = truncateDate(date, timeRange, timezone)
  if (bucket !== null && isOrdinaryDay(bucket)) return bucket
  throw new UnprocessableError(`The chart has a date that is none: ${String(date)}.`)
}
