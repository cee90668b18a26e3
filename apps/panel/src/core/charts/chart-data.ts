import type { ChartDefinition, ChartTimeRange } from '@service/protocol'

/** The eight kinds of charts. */
export const chartKinds = [
  'value',
  'objective',
  'percentage',
  'distribution',
  'leaderboard',
  'time',
  'times',
  'smart',
] as const

export type ChartKind = (typeof chartKinds)[number]

/** A part of a distribution, or a line of a leaderboard. */
export interface ChartPart {
  /** As the agent returned it; null for records without a value. */
  readonly key: unknown
  readonly value: number
}

/** One line of a chart over time: a number for each period, or null for none. */
export interface ChartLine {
  /** Empty for the only line. */
  readonly key: string
  readonly values: readonly (number | null)[]
}

/** The numbers of a chart, by its kind. */
export type ChartData =
  | {
      readonly kind: 'value'
      readonly value: number
      readonly previous?: number
      /** Earlier values, the oldest first: charts in code can have them. */
      readonly trend?: readonly number[]
    }
  | { readonly kind: 'objective'; readonly value: number; readonly objective?: number }
  | { readonly kind: 'percentage'; readonly value: number }
  | { readonly kind: 'distribution' | 'leaderboard'; readonly parts: readonly ChartPart[] }
  | {
      readonly kind: 'time' | 'times'
      /** As the agent wrote them, in English. */
      readonly labels: readonly string[]
      readonly lines: readonly ChartLine[]
      /** The first day of each period; absent when the agent does not know. */
      readonly dates?: readonly string[]
      readonly timeRange?: ChartTimeRange
    }
  | { readonly kind: 'smart'; readonly value: unknown }

/** The attributes of a response of the agent. */
export interface ChartAnswer {
  readonly value: unknown
  readonly dates?: readonly string[]
  readonly timeRange?: ChartTimeRange
}

/**
 * Reads the response of the agent to a chart; undefined when it has another form than its definition says.
 *
 * @example
 * readChart({ type: 'Pie', … }, { value: [{ key: 'paid', value: 5 }] })?.kind // 'distribution'
 */
export function readChart(
  definition: Pick<ChartDefinition, 'type'> & { readonly objective?: unknown },
  answer: ChartAnswer,
): ChartData | undefined {
  const { value } = answer
  switch (definition.type) {
    case 'Value':
      return readValue(value)
    case 'Objective':
      return readObjective(value, definition.objective)
    case 'Percentage':
      return isNumber(value) ? { kind: 'percentage', value: Number(value) } : undefined
    case 'Pie':
      return readParts('distribution', value)
    case 'Leaderboard':
      return readParts('leaderboard', value)
    case 'Line':
      return readSeries(answer)
    default:
      return { kind: 'smart', value }
  }
}

/**
 * Reads the response of a chart in code whose kind is not known, by its form. Parts are a distribution.
 *
 * @example
 * guessChart({ value: { countCurrent: 3 } }).kind // 'value'
 */
export function guessChart(answer: ChartAnswer): ChartData {
  const { value } = answer
  if (isNumber(value)) return { kind: 'percentage', value: Number(value) }
  return (
    readValue(value) ??
    (isObject(value) && 'objective' in value ? readObjective(value, undefined) : undefined) ??
    readSeries(answer) ??
    readParts('distribution', value) ?? { kind: 'smart', value }
  )
}

/**
 * Computes the ratio of two charts in percent; undefined when they are no single numbers, or the second is 0.
 *
 * @example
 * readRatio({ kind: 'value', value: 1 }, { kind: 'value', value: 4 }) // { kind: 'percentage', value: 25 }
 */
export function readRatio(
  numerator: ChartData | undefined,
  denominator: ChartData | undefined,
): ChartData | undefined {
  if (!isSingle(numerator) || !isSingle(denominator) || denominator.value === 0) return undefined
  return { kind: 'percentage', value: (numerator.value / denominator.value) * 100 }
}

type Single = Extract<ChartData, { kind: 'value' | 'objective' | 'percentage' }>

const isSingle = (data: ChartData | undefined): data is Single =>
  data !== undefined && ['value', 'objective', 'percentage'].includes(data.kind)

function readValue(value: unknown): ChartData | undefined {
  if (!isObject(value) || !isNumber(value.countCurrent)) return undefined
  const previous = isNumber(value.countPrevious) ? Number(value.countPrevious) : undefined
  const trend = Array.isArray(value.trend) && value.trend.every(isNumber) ? value.trend : []
  return {
    kind: 'value',
    value: Number(value.countCurrent),
    ...(previous !== undefined && { previous }),
    ...(trend.length > 1 && { trend: trend.map(Number) }),
  }
}

function readObjective(value: unknown, defined: unknown): ChartData | undefined {
  if (!isObject(value) || !isNumber(value.value)) return undefined
  const objective = [value.objective, defined].find(isNumber)
  return {
    kind: 'objective',
    value: Number(value.value),
    ...(objective !== undefined && { objective: Number(objective) }),
  }
}

function readParts(kind: 'distribution' | 'leaderboard', value: unknown): ChartData | undefined {
  if (!Array.isArray(value)) return undefined
  const isPart = (part: unknown) => isObject(part) && isNumber(part.value)
  if (!value.every(isPart)) return undefined
  return {
    kind,
    parts: value.map(part => ({ key: part.key ?? null, value: Number(part.value) })),
  }
}

function readSeries({ value, dates, timeRange }: ChartAnswer): ChartData | undefined {
  if (Array.isArray(value)) {
    if (value.length === 0 || !value.every(point => isObject(point) && isObject(point.values))) {
      return value.length === 0
        ? { kind: 'time', labels: [], lines: [{ key: '', values: [] }] }
        : undefined
    }
    const labels = value.map(point => String(point.label))
    const values = value.map(point => readNumber(point.values.value))
    return {
      kind: 'time',
      labels,
      lines: [{ key: '', values }],
      ...describePeriods(labels, dates, timeRange),
    }
  }
  if (!isObject(value) || !Array.isArray(value.labels) || !Array.isArray(value.values)) {
    return undefined
  }
  const labels = value.labels.map(String)
  const lines = value.values.filter(isObject).map(line => ({
    key: String(line.key),
    values: (Array.isArray(line.values) ? line.values : []).map(readNumber),
  }))
  return { kind: 'times', labels, lines, ...describePeriods(labels, dates, timeRange) }
}

/** Only where there is one day for each label. */
function describePeriods(
  labels: readonly string[],
  dates: readonly string[] | undefined,
  timeRange: ChartTimeRange | undefined,
) {
  return dates?.length === labels.length && timeRange ? { dates, timeRange } : {}
}

const readNumber = (value: unknown) => (isNumber(value) ? Number(value) : null)

/** A number, or one with more digits than a double holds. */
function isNumber(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return isObject(value) && Number.isFinite(Number(String(value)))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
