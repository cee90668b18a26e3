import type { Agent, ChartDefinition } from '@service/agent'
import type { Schema } from './typings.js'

const kept = { field: 'status', operator: 'NotEqual', value: 'cancelled' } as const
const target = 500_000

// #region value
const revenue: ChartDefinition<Schema> = async ({ dataSource }, resultBuilder) => {
  const [total] = await dataSource
    .getCollection('orders')
    .aggregate({ conditionTree: kept }, { operation: 'Sum', field: 'total' })
  return resultBuilder.value(Number(total?.value ?? 0))
}
// #endregion

// #region distribution
const ordersByStatus: ChartDefinition<Schema> = async ({ dataSource }, resultBuilder) => {
  const groups = await dataSource
    .getCollection('orders')
    .aggregate({}, { operation: 'Count', groups: [{ field: 'status' }] })
  return resultBuilder.distribution(
    Object.fromEntries(groups.map(({ value, group }) => [group.status, Number(value)])),
  )
}
// #endregion

// #region leaderboard
const bestSellers: ChartDefinition<Schema> = async ({ dataSource }, resultBuilder) => {
  const groups = await dataSource
    .getCollection('order_items')
    .aggregate({}, { operation: 'Sum', field: 'quantity', groups: [{ field: 'product:name' }] }, 10)
  return resultBuilder.leaderboard(
    Object.fromEntries(groups.map(({ value, group }) => [group['product:name'], Number(value)])),
  )
}
// #endregion

// #region percentage
const shipped: ChartDefinition<Schema> = async ({ dataSource }, resultBuilder) => {
  const orders = dataSource.getCollection('orders')
  const hasLeft = { field: 'shipped_at', operator: 'Present' } as const
  const [all] = await orders.aggregate({ conditionTree: kept }, { operation: 'Count' })
  const [left] = await orders.aggregate({ conditionTree: hasLeft }, { operation: 'Count' })
  return resultBuilder.percentage((100 * Number(left?.value)) / Number(all?.value))
}
// #endregion

// #region objective
const yearlyTarget: ChartDefinition<Schema> = async ({ dataSource }, resultBuilder) => {
  const thisYear = { field: 'ordered_at', operator: 'PreviousYearToDate' } as const
  const [sum] = await dataSource
    .getCollection('orders')
    .aggregate(
      { conditionTree: { aggregator: 'And', conditions: [kept, thisYear] } },
      { operation: 'Sum', field: 'total' },
    )
  return resultBuilder.objective(Number(sum?.value ?? 0), target)
}
// #endregion

// #region multiple
const revenueByCurrency: ChartDefinition<Schema> = async ({ dataSource }, resultBuilder) => {
  const groups = await dataSource.getCollection('orders').aggregate(
    { conditionTree: kept },
    {
      operation: 'Sum',
      field: 'total',
      groups: [{ field: 'ordered_at', operation: 'Quarter' }, { field: 'currency' }],
    },
  )
  const dates = [...new Set(groups.map(({ group }) => String(group.ordered_at)))].sort()
  const amount = (date: string, currency: string) => {
    const found = groups.find(
      ({ group }) => group.ordered_at === date && group.currency === currency,
    )
    return found ? Number(found.value) : null
  }
  return resultBuilder.multipleTimeBased(
    'Quarter',
    dates,
    ['EUR', 'USD'].map(label => ({ label, values: dates.map(date => amount(date, label)) })),
  )
}
// #endregion

// #region smart
const customersByCity: ChartDefinition<Schema> = async ({ dataSource }, resultBuilder) => {
  const groups = await dataSource
    .getCollection('addresses')
    .aggregate({}, { operation: 'Count', groups: [{ field: 'country' }, { field: 'city' }] })
  return resultBuilder.smart(groups.map(({ value, group }) => ({ ...group, customers: value })))
}
// #endregion

/** The charts about the whole shop. */
export function addCharts(agent: Agent<Schema>): void {
  // #region agent
  agent
    .addChart('revenue', revenue)
    .addChart('ordersByStatus', ordersByStatus)
    .addChart('bestSellers', bestSellers)
    .addChart('shipped', shipped)
    .addChart('yearlyTarget', yearlyTarget)
    .addChart('revenueByCurrency', revenueByCurrency)
    .addChart('customersByCity', customersByCity)
  // #endregion
}
