import type { Chart, ChartDefinition } from '@service/protocol'
import { describe, expect, it } from 'vitest'
import { applyLayout } from '../schema/apply-layout.js'
import { shop } from '../testing/build-schema.js'
import { checkDraft, emptyDraft, readDraft } from './chart-draft.js'
import { listFieldChoices, listRelationChoices } from './chart-fields.js'
import { moveCard, nameFilter } from './dashboard-draft.js'

const collections = applyLayout(shop, null)
const orders = { sourceCollectionName: 'orders', aggregator: 'Count' } as const

const range = (suffix: string) => [
  {
    aggregator: 'or',
    conditions: [
      { field: 'ordered_at', operator: 'equal', value: `{{range.from${suffix}}}` },
      { field: 'ordered_at', operator: 'after', value: `{{range.from${suffix}}}` },
    ],
  },
  { field: 'ordered_at', operator: 'before', value: `{{range.to${suffix}}}` },
]
const currency = { field: 'currency', operator: 'equal', value: '{{filters.currency}}' }
const paid = { field: 'status', operator: 'equal', value: 'paid' }
const mine = { field: 'customer:city', operator: 'equal', value: '{{currentUser.tags.city}}' }

const definitions: readonly ChartDefinition[] = [
  { type: 'Value', ...orders },
  { type: 'Value', ...orders, filter: paid },
  {
    type: 'Value',
    ...orders,
    aggregator: 'Sum',
    aggregateFieldName: 'total',
    filter: { aggregator: 'and', conditions: [paid, mine, ...range(''), currency] },
  },
  { type: 'Objective', ...orders, objective: 200.5 },
  { type: 'Pie', ...orders, groupByFieldName: 'customer:city', filter: currency },
  { type: 'Line', ...orders, groupByFieldName: 'ordered_at', timeRange: 'Quarter' },
  {
    type: 'Leaderboard',
    sourceCollectionName: 'customers',
    aggregator: 'Sum',
    aggregateFieldName: 'total',
    relationshipFieldName: 'orders',
    labelFieldName: 'full_name',
    limit: 5,
  },
  { type: 'Percentage', numeratorChartId: '1', denominatorChartId: '2' },
  { type: 'Line', query: 'select 1', connectionName: 'main' },
  { type: 'Value', apiRoute: '/_charts/a%20b' },
  { type: 'Smart', smartRoute: '/_charts/map' },
]

const chart = (definition: ChartDefinition): Chart => ({
  id: 1,
  name: 'Chart',
  definition,
  display: { currency: 'EUR', decimals: 0 },
  updatedAt: '',
})

describe('the draft of a chart', () => {
  it.each(definitions)('of %j describes the same', definition => {
    expect(checkDraft(readDraft(chart(definition)), collections)).toEqual({
      wrong: [],
      definition,
      display: { currency: 'EUR', decimals: 0 },
    })
  })

  it('recognises how it follows its dashboard, whatever the order of members', () => {
    const reversed = JSON.parse(
      JSON.stringify({ aggregator: 'and', conditions: [...range(''), currency] }),
      (_, value) =>
        typeof value === 'object' && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).reverse())
          : value,
    )
    const draft = readDraft(chart({ type: 'Value', ...orders, filter: reversed }))
    expect(draft).toMatchObject({
      rangeField: 'ordered_at',
      filterFields: { currency: 'currency' },
      filterText: '',
    })
  })

  it('says which parts are missing or wrong', () => {
    const check = (change: object) => checkDraft({ ...emptyDraft, ...change }, collections).wrong
    expect(check({})).toEqual(['collection'])
    expect(check({ collection: 'orders', aggregator: 'Sum' })).toEqual(['aggregateField'])
    expect(check({ kind: 'leaderboard', collection: 'customers', limit: '0' })).toEqual([
      'relation',
      'label',
      'limit',
    ])
    expect(check({ kind: 'objective', collection: 'orders', objective: 'many' })).toEqual([
      'objective',
    ])
    expect(check({ source: 'sql' })).toEqual(['query', 'connection'])
    expect(check({ collection: 'orders', filterText: 'and(' })).toEqual(['filterText'])
    expect(check({ collection: 'orders', currency: 'euro', decimals: '9' })).toEqual([
      'decimals',
      'currency',
    ])
  })

  it('offers fields that fit', () => {
    const model = collections.get('orders')!
    const paths = (use: 'sum' | 'date' | 'group') =>
      listFieldChoices(collections, model, use).map(({ path }) => path)
    expect(paths('date')).toEqual(['ordered_at', 'shipped_at'])
    expect(paths('sum')).toContain('total')
    expect(paths('group')).toContain('customer:city')
    expect(paths('group')).not.toContain('customer:password_hash')
    expect(paths('group')).not.toContain('tags')
    expect(listRelationChoices(model)).toEqual([])
  })
})

describe('the draft of a dashboard', () => {
  const cards = [1, 2, 3].map(chartId => ({ chartId, width: 3, height: 1 }) as const)
  const ids = (list: typeof cards | readonly { chartId: number }[]) =>
    list.map(({ chartId }) => chartId)

  it('moves cards', () => {
    expect(ids(moveCard(cards, 0, 2))).toEqual([2, 3, 1])
    expect(ids(moveCard(cards, 2, 0))).toEqual([3, 1, 2])
    expect(ids(moveCard(cards, 0, -1))).toEqual([1, 2, 3])
  })

  it('names filters', () => {
    expect(nameFilter('customer:city', [])).toBe('customer_city')
    expect(nameFilter('city', ['city', 'city_2'])).toBe('city_3')
    expect(nameFilter('1€', [])).toBe('filter')
  })
})
