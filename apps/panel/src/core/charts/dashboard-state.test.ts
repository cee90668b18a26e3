import type { Chart, ChartDefinition } from '@service/protocol'
import { dashboardRangeNames } from '@service/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildChartReads,
  buildCodeChartRead,
  listVariables,
  readChartAnswer,
} from './chart-request.js'
import { formatDashboardState, parseDashboardState } from './dashboard-state.js'
import { resolvePreviousRange, resolveRange } from './range.js'

const zone = 'Europe/Paris'
const now = new Date('2026-02-10T12:00:00Z')
const dashboard = {
  range: 'last_30_days',
  filters: [
    { name: 'currency', collectionName: 'orders', fieldName: 'currency', value: 'EUR' },
    { name: 'status', collectionName: 'orders', fieldName: 'status' },
  ],
} as const

describe('resolveRange', () => {
  it.each([
    ['today', '2026-02-10', '2026-02-11'],
    ['yesterday', '2026-02-09', '2026-02-10'],
    ['last_7_days', '2026-02-04', '2026-02-11'],
    ['last_12_months', '2025-03-01', '2026-02-11'],
    ['this_week', '2026-02-09', '2026-02-16'],
    ['this_month', '2026-02-01', '2026-03-01'],
    ['this_quarter', '2026-01-01', '2026-04-01'],
    ['this_year', '2026-01-01', '2027-01-01'],
    ['previous_week', '2026-02-02', '2026-02-09'],
    ['previous_month', '2026-01-01', '2026-02-01'],
    ['previous_quarter', '2025-10-01', '2026-01-01'],
    ['previous_year', '2025-01-01', '2026-01-01'],
  ] as const)('%s is from %s until before %s', (range, from, to) => {
    expect(resolveRange(range, now, zone)).toEqual({ from, to })
  })

  it('begins on the day of the zone', () => {
    const late = new Date('2026-02-10T23:30:00Z')
    expect(resolveRange('today', late, zone)?.from).toBe('2026-02-11')
    expect(resolveRange('today', late, 'America/Lima')?.from).toBe('2026-02-10')
  })

  it('includes both of the days that were chosen, and is null for all time', () => {
    const days = { from: '2026-01-01', to: '2026-01-31' }
    expect(resolveRange(days, now, zone)).toEqual({ from: '2026-01-01', to: '2026-02-01' })
    expect(resolveRange('all_time', now, zone)).toBeNull()
  })

  it('has a day at least, at every instant', () => {
    const instants = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2090-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(fc.constantFrom(...dashboardRangeNames), instants, (range, instant) => {
        const days = resolveRange(range, instant, zone)
        expect(days === null || days.from < days.to).toBe(true)
      }),
    )
  })
})

describe('resolvePreviousRange', () => {
  it.each([
    ['last_7_days', '2026-01-28', '2026-02-04'],
    ['this_month', '2026-01-01', '2026-02-01'],
    ['previous_quarter', '2025-07-01', '2025-10-01'],
    ['this_year', '2025-01-01', '2026-01-01'],
    [{ from: '2026-03-01', to: '2026-03-31' }, '2026-01-29', '2026-03-01'],
  ] as const)('of %o is from %s until before %s', (range, from, to) => {
    const days = resolveRange(range, now, zone)!
    expect(resolvePreviousRange(range, days)).toEqual({ from, to })
  })
})

describe('the state of a dashboard', () => {
  it('is in the address where it differs from the first one', () => {
    const state = { range: 'this_year', filters: { currency: null, status: 'paid' } } as const
    const parameters = formatDashboardState(state, dashboard)
    expect(parameters).toEqual({ range: 'this_year', 'f.currency': '', 'f.status': 'paid' })
    expect(parseDashboardState(parameters, dashboard)).toEqual(state)
    expect(formatDashboardState(parseDashboardState({}, dashboard), dashboard)).toEqual({})
  })

  it('ignores what is not known', () => {
    const parameters = { range: '2026-02-31_2026-03-01', 'f.gone': 'x' }
    expect(parseDashboardState(parameters, dashboard)).toEqual({
      range: 'last_30_days',
      filters: { currency: 'EUR', status: null },
    })
  })
})

const value = {
  type: 'Value',
  sourceCollectionName: 'order lines',
  aggregator: 'Count',
  filter: { field: 'currency', operator: 'equal', value: '{{filters.currency}}' },
} satisfies ChartDefinition
const variables = listVariables(parseDashboardState({}, dashboard), now, zone)

describe('buildChartReads', () => {
  it('sends the variables that the chart uses, and no others', () => {
    expect(buildChartReads(value, [], variables)).toEqual([
      {
        method: 'POST',
        path: '/stats/order%20lines',
        query: { withDates: 'true' },
        body: { ...value, contextVariables: { 'filters.currency': 'EUR' } },
      },
    ])
    const { filter: _, ...plain } = value
    expect(buildChartReads(plain, [], variables)[0]?.body).toEqual(plain)
  })

  it('sends the range before with a value that follows the range', () => {
    const filter = { field: 'ordered_at', operator: 'before', value: '{{range.to}}' }
    const [read] = buildChartReads({ ...value, filter }, [], variables)
    expect(read?.body.contextVariables).toEqual({
      'range.to': '2026-02-11',
      'range.previous.from': '2025-12-13',
      'range.previous.to': '2026-01-12',
    })
  })

  it('names the record of a chart of a record', () => {
    expect(buildCodeChartRead('spending', { collection: 'stats', id: '1|2' })).toEqual({
      method: 'POST',
      path: '/_charts/%5Cstats/spending',
      query: { withDates: 'true' },
      body: { record_id: '1|2' },
    })
  })

  it('sends all of them with a query whose text is not known', () => {
    const query = { type: 'Value', connectionName: 'main', queryDigest: 'ab' } as const
    const [read] = buildChartReads(query, [], variables)
    expect(read).toEqual({
      method: 'POST',
      path: '/_internal/native_query',
      body: { ...query, contextVariables: variables },
    })
  })

  it('fills in what the route of a chart in code names', () => {
    const apiRoute = '/service/_charts/revenue?from={{range.from}}&status={{filters.status}}&top=5'
    expect(buildChartReads({ type: 'Value', apiRoute }, [], variables)).toEqual([
      {
        method: 'POST',
        path: '/_charts/revenue',
        query: { withDates: 'true' },
        body: { from: '2026-01-12', top: '5' },
      },
    ])
    expect(buildChartReads({ type: 'Value', apiRoute: '/elsewhere' }, [], variables)).toEqual([])
  })

  it('asks for both charts of a ratio', () => {
    const chart = (id: number): Chart => ({ id, name: '', definition: value, updatedAt: '' })
    const ratio = { type: 'Percentage', numeratorChartId: '1', denominatorChartId: '2' } as const
    expect(buildChartReads(ratio, [chart(1), chart(2)], variables)).toHaveLength(2)
    const respond = (countCurrent: number) => ({
      data: { attributes: { value: { countCurrent } } },
    })
    expect(readChartAnswer(ratio, [respond(1), respond(4)])).toEqual({ value: 25 })
    expect(readChartAnswer(ratio, [respond(1), respond(0)])).toEqual({ value: 0 })
    expect(readChartAnswer(value, [respond(3)])).toEqual({ value: { countCurrent: 3 } })
  })
})
