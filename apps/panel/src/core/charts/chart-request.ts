import {
  type Chart,
  type ChartDefinition,
  type ChartTimeRange,
  nameInPath,
} from '@service/protocol'
import type { DashboardState } from './dashboard-state.js'
import { resolvePreviousRange, resolveRange } from './range.js'

/** Values of variables in definitions of charts; null for any. */
export type ChartVariables = Readonly<Record<string, string | null>>

/** A read of the agent: what a batch needs besides an id. */
export interface ChartRead {
  readonly method: 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

/** Charts over time come with the first days of their periods. */
const withDates = { withDates: 'true' }

/**
 * Returns the variables of what is chosen for a dashboard, at an instant in a zone.
 *
 * @example
 * listVariables({ range: 'today', filters: { currency: null } }, now, 'Europe/Paris')
 * // { 'range.from': '2026-02-10', 'range.to': '2026-02-11', 'filters.currency': null, … }
 */
export function listVariables(
  { range, filters }: DashboardState,
  now: Date,
  zone: string,
): ChartVariables {
  const days = resolveRange(range, now, zone)
  const before = days && resolvePreviousRange(range, days)
  const chosen = Object.entries(filters).map(([name, value]) => [`filters.${name}`, value] as const)
  return {
    'range.from': days?.from ?? null,
    'range.to': days?.to ?? null,
    ...(before && { 'range.previous.from': before.from, 'range.previous.to': before.to }),
    ...Object.fromEntries(chosen),
  }
}

/**
 * Builds the requests of a chart: one, or two for the ratio of two other charts. They have only the variables that the
 * chart uses, so that the others can change without asking again.
 *
 * @example
 * buildChartReads(chart, charts, variables)
 * // [{ method: 'POST', path: '/stats/orders', body: { type: 'Value', … } }]
 */
export function buildChartReads(
  definition: ChartDefinition,
  charts: readonly Chart[],
  variables: ChartVariables,
): readonly ChartRead[] {
  if ('numeratorChartId' in definition) {
    const { numeratorChartId, denominatorChartId } = definition
    return [numeratorChartId, denominatorChartId].flatMap(id => {
      const chart = charts.find(({ id: known }) => String(known) === id)
      return chart ? buildChartReads(chart.definition, [], variables) : []
    })
  }
  if ('apiRoute' in definition) return buildCodeRead(definition.apiRoute, variables)
  if (definition.type === 'Smart') return buildCodeRead(definition.smartRoute, variables)
  const path =
    'sourceCollectionName' in definition
      ? `/stats/${nameInPath(definition.sourceCollectionName)}`
      : '/_internal/native_query'
  const contextVariables = pickUsed(definition, variables)
  const hasVariables = Object.keys(contextVariables).length > 0
  const body = { ...definition, ...(hasVariables && { contextVariables }) }
  const isQuery = 'connectionName' in definition
  return [{ method: 'POST', path, ...(!isQuery && { query: withDates }), body }]
}

const chartsMark = '/_charts/'

/**
 * A chart in code, below whatever prefix its route was written with. The query of the route is what the chart gets:
 * `/_charts/revenue?from={{range.from}}`.
 */
function buildCodeRead(route = '', variables: ChartVariables): readonly ChartRead[] {
  const [address = ''] = route.split('#', 1)
  const [path = '', query = ''] = address.split('?')
  const start = path.lastIndexOf(chartsMark)
  if (start < 0) return []
  const parameters = [...new URLSearchParams(query)].flatMap(([name, text]) => {
    const [, variable] = /^\{\{([^{}]+)\}\}$/.exec(text) ?? []
    const value = variable === undefined ? text : (variables[variable.trim()] ?? null)
    return value === null ? [] : [[name, value] as const]
  })
  const body = Object.fromEntries(parameters)
  return [{ method: 'POST', path: path.slice(start), query: withDates, body }]
}

/**
 * Builds the request of a chart in code: of the agent, or of a record of a collection.
 *
 * @example
 * buildCodeChartRead('spending', { collection: 'customers', id: '12' })
 */
export function buildCodeChartRead(
  name: string,
  record?: { readonly collection: string; readonly id: string },
): ChartRead {
  const parts = record ? [record.collection, name] : [name]
  return {
    method: 'POST',
    path: chartsMark + parts.map(nameInPath).join('/'),
    query: withDates,
    body: record ? { record_id: record.id } : {},
  }
}

function pickUsed(definition: ChartDefinition, variables: ChartVariables): ChartVariables {
  const used = listUsedVariables(definition)
  const isCompared = definition.type === 'Value' && [...used].some(isOfRange)
  const isUsed = (name: string) =>
    isQueryHidden(definition) || used.has(name) || (isCompared && isOfPreviousRange(name))
  return Object.fromEntries(Object.entries(variables).filter(([name]) => isUsed(name)))
}

const isOfRange = (name: string) => name.startsWith('range.')
const isOfPreviousRange = (name: string) => name.startsWith('range.previous.')

/** Below the level editor the text of a query is not known: it may use any variable. */
const isQueryHidden = (definition: ChartDefinition) => 'queryDigest' in definition

/**
 * Returns the names of variables in a definition.
 *
 * @example
 * listUsedVariables({ type: 'Value', …, filter: { field: 'currency', operator: 'equal', value: '{{filters.currency}}' } })
 * // Set { 'filters.currency' }
 */
export function listUsedVariables(definition: unknown): ReadonlySet<string> {
  const text = JSON.stringify(definition) ?? ''
  return new Set(
    Array.from(text.matchAll(/\{\{([^{}]{1,200})\}\}/g), ([, name = '']) => name.trim()),
  )
}

/** What the agent responds: the value of a chart and, of one over time, its periods. */
export interface ChartAnswer {
  readonly value: unknown
  readonly timeRange?: ChartTimeRange
  readonly dates?: readonly string[]
}

/**
 * Reads what the agent responded to the requests of a chart.
 *
 * @example
 * readChartAnswer(definition, [{ data: { attributes: { value: 12.5 } } }]) // { value: 12.5 }
 */
export function readChartAnswer(
  definition: ChartDefinition | undefined,
  responses: readonly unknown[],
): ChartAnswer {
  const answers = responses.map(readAnswer)
  if (!definition || !('numeratorChartId' in definition)) return answers[0] ?? { value: null }
  const [part, whole] = answers.map(({ value }) => readFigure(value))
  return { value: whole ? (100 * (part ?? 0)) / whole : 0 }
}

function readAnswer(response: unknown): ChartAnswer {
  const { data } = response as { readonly data?: { readonly attributes?: ChartAnswer } }
  return data?.attributes ?? { value: null }
}

function readFigure(value: unknown): number {
  if (typeof value === 'number') return value
  const { countCurrent, value: reached } = (value ?? {}) as Readonly<Record<string, unknown>>
  return Number(countCurrent ?? reached ?? 0)
}
