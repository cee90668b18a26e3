import { ValidationError } from '@service/base'
import type { ChartDefinition, CollectionChartDefinition } from '../../charts/chart.js'
import { defineAgentOperation, defineOperation } from '../define-operation.js'

export const addChart = defineOperation(
  'addChart',
  (collection, name: string, definition: CollectionChartDefinition) => {
    setChart(collection.charts, `'${collection.name}'`, name, definition)
  },
)

export const addAgentChart = defineAgentOperation(
  'addChart',
  (model, name: string, definition: ChartDefinition) => {
    setChart(model.charts, 'The agent', name, definition)
  },
)

function setChart<D>(charts: Map<string, D>, location: string, name: string, definition: D): void {
  if (!name) throw new ValidationError('A chart needs a name.')
  if (charts.has(name)) throw new ValidationError(`${location} already has a chart '${name}'.`)
  if (typeof definition !== 'function') {
    throw new ValidationError(`The chart '${name}' needs a function that makes its result.`)
  }
  charts.set(name, definition)
}
