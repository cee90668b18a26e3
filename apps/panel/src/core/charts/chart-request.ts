import { type Chart, type ChartDefinition, nameInPath } from '@service/protocol'
import { type ChartVariables, listVariables } from './chart-variables.js'

/** A read of the agent that returns the value of a chart. */
export interface ChartRequest {
  readonly method: 'POST'
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: object
}

const withDates = { withDates: 'true' }

/**
 * Builds what the agent is asked for a chart: one request, or two for a ratio of two charts. Empty when the chart
 * cannot be asked for, because its parts or its route are unknown.
 *
 * @example
 * buildChartRequests(chart, charts, variables)[0]?.path // '/stats/orders'
 */
export function buildChartRequests(
  { definition }: Pick<Chart, 'definition'>,
  charts: readonly Chart[],
  variables: ChartVariables,
): readonly ChartRequest[] {
  if ('numeratorChartId' in definition) {
    const parts = [definition.numeratorChartId, definition.denominatorChartId].flatMap(id => {
      const part = charts.find(chart => String(chart.id) === id)?.definition
      return part && !('numeratorChartId' in part) ? (buildRequest(part, variables) ?? []) : []
    })
    return parts.length === 2 ? parts : []
  }
  const request = buildRequest(definition, variables)
  return request ? [request] : []
}

function buildRequest(
  definition: ChartDefinition,
  variables: ChartVariables,
): ChartRequest | undefined {
  if ('sourceCollectionName' in definition) {
    const path = `/stats/${nameInPath(definition.sourceCollectionName)}`
    return { method: 'POST', path, query: withDates, body: withVariables(definition, variables) }
  }
  if ('connectionName' in definition) {
    const path = '/_internal/native_query'
    return { method: 'POST', path, query: {}, body: withVariables(definition, variables) }
  }
  const name = findCodeChart(definition)
  if (name === undefined) return undefined
  const parameters = Object.entries(variables).filter(([, value]) => value !== null)
  return {
    method: 'POST',
    path: `/_charts/${nameInPath(name)}`,
    query: withDates,
    body: Object.fromEntries(parameters),
  }
}

/** Only what the definition uses: the agent refuses values that are no text, number or boolean. */
function withVariables(definition: object, variables: ChartVariables): object {
  const used = new Set(listVariables(JSON.stringify(definition)))
  const hidesQuery = 'queryDigest' in definition
  const isUsed = (name: string) =>
    hidesQuery || used.has(name) || used.has(name.replace(/^range\.previous\./, 'range.'))
  const entries = Object.entries(variables).filter(([name]) => isUsed(name))
  return entries.length > 0
    ? { ...definition, contextVariables: Object.fromEntries(entries) }
    : definition
}

const codePath = '/_charts/'

/**
 * Finds the name of the chart in code that a definition leads to; undefined when it leads elsewhere.
 *
 * @example
 * findCodeChart({ type: 'Value', apiRoute: '/_charts/revenue' }) // 'revenue'
 */
export function findCodeChart(definition: ChartDefinition): string | undefined {
  const route =
    'apiRoute' in definition
      ? definition.apiRoute
      : 'smartRoute' in definition
        ? definition.smartRoute
        : undefined
  const path = route?.split(/[?#]/, 1)[0] ?? ''
  const start = path.lastIndexOf(codePath)
  if (start < 0) return undefined
  try {
    return decodeURIComponent(path.slice(start + codePath.length))
  } catch {
    return undefined
  }
}
