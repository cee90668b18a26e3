import type { Chart, ChartDefinition } from '@service/protocol'
import { type ChartAnswer, type ChartData, guessChart, readChart, readRatio } from './chart-data.js'

/** More parts than this, of a chart that does not say what it is, are bars. */
const mostParts = 8

/**
 * Reads what the agent responded to the requests of a chart; undefined when it has another form than its definition
 * says.
 *
 * @example
 * readAnswers(chart.definition, charts, [{ value: { countCurrent: 3 } }]) // { kind: 'value', value: 3 }
 */
export function readAnswers(
  definition: ChartDefinition,
  charts: readonly Chart[],
  answers: readonly ChartAnswer[],
): ChartData | undefined {
  const [first, second] = answers
  if ('numeratorChartId' in definition) {
    const { numeratorChartId, denominatorChartId } = definition
    const readPart = (id: string, answer: ChartAnswer | undefined) => {
      const part = charts.find(chart => String(chart.id) === id)
      return part && answer && readAnswers(part.definition, [], [answer])
    }
    return readRatio(readPart(numeratorChartId, first), readPart(denominatorChartId, second))
  }
  if (!first) return undefined
  return definition.type === 'Smart' ? readAnyAnswer(first) : readChart(definition, first)
}

/**
 * Reads what a chart in code returned, of whatever kind it is.
 *
 * @example
 * readAnyAnswer({ value: 12.5 }).kind // 'percentage'
 */
export function readAnyAnswer(answer: ChartAnswer): ChartData {
  const data = guessChart(answer)
  return data.kind === 'distribution' && data.parts.length > mostParts
    ? { ...data, kind: 'leaderboard' }
    : data
}
