import { describe, expect, it } from 'vitest'
import { toSeries } from './time-series.js'

const labels = (range: Parameters<typeof toSeries>[1], ...days: string[]) =>
  toSeries(new Map(days.map(day => [day, 1])), range).map(point => point.label)

describe('toSeries', () => {
  it('fills the gaps between the first and the last period with 0', () => {
    const values = new Map([
      ['2024-03-01', 4],
      ['2024-01-01', 2],
    ])
    expect(toSeries(values, 'Month')).toEqual([
      { label: 'Jan 24', values: { value: 2 } },
      { label: 'Feb 24', values: { value: 0 } },
      { label: 'Mar 24', values: { value: 4 } },
    ])
  })

  it('gives no point for no value', () => {
    expect(toSeries(new Map(), 'Day')).toEqual([])
  })

  it('labels days, also across a change of daylight-saving time', () => {
    expect(labels('Day', '2024-03-30', '2024-04-01')).toEqual([
      '30/03/2024',
      '31/03/2024',
      '01/04/2024',
    ])
  })

  it('labels weeks by the ISO week and its year', () => {
    expect(labels('Week', '2020-12-28', '2021-01-04')).toEqual(['W53-2020', 'W1-2021'])
    expect(labels('Week', '2024-12-30')).toEqual(['W1-2025'])
    expect(labels('Week', '2018-12-31')).toEqual(['W1-2019'])
  })

  it('labels quarters and years', () => {
    expect(labels('Quarter', '2023-10-01', '2024-04-01')).toEqual(['Q4-2023', 'Q1-2024', 'Q2-2024'])
    expect(labels('Year', '2023-01-01', '2024-01-01')).toEqual(['2023', '2024'])
  })

  it('refuses a series of too many points', () => {
    expect(() => labels('Day', '0200-01-01', '2024-01-01')).toThrow(/more than 10000 points/)
  })
})
