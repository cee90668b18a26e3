import { describe, expect, it } from 'vitest'
import { createResultBuilder } from './result-builder.js'

const builder = createResultBuilder('Europe/Paris')

describe('the result builder', () => {
  it.each([
    [builder.value(3), { countCurrent: 3 }],
    [builder.value(3, 1), { countCurrent: 3, countPrevious: 1 }],
    [builder.value(3, 0), { countCurrent: 3, countPrevious: 0 }],
    [
      builder.distribution({ b: 1, a: 2 }),
      [
        { key: 'b', value: 1 },
        { key: 'a', value: 2 },
      ],
    ],
    [builder.percentage(12.5), 12.5],
    [builder.objective(1, 2), { value: 1, objective: 2 }],
    [
      builder.leaderboard({ low: 1, high: 3, also: 3 }),
      [
        { key: 'high', value: 3 },
        { key: 'also', value: 3 },
        { key: 'low', value: 1 },
      ],
    ],
    [builder.smart({ any: ['thing'] }), { any: ['thing'] }],
  ])('makes %o', (result, value) => {
    expect(result.value).toEqual(value)
  })

  it('adds up the values of a bucket, fills gaps with 0 and keeps null', () => {
    const { value } = builder.timeBased('Month', [
      { date: '2024-04-10', value: null },
      { date: '2024-01-31', value: 1 },
      { date: '2024-01-01', value: 2 },
      { date: '2024-01-15', value: null },
      { date: '2024-02-29', value: 0 },
    ])
    expect(value).toEqual([
      { label: 'Jan 24', values: { value: 3 } },
      { label: 'Feb 24', values: { value: 0 } },
      { label: 'Mar 24', values: { value: 0 } },
      { label: 'Apr 24', values: { value: null } },
    ])
  })

  it('takes values by date as well', () => {
    expect(builder.timeBased('Year', { '2023-05-01': 1, '2024-05-01': null }).value).toEqual([
      { label: '2023', values: { value: 1 } },
      { label: '2024', values: { value: null } },
    ])
  })

  it('finds the bucket of an instant where the caller is, across changes of the clock', () => {
    const dates = ['2024-03-30T23:30:00.000Z', new Date('2024-03-31T21:59:00.000Z')]
    const points = dates.map(date => ({ date, value: 1 }))
    expect(builder.timeBased('Day', points).value).toEqual([
      { label: '31/03/2024', values: { value: 2 } },
    ])
    expect(createResultBuilder('America/New_York').timeBased('Day', points).value).toEqual([
      { label: '30/03/2024', values: { value: 1 } },
      { label: '31/03/2024', values: { value: 1 } },
    ])
    expect(builder.timeBased('Week', [{ date: '2024-12-31T12:00:00Z', value: 1 }]).value).toEqual([
      { label: 'W1-2025', values: { value: 1 } },
    ])
    expect(
      builder.timeBased('Quarter', [{ date: '2023-12-31T23:30:00Z', value: 1 }]).value,
    ).toEqual([{ label: 'Q1-2024', values: { value: 1 } }])
  })

  it('draws several lines over the same time', () => {
    const { value } = builder.multipleTimeBased(
      'Month',
      ['2024-03-01', '2024-01-01', '2024-01-02'],
      [
        { label: 'a', values: [1, null, 2] },
        { label: 'b', values: [null, null, null] },
      ],
    )
    expect(value).toEqual({
      labels: ['Jan 24', 'Feb 24', 'Mar 24'],
      values: [
        { key: 'a', values: [2, 0, 1] },
        { key: 'b', values: [null, 0, null] },
      ],
    })
  })

  it('gives no point for no value', () => {
    expect(builder.timeBased('Day', []).value).toEqual([])
    expect(builder.multipleTimeBased('Day', [], []).value).toEqual({ labels: [], values: [] })
  })

  it('refuses what is no date, and a line of another length', () => {
    expect(() => builder.timeBased('Day', [{ date: 'soon', value: 1 }])).toThrow(
      'The chart has a date that is none: soon.',
    )
    expect(() => builder.timeBased('Day', [{ date: new Date('x'), value: 1 }])).toThrow('date')
    expect(() => builder.timeBased('Day', { '2024-02-31x': 1 })).toThrow('date that is none')
    const lines = [{ label: 'a', values: [1] }]
    expect(() => builder.multipleTimeBased('Day', [], lines)).toThrow(
      "The line 'a' of the chart has 1 values for 0 dates.",
    )
  })
})
