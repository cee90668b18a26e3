import { show, ValidationError } from '@service/base'
import type { ChartRequest, ComputedChart } from './chart-request.js'
import { leaderboardChart } from './leaderboard-chart.js'
import { lineChart } from './line-chart.js'
import { pieChart } from './pie-chart.js'
import { objectiveChart, valueChart } from './value-chart.js'

const withoutSeries =
  (compute: (request: ChartRequest) => Promise<object>) =>
  async (request: ChartRequest): Promise<ComputedChart> => ({ value: await compute(request) })

const charts: ReadonlyMap<unknown, (request: ChartRequest) => Promise<ComputedChart>> = new Map([
  ['Value', withoutSeries(valueChart)],
  ['Objective', withoutSeries(objectiveChart)],
  ['Pie', withoutSeries(pieChart)],
  ['Line', lineChart],
  ['Leaderboard', withoutSeries(leaderboardChart)],
])

/** Computes a chart by its type. */
export function computeChart(request: ChartRequest): Promise<ComputedChart> {
  const chart = charts.get(request.definition.type)
  if (chart) return chart(request)
  throw new ValidationError(
    `The chart type is ${show(request.definition.type)}. It must be one of: ${[...charts.keys()].join(', ')}.`,
  )
}
