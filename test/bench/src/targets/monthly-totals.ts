/** A chart: the sum of the totals of orders per month. */
export const monthlyTotals: object = {
  type: 'Line',
  sourceCollectionName: 'orders',
  groupByFieldName: 'ordered_at',
  timeRange: 'Month',
  aggregator: 'Sum',
  aggregateFieldName: 'total',
}
