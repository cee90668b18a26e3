import { describe, expect, it } from 'vitest'
import type { ChartData } from './chart-data.js'
import { drawChart, findMark } from './draw-chart.js'
import { formatFigure } from './format-figure.js'
import { describePeriod } from './period-words.js'

const options = {
  title: 'Orders',
  language: 'de',
  formatKey: (key: unknown) => (key === null ? 'Leer' : String(key)),
}
const parts: ChartData = {
  kind: 'distribution',
  parts: [
    { key: 'paid', value: 2 },
    { key: null, value: 1 },
  ],
}
const line: ChartData = {
  kind: 'time',
  labels: ['Jan 24', 'Feb 24'],
  lines: [{ key: '', values: [4] }],
  dates: ['2024-01-01', '2024-02-01'],
  timeRange: 'Month',
}

describe('drawChart', () => {
  it('names parts, also the one without a value', () => {
    expect(drawChart(parts, options)).toEqual({
      kind: 'parts',
      parts: [
        { label: 'paid', value: 2 },
        { label: 'Leer', value: 1 },
      ],
    })
  })

  it('names periods in the language of the person, and keeps gaps', () => {
    expect(drawChart(line, options)).toEqual({
      kind: 'lines',
      points: [
        { tick: 'Jan', group: '2024', label: 'Januar 2024' },
        { tick: 'Feb', group: '2024', label: 'Februar 2024' },
      ],
      lines: [{ label: 'Orders', values: [4, null] }],
    })
  })

  it('draws a goal that nobody knows as a number', () => {
    expect(drawChart({ kind: 'objective', value: 3 }, options)).toEqual({ kind: 'value', value: 3 })
  })

  it('shows what other code draws as rows or as JSON', () => {
    const value = [
      { city: 'Paris', customers: 3 },
      { city: 'Bonn', country: { code: 'DE' } },
    ]
    expect(drawChart({ kind: 'smart', value }, options)).toEqual({
      kind: 'rows',
      columns: ['city', 'customers', 'country'],
      rows: [
        ['Paris', '3', ''],
        ['Bonn', '', '{"code":"DE"}'],
      ],
    })
    const other = drawChart({ kind: 'smart', value: { any: ['json'] } }, options)
    expect(other.kind).toBe('text')
  })
})

describe('findMark', () => {
  it('finds what was drawn again', () => {
    expect(findMark(parts, { index: 1, line: 0 })).toEqual({ kind: 'part', key: null })
    expect(findMark(parts, { index: 2, line: 0 })).toBeUndefined()
    expect(findMark(parts, { index: -1, line: 0, others: [0, 1] })).toEqual({
      kind: 'others',
      keys: ['paid', null],
    })
    expect(findMark(line, { index: 1, line: 0 })).toEqual({ kind: 'period', index: 1, line: 0 })
  })
})

describe('describePeriod', () => {
  it.each([
    ['Day', { tick: '2 Mar', group: '2026', label: '2 Mar 2026' }],
    ['Week', { tick: '2 Mar', group: '2026', label: '2 Mar 2026 – 8 Mar 2026' }],
    ['Month', { tick: 'Mar', group: '2026', label: 'March 2026' }],
    ['Quarter', { tick: 'Q1', group: '2026', label: 'Q1 2026' }],
    ['Year', { tick: '2026', label: '2026' }],
  ] as const)('writes a %s', (timeRange, words) => {
    expect(describePeriod({ label: '', date: '2026-03-02', timeRange }, 'en')).toEqual(words)
  })

  it('keeps the label where there is no day', () => {
    const period = { label: 'x', date: 'infinity', timeRange: 'Day' } as const
    expect(describePeriod(period, 'en')).toEqual({ tick: 'x', label: 'x' })
    expect(describePeriod({ label: 'Jan 24' }, 'en')).toEqual({ tick: 'Jan 24', label: 'Jan 24' })
  })
})

describe('formatFigure', () => {
  it.each([
    [2_714_112.5, '2.71\u00a0M\u00a0€'],
    [-3_000_000_000, '-3.00\u00a0G\u00a0€'],
    [4e15, '4,000.00\u00a0T\u00a0€'],
    [999_999, '999,999.00\u00a0€'],
    [0, '0.00\u00a0€'],
  ])('writes %d with its unit', (value, text) => {
    expect(formatFigure(value, { currency: 'EUR' }, 'en')).toBe(text)
  })
})
