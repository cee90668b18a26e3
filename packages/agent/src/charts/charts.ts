import { show, ValidationError } from '@service/base'
import type { ChartRequest } from './chart-request.js'
import { leaderboardChart } from './leaderboard-chart.js'
import { lineChart } from './line-chart.js'
import { pieChart } from './pie-chart.js'
import { objectiveChart, valueChart } from './value-chart.js'

const charts: ReadonlyMap<unknown, (request: ChartRequest) => Promise<object>> = new Map([
  ['Value', valueChart],
  ['Objective', objectiveChart],
  ['Pie', pieChart],
  ['Line', lineChart],
  ['Leaderboard', leaderboardChart],
])

/** Computes a chart by its type. */
export function computeChart(request: ChartRequest): Promise<object> {
  const chart = charts.get(request.definition.type)
  if (chart) return chart(request)
  throw new ValidationError(
    `The chart type is ${show(request.definition.type)}. It must be one of: ${[...charts.keys()].join(', ')}.`,
  )
}
