import type { Chart, DashboardCard, DashboardContent } from '@service/protocol'
import type { TeamName } from './people.js'
import { connectionName } from './screens.js'

/** A chart of the demo, and its card on the dashboard. */
export interface DemoCard extends Pick<Chart, 'name' | 'definition' | 'display'> {
  readonly card: Omit<DashboardCard, 'chartId'>
}

const kept = { field: 'status', operator: 'not_equal', value: 'cancelled' }

/** The conditions by which a chart follows the range and the currency of its dashboard. */
const followed = [
  {
    aggregator: 'or',
    conditions: [
      { field: 'ordered_at', operator: 'equal', value: '{{range.from}}' },
      { field: 'ordered_at', operator: 'after', value: '{{range.from}}' },
    ],
  },
  { field: 'ordered_at', operator: 'before', value: '{{range.to}}' },
  { field: 'currency', operator: 'equal', value: '{{filters.currency}}' },
]

const and = (...conditions: readonly object[]) => ({ aggregator: 'and', conditions })

const orders = { sourceCollectionName: 'orders', aggregator: 'Count' } as const
const totals = {
  sourceCollectionName: 'orders',
  aggregator: 'Sum',
  aggregateFieldName: 'total',
} as const

/** What each team with a dashboard sees on it: all kinds of charts. */
export const cards: readonly DemoCard[] = [
  {
    name: 'Revenue',
    definition: { type: 'Value', ...totals, filter: and(kept, ...followed) },
    display: { decimals: 0 },
    card: { width: 4, height: 1 },
  },
  {
    name: 'Orders by status',
    definition: { type: 'Pie', ...orders, groupByFieldName: 'status', filter: and(...followed) },
    card: { width: 4, height: 1 },
  },
  {
    name: 'Year target',
    definition: {
      type: 'Objective',
      ...totals,
      objective: 500_000,
      filter: and(kept, { field: 'ordered_at', operator: 'previous_year_to_date' }),
    },
    display: { decimals: 0 },
    card: { width: 4, height: 1 },
  },
  {
    name: 'Revenue by quarter',
    definition: { type: 'Line', apiRoute: '/_charts/revenueByCurrency' },
    display: { decimals: 0 },
    card: { width: 8, height: 1 },
  },
  {
    name: 'Best sellers',
    definition: { type: 'Leaderboard', apiRoute: '/_charts/bestSellers' },
    display: { unit: 'pcs' },
    card: { width: 4, height: 2 },
  },
  {
    name: 'Orders per week',
    definition: {
      type: 'Line',
      ...orders,
      groupByFieldName: 'ordered_at',
      timeRange: 'Week',
      filter: and(...followed),
    },
    card: { width: 8, height: 1 },
  },
  {
    name: 'Most orders',
    definition: {
      type: 'Leaderboard',
      sourceCollectionName: 'customers',
      aggregator: 'Count',
      relationshipFieldName: 'orders',
      labelFieldName: 'email',
      limit: 8,
    },
    card: { width: 4, height: 1 },
  },
  {
    name: 'Shipped',
    definition: { type: 'Percentage', apiRoute: '/_charts/shipped' },
    card: { width: 4, height: 1 },
  },
  {
    name: 'Orders without items',
    definition: {
      type: 'Value',
      query:
        'select count(*) as value from orders where not exists (select from order_items where order_id = orders.id)',
      connectionName,
    },
    card: { width: 4, height: 1 },
  },
  {
    name: 'Customers by city',
    definition: { type: 'Smart', smartRoute: '/_charts/customersByCity' },
    card: { width: 12, height: 1 },
  },
]

/** The dashboard, without its cards. */
export const overview: Omit<DashboardContent, 'cards'> = {
  name: 'Overview',
  range: 'last_12_months',
  filters: [
    { name: 'currency', label: 'Currency', collectionName: 'orders', fieldName: 'currency' },
  ],
}

/** The teams whose roles read what the charts show. */
export const dashboardTeams: readonly TeamName[] = ['Operations', 'Finance']
