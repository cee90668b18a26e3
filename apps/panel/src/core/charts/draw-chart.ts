import type { ChartData } from './chart-data.js'
import type { ChartMark } from './chart-marks.js'
import { describePeriod, type PeriodWords } from './period-words.js'

/** A named number. */
interface NamedNumber {
  readonly label: string
  readonly value: number
}

/** A chart as it is drawn: its numbers with their names in the language of the person. */
export type Drawing =
  | {
      readonly kind: 'value'
      readonly value: number
      readonly previous?: number
      readonly trend?: readonly number[]
    }
  | { readonly kind: 'percentage'; readonly value: number }
  | { readonly kind: 'objective'; readonly value: number; readonly objective: number }
  | { readonly kind: 'parts' | 'ranking'; readonly parts: readonly NamedNumber[] }
  | {
      readonly kind: 'lines'
      readonly points: readonly PeriodWords[]
      readonly lines: readonly {
        readonly label: string
        readonly values: readonly (number | null)[]
      }[]
    }
  | {
      readonly kind: 'rows'
      readonly columns: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }
  | { readonly kind: 'text'; readonly text: string }

interface DrawOptions {
  readonly title: string
  readonly language: string
  readonly formatKey: (key: unknown) => string
}

/**
 * Chooses how a chart is drawn. What other code would draw is shown as rows, or as JSON.
 *
 * @example
 * drawChart({ kind: 'distribution', parts: [{ key: 'paid', value: 5 }] }, options)
 * // { kind: 'parts', parts: [{ label: 'paid', value: 5 }] }
 */
export function drawChart(data: ChartData, options: DrawOptions): Drawing {
  switch (data.kind) {
    case 'value':
    case 'percentage':
      return data
    case 'objective': {
      const { value, objective } = data
      return objective === undefined
        ? { kind: 'value', value }
        : { kind: 'objective', value, objective }
    }
    case 'distribution':
    case 'leaderboard':
      return {
        kind: data.kind === 'distribution' ? 'parts' : 'ranking',
        parts: data.parts.map(({ key, value }) => ({ label: options.formatKey(key), value })),
      }
    case 'time':
    case 'times': {
      const { labels, dates, timeRange, lines } = data
      return {
        kind: 'lines',
        points: labels.map((label, index) =>
          describePeriod({ label, date: dates?.[index], timeRange }, options.language),
        ),
        lines: lines.map(({ key, values }) => ({
          label: key || options.title,
          values: labels.map((_, index) => values[index] ?? null),
        })),
      }
    }
    case 'smart':
      return drawOther(data.value)
  }
}

/** Objects of plain values are a table. */
function drawOther(value: unknown): Drawing {
  const isRows = Array.isArray(value) && value.length > 0 && value.every(isPlainObject)
  if (!isRows) return { kind: 'text', text: JSON.stringify(value, null, 2) ?? '' }
  const columns = [...new Set(value.flatMap(row => Object.keys(row)))]
  const rows = value.map(row => columns.map(column => formatPlain(row[column])))
  return { kind: 'rows', columns, rows }
}

function formatPlain(value: unknown): string {
  if (value === null || value === undefined) return ''
  return isPlainObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A part, a point of a line, or parts that are drawn together, by their places. */
export interface DrawnMark {
  readonly index: number
  readonly line: number
  readonly others?: readonly number[] | undefined
}

/**
 * Finds the mark that something drawn stands for; undefined when the chart has none there.
 *
 * @example
 * findMark({ kind: 'value', value: 3 }, { index: 0, line: 0 }) // { kind: 'all' }
 */
export function findMark(
  data: ChartData,
  { index, line, others }: DrawnMark,
): ChartMark | undefined {
  switch (data.kind) {
    case 'value':
    case 'objective':
      return { kind: 'all' }
    case 'distribution':
    case 'leaderboard': {
      if (others) return { kind: 'others', keys: others.map(at => data.parts[at]?.key) }
      const part = data.parts[index]
      return part && { kind: 'part', key: part.key }
    }
    case 'time':
    case 'times':
      return { kind: 'period', index, line }
    default:
      return undefined
  }
}
