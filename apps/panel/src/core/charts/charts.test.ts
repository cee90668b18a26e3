import type { Chart, ChartDefinition } from '@service/protocol'
import { describe, expect, it } from 'vitest'
import { applyLayout } from '../schema/apply-layout.js'
import { shop } from '../testing/build-schema.js'
import { guessChart, readChart, readRatio } from './chart-data.js'
import { buildChartRequests } from './chart-request.js'
import { buildChartTable, formatChartCsv } from './chart-table.js'
import { chooseDisplay, formatChartNumber, formatPeriod, formatShare } from './chart-units.js'
import { buildDashboardVariables, fillFilter } from './chart-variables.js'
import { findPreviousSpan, nextPeriod, resolveRange, startOfDay } from './dashboard-range.js'
import { findMarkList } from './drill-down.js'
import { formatRangeText, parseRangeText } from './range-text.js'

const now = '2026-03-10T22:30:00.000Z'

describe('ranges', () => {
  it.each([
    ['today', '2026-03-10', '2026-03-11'],
    ['yesterday', '2026-03-09', '2026-03-10'],
    ['last_7_days', '2026-03-04', '2026-03-11'],
    ['last_30_days', '2026-02-09', '2026-03-11'],
    ['last_12_months', '2025-04-01', '2026-04-01'],
    ['this_week', '2026-03-09', '2026-03-16'],
    ['this_quarter', '2026-01-01', '2026-04-01'],
    ['previous_month', '2026-02-01', '2026-03-01'],
    ['previous_quarter', '2025-10-01', '2026-01-01'],
    ['previous_year', '2025-01-01', '2026-01-01'],
  ] as const)('%s is from %s to before %s', (range, from, to) => {
    expect(resolveRange(range, now, 'UTC')).toEqual({ from, to })
  })

  it('are those of the day where the person is', () => {
    expect(resolveRange('today', now, 'Asia/Kolkata')?.from).toBe('2026-03-11')
    expect(startOfDay('2026-03-29', 'Europe/Paris')).toBe('2026-03-28T23:00:00.000Z')
    expect(startOfDay('2026-03-30', 'Europe/Paris')).toBe('2026-03-29T22:00:00.000Z')
    // The clocks of Beirut skip this midnight: the day begins at one.
    expect(startOfDay('2026-03-29', 'Asia/Beirut')).toBe('2026-03-28T22:00:00.000Z')
  })

  it('are compared with as many days before, or months', () => {
    expect(findPreviousSpan({ from: '2026-03-04', to: '2026-03-11' }).from).toBe('2026-02-25')
    expect(findPreviousSpan({ from: '2026-03-01', to: '2026-04-01' }).from).toBe('2026-02-01')
    expect(findPreviousSpan({ from: '2026-01-01', to: '2027-01-01' }).from).toBe('2025-01-01')
  })

  it.each(['last_30_days', '2026-01-01..2026-01-31'])('%s is read as it is written', text => {
    const range = parseRangeText(text)
    expect(range && formatRangeText(range)).toBe(text)
  })

  it.each(['', 'soon', '2026-01-01', '2026-02-30..2026-03-01', '2026-02-01..2026-01-01'])(
    '"%s" is none',
    text => {
      expect(parseRangeText(text)).toBeUndefined()
    },
  )

  it.each([
    ['Day', '2026-12-31', '2027-01-01'],
    ['Week', '2026-12-28', '2027-01-04'],
    ['Month', '2026-12-01', '2027-01-01'],
    ['Quarter', '2026-10-01', '2027-01-01'],
    ['Year', '2026-01-01', '2027-01-01'],
  ])('the %s after that of %s begins on %s', (timeRange, day, next) => {
    expect(nextPeriod(day, timeRange)).toBe(next)
  })
})

describe('variables', () => {
  const condition = { field: 'currency', operator: 'equal', value: '{{filters.currency}}' }
  const other = { field: 'status', operator: 'equal', value: 'paid' }
  const both = (aggregator: 'and' | 'or') => ({ aggregator, conditions: [condition, other] })

  it('restrict nothing while they stand for any value', () => {
    const any = { 'filters.currency': null }
    expect(fillFilter(condition, any)).toEqual({})
    expect(fillFilter(both('and'), any)).toEqual({
      tree: { aggregator: 'and', conditions: [other] },
    })
    expect(fillFilter(both('or'), any)).toEqual({})
    expect(fillFilter(condition, { 'filters.currency': 'EUR' })).toEqual({
      tree: { ...condition, value: 'EUR' },
    })
    expect(fillFilter(both('and'), {})).toBeUndefined()
  })

  it('are null for all time, and are sent only where the chart uses them', () => {
    const choice = { range: 'all_time', filters: { currency: 'EUR' } } as const
    const variables = buildDashboardVariables(choice, now, 'UTC')
    expect(variables['range.from']).toBeNull()
    const definition = { type: 'Value', ...orders, filter: condition } as const
    expect(buildChartRequests({ definition }, [], variables)).toEqual([
      {
        method: 'POST',
        path: '/stats/orders',
        query: { withDates: 'true' },
        body: { ...definition, contextVariables: { 'filters.currency': 'EUR' } },
      },
    ])
  })

  it('of the range before come with those of the range', () => {
    const variables = buildDashboardVariables({ range: 'today', filters: {} }, now, 'UTC')
    const filter = { field: 'ordered_at', operator: 'after', value: '{{range.from}}' }
    const [request] = buildChartRequests(
      { definition: { type: 'Value', ...orders, filter } },
      [],
      variables,
    )
    expect(request?.body).toMatchObject({
      contextVariables: {
        'range.from': '2026-03-10T00:00:00.000Z',
        'range.previous.from': '2026-03-09T00:00:00.000Z',
      },
    })
  })
})

const orders = { sourceCollectionName: 'orders', aggregator: 'Count' } as const

describe('requests', () => {
  it('name the agent chart of a route, and both charts of a ratio', () => {
    const code: ChartDefinition = { type: 'Value', apiRoute: '/forest/_charts/a%20b' }
    expect(buildChartRequests({ definition: code }, [], {})[0]?.path).toBe('/_charts/a%20b')
    const charts = [1, 2].map(
      (id): Chart => ({ id, name: '', updatedAt: '', definition: { type: 'Value', ...orders } }),
    )
    const ratio = { type: 'Percentage', numeratorChartId: '1', denominatorChartId: '2' } as const
    expect(buildChartRequests({ definition: ratio }, charts, {})).toHaveLength(2)
    expect(buildChartRequests({ definition: ratio }, charts.slice(1), {})).toEqual([])
    expect(buildChartRequests({ definition: { type: 'Smart' } }, [], {})).toEqual([])
  })
})

describe('responses', () => {
  const points = [{ label: 'Jan 26', values: { value: 5 } }]
  const lines = { labels: ['Jan 26'], values: [{ key: 'EUR', values: [5] }] }

  it.each([
    ['value', { countCurrent: 3, countPrevious: 1 }],
    ['objective', { value: 3, objective: 5 }],
    ['percentage', 12.5],
    ['distribution', [{ key: 'paid', value: 5 }]],
    ['time', points],
    ['times', lines],
    ['smart', { anything: 1 }],
  ])('of the kind %s are known by their form', (kind, value) => {
    expect(guessChart({ value }).kind).toBe(kind)
  })

  it('of another form than the chart has are refused', () => {
    expect(readChart({ type: 'Value' }, { value: [] })).toBeUndefined()
    expect(readChart({ type: 'Pie' }, { value: [{ key: 1 }] })).toBeUndefined()
    expect(readChart({ type: 'Line' }, { value: 3 })).toBeUndefined()
  })

  it('of a line have dates only when there is one for each label', () => {
    const timeRange = 'Month' as const
    expect(
      readChart({ type: 'Line' }, { value: points, timeRange, dates: ['2026-01-01'] }),
    ).toMatchObject({ dates: ['2026-01-01'], timeRange })
    expect(readChart({ type: 'Line' }, { value: points, timeRange, dates: [] })).not.toHaveProperty(
      'dates',
    )
  })

  it('of two charts are a ratio, unless the second is 0', () => {
    const [one, none] = [1, 0].map(value => ({ kind: 'value', value }) as const)
    expect(readRatio(one, one)).toEqual({ kind: 'percentage', value: 100 })
    expect(readRatio(one, none)).toBeUndefined()
  })
})

describe('units', () => {
  it.each([
    [2_710_000, { currency: 'EUR' }, true, '2.7\u00a0M\u00a0€'],
    [764_000, {}, true, '764\u00a0k'],
    [999_999, {}, true, '1\u00a0M'],
    [12.345, { unit: 'kg' }, false, '12.35\u00a0kg'],
    [1234.5, { currency: 'EUR' }, false, '1,234.50\u00a0€'],
    [1234.5, { currency: 'EUR', decimals: 0 }, false, '1,235\u00a0€'],
    [0.25, {}, true, '0.25'],
  ])('%d with %j is written %s: %s', (value, display, isCompact, text) => {
    expect(formatChartNumber(value, display, 'en', isCompact)).toBe(text)
  })

  it('name periods and shares in the language of the person', () => {
    expect(formatPeriod('2026-04-01', 'Quarter', 'en')).toBe('Q2 2026')
    expect(formatPeriod('2026-04-01', 'Quarter', 'fr')).toBe('T2 2026')
    expect(formatPeriod('2026-01-01', 'Month', 'de')).toBe('Jan. 2026')
    expect(formatShare(1, 8, 'de')).toBe('12,5\u00a0%')
    expect(formatShare(1, 0, 'en')).toBe('')
  })

  it('are those of the field unless its currency differs by record', () => {
    const fields = { total: { show: { name: 'money', parameters: { currency: 'EUR' } } } }
    const layout = {
      version: 1,
      navigation: { groups: [], hidden: [] },
      collections: { orders: { fields } },
    } as const
    const sum = {
      type: 'Value',
      ...orders,
      aggregator: 'Sum',
      aggregateFieldName: 'total',
    } as const
    expect(chooseDisplay({ definition: sum }, applyLayout(shop, layout))).toEqual({
      currency: 'EUR',
    })
    expect(chooseDisplay({ definition: sum }, applyLayout(shop, null))).toEqual({})
    expect(chooseDisplay({ definition: sum, display: { unit: 't' } }, new Map())).toEqual({
      unit: 't',
    })
  })
})

describe('tables', () => {
  const words = {
    value: 'Value',
    previous: 'Before',
    objective: 'Goal',
    group: 'Group',
    period: 'Period',
    none: 'None',
  }
  const options = { display: { currency: 'EUR' }, language: 'en', words }

  it('have the numbers of every kind', () => {
    const data = {
      kind: 'times',
      labels: ['Jan 26', 'Feb 26'],
      dates: ['2026-01-01', '2026-02-01'],
      timeRange: 'Month',
      lines: [
        { key: 'EUR', values: [1, null] },
        { key: 'USD', values: [2, 3] },
      ],
    } as const
    const table = buildChartTable(data, options)
    expect(
      table?.rows.map(({ label, cells }) => [label, ...cells.map(({ text }) => text)]),
    ).toEqual([
      ['Jan 2026', '1.00\u00a0€', '2.00\u00a0€'],
      ['Feb 2026', '', '3.00\u00a0€'],
    ])
    expect(table && formatChartCsv(table)).toBe(
      'Period,EUR,USD\r\n2026-01-01,1,2\r\n2026-02-01,,3\r\n',
    )
    expect(buildChartTable({ kind: 'smart', value: 1 }, options)).toBeUndefined()
  })

  it('are files that no spreadsheet runs', () => {
    const parts = [
      { key: '=1+1', value: -5 },
      { key: 'a, "b"', value: 2 },
      { key: null, value: 3 },
    ]
    const table = buildChartTable({ kind: 'distribution', parts }, options)
    expect(table && formatChartCsv(table)).toBe(
      'Group,Value\r\n\'=1+1,-5\r\n"a, ""b""",2\r\n,3\r\n',
    )
  })
})

describe('marks', () => {
  const collections = applyLayout(shop, null)
  const shown = (definition: ChartDefinition) => ({
    definition,
    data: { kind: 'value', value: 1 } as const,
    variables: {},
    collections,
    timezone: 'UTC',
  })

  it.each<ChartDefinition>([
    { type: 'Value', query: 'select 1', connectionName: 'main' },
    { type: 'Value', apiRoute: '/_charts/x' },
    { type: 'Smart' },
    { type: 'Value', ...orders, sourceCollectionName: 'hidden' },
    {
      type: 'Value',
      ...orders,
      filter: { field: 'id', operator: 'equal', value: '{{record.id}}' },
    },
  ])('of %j lead to no list', definition => {
    expect(findMarkList(shown(definition), { kind: 'all' })).toBeUndefined()
  })

  it('of values that a filter cannot name lead to no list', () => {
    const pie = { type: 'Pie', ...orders, groupByFieldName: 'status' } as const
    const find = (key: unknown) => findMarkList(shown(pie), { kind: 'part', key })
    expect(find('paid')?.state.filter).toMatchObject({ value: 'paid' })
    expect(find('unheard of')).toBeUndefined()
    const tags = { ...pie, groupByFieldName: 'tags' }
    expect(findMarkList(shown(tags), { kind: 'part', key: ['a'] })).toBeUndefined()
  })
})
