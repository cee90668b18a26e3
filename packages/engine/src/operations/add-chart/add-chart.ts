import { ValidationError } from '@service/base'
import type { ChartDefinition, CollectionChartDefinition } from '../../charts/chart.js'
import type { Additions, Schema } from '../../typings/schema.js'
import { defineAgentOperation, defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface AddChart<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Adds a chart about one record of the collection.
   *
   * @example
   * customers.addChart('ordersByMonth', async (context, resultBuilder) => {
   *   const orders = await context.dataSource.getCollection('orders').list(
   *     { conditionTree: { field: 'customerId', operator: 'Equal', value: context.recordId } },
   *     ['createdAt', 'total'],
   *   )
   *   return resultBuilder.timeBased(
   *     'Month',
   *     orders.map(({ createdAt, total }) => ({ date: createdAt, value: total })),
   *   )
   * })
   */
  addChart(name: string, definition: CollectionChartDefinition<S, N>): CollectionCustomizer<S, N, A>
}

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

function setChart<D>(charts: Map<string, D>, place: string, name: string, definition: D): void {
  if (!name) throw new ValidationError('A chart needs a name.')
  if (charts.has(name)) throw new ValidationError(`${place} already has a chart '${name}'.`)
  if (typeof definition !== 'function') {
    throw new ValidationError(`The chart '${name}' needs a function that makes its result.`)
  }
  charts.set(name, definition)
}
