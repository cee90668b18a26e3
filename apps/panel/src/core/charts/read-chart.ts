import type { ChartDefinition } from '@service/protocol'
import { describePoint, type PointWords } from './axis.js'
import type { ChartAnswer } from './chart-request.js'

/** A named number of a pie or a leaderboard. */
export interface NamedNumber {
  readonly label: string
  readonly value: number
}

/** What a chart draws, in words of the person's language. */
export type ChartContent =
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
      readonly points: readonly PointWords[]
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

interface ReadOptions {
  /** Absent: what the value looks like. */
  readonly type?: ChartDefinition['type'] | undefined
  /** Of charts whose definition has it, as the agent sends only the value. */
  readonly objective?: number | undefined
  readonly language?: string
  /** The name of the group without a value. */
  readonly emptyLabel: string
  /** The name of the only line. */
  readonly title: string
}

type PlainObject = Readonly<Record<string, unknown>>

/** More parts than this, of a chart that does not say what it is, are bars. */
const mostParts = 7

/**
 * Reads what the agent says about a chart, of whatever kind it is. Values of no known form are shown as rows or as JSON.
 *
 * @example
 * readChart({ value: { countCurrent: 3, countPrevious: 2 } }, options) // { kind: 'value', value: 3, previous: 2 }
 */
export function readChart(answer: ChartAnswer, options: ReadOptions): ChartContent {
  const { value } = answer
  return (
    readFigure(value, options) ??
    readParts(value, options) ??
    readLine(answer, options) ??
    readLines(answer, options) ??
    readRows(value) ?? { kind: 'text', text: JSON.stringify(value, null, 2) ?? '' }
  )
}

function readFigure(value: unknown, { type, objective }: ReadOptions): ChartContent | undefined {
  const single = readNumber(value)
  if (single !== undefined)
    return { kind: type === 'Value' ? 'value' : 'percentage', value: single }
  if (!isPlainObject(value)) return undefined
  const current = readNumber(value.countCurrent)
  if (current !== undefined) {
    const previous = readNumber(value.countPrevious)
    const trend = Array.isArray(value.trend) ? value.trend.map(readNumber) : []
    return {
      kind: 'value',
      value: current,
      ...(previous !== undefined && { previous }),
      ...(trend.length > 1 && trend.every(isDefined) && { trend }),
    }
  }
  const reached = readNumber(value.value)
  const goal = readNumber(value.objective) ?? objective
  if (reached === undefined || goal === undefined) return undefined
  return { kind: 'objective', value: reached, objective: goal }
}

function readParts(value: unknown, options: ReadOptions): ChartContent | undefined {
  if (!Array.isArray(value) || !value.every(isPlainObject)) return undefined
  if (value.length === 0 && options.type === 'Line') return undefined
  const parts = value.map(({ key, value: number, ...rest }) => {
    const read = readNumber(number)
    if (read === undefined || key === undefined || Object.keys(rest).length > 0) return undefined
    return { label: key === null || key === '' ? options.emptyLabel : String(key), value: read }
  })
  if (!parts.every(isDefined)) return undefined
  return { kind: chooseKind(parts, options.type), parts }
}

function chooseKind(parts: readonly NamedNumber[], type: ReadOptions['type']): 'parts' | 'ranking' {
  if (type === 'Pie') return 'parts'
  return type === 'Leaderboard' || parts.length > mostParts ? 'ranking' : 'parts'
}

function readLine(answer: ChartAnswer, { language, title }: ReadOptions): ChartContent | undefined {
  const { value } = answer
  if (!Array.isArray(value) || !value.every(isTimePoint)) return undefined
  const labels = value.map(({ label }) => label)
  const values = value.map(point => readNumber(point.values.value) ?? null)
  return {
    kind: 'lines',
    points: describePoints(answer, labels, language),
    lines: [{ label: title, values }],
  }
}

function readLines(answer: ChartAnswer, { language }: ReadOptions): ChartContent | undefined {
  const { value } = answer
  if (!isPlainObject(value) || !Array.isArray(value.labels) || !Array.isArray(value.values)) {
    return undefined
  }
  const labels = value.labels.map(String)
  const lines = value.values.filter(isPlainObject).map(({ key, values }) => {
    const numbers = Array.isArray(values) ? values : []
    return {
      label: String(key ?? ''),
      values: labels.map((_, index) => readNumber(numbers[index]) ?? null),
    }
  })
  return { kind: 'lines', points: describePoints(answer, labels, language), lines }
}

function describePoints(
  { dates, timeRange }: ChartAnswer,
  labels: readonly string[],
  language = 'en',
): readonly PointWords[] {
  return labels.map((label, index) =>
    describePoint({ label, date: dates?.[index], timeRange }, language),
  )
}

/** Objects of plain values are a table. */
function readRows(value: unknown): ChartContent | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isPlainObject)) return undefined
  const columns = [...new Set(value.flatMap(row => Object.keys(row)))]
  const rows = value.map(row => columns.map(column => formatPlain(row[column])))
  return { kind: 'rows', columns, rows }
}

function formatPlain(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Agents send large numbers as text. */
function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !/^-?\d/.test(value)) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined

function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTimePoint(
  value: unknown,
): value is { readonly label: string; readonly values: { readonly value: unknown } } {
  return isPlainObject(value) && typeof value.label === 'string' && isPlainObject(value.values)
}
