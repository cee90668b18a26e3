import { describe, expect, it } from 'vitest'
import { buildRecordChartRequest } from './code-chart-request.js'
import {
  formatDashboardChoice,
  listOfferedRanges,
  parseDashboardChoice,
} from './dashboard-state.js'

const dashboard = {
  range: 'last_30_days',
  filters: [
    { name: 'currency', collectionName: 'orders', fieldName: 'currency', value: 'EUR' },
    { name: 'status', collectionName: 'orders', fieldName: 'status' },
  ],
} as const

describe('what is chosen on a dashboard', () => {
  it('is in the address where it differs from the first choice', () => {
    const choice = { range: 'this_year', filters: { currency: null, status: 'paid' } } as const
    const parameters = formatDashboardChoice(choice, dashboard)
    expect(parameters).toEqual({ range: 'this_year', 'f.currency': '', 'f.status': 'paid' })
    expect(parseDashboardChoice(parameters, dashboard)).toEqual(choice)
    expect(formatDashboardChoice(parseDashboardChoice({}, dashboard), dashboard)).toEqual({})
  })

  it('has days', () => {
    const range = { from: '2026-01-01', to: '2026-01-31' }
    const parameters = formatDashboardChoice({ range, filters: {} }, dashboard)
    expect(parseDashboardChoice(parameters, dashboard).range).toEqual(range)
  })

  it('ignores what is not known', () => {
    const parameters = { range: '2026-02-31..2026-03-01', 'f.gone': 'x' }
    expect(parseDashboardChoice(parameters, dashboard)).toEqual({
      range: 'last_30_days',
      filters: { currency: 'EUR', status: null },
    })
  })

  it('is offered with the ranges in use', () => {
    expect(listOfferedRanges('today', { from: '2026-01-01', to: '2026-01-31' })[0]).toBe('today')
    expect(listOfferedRanges('this_year', undefined)[0]).toBe('last_7_days')
  })
})

describe('buildRecordChartRequest', () => {
  it('names the record and keeps names apart from routes', () => {
    expect(buildRecordChartRequest('stats', '1|2', 'spending')).toEqual({
      method: 'POST',
      path: '/_charts/%5Cstats/spending',
      query: { withDates: 'true' },
      body: { record_id: '1|2' },
    })
  })
})
