import { describe, expect, it } from 'vitest'
import { describePoint } from './axis.js'
import { createChartNumbers } from './chart-numbers.js'
import type { ChartAnswer } from './chart-request.js'
import { readChart as readAnswer } from './read-chart.js'

const options = { emptyLabel: 'Empty', title: 'Orders' }

const readChart = (
  value: unknown,
  given: Parameters<typeof readAnswer>[1],
  periods: Omit<ChartAnswer, 'value'> = {},
) => readAnswer({ value, ...periods }, given)

describe('readChart', () => {
  it('reads figures', () => {
    expect(readChart({ countCurrent: 3, countPrevious: 2 }, options)).toEqual({
      kind: 'value',
      value: 3,
      previous: 2,
    })
    expect(readChart({ countCurrent: '12345678901234567890' }, options)).toMatchObject({
      value: 1.2345678901234567e19,
    })
    expect(readChart({ countCurrent: 3, trend: [1, 2, 3] }, options)).toMatchObject({
      trend: [1, 2, 3],
    })
    expect(readChart(12.5, options)).toEqual({ kind: 'percentage', value: 12.5 })
    expect(readChart({ value: 1, objective: 2 }, options)).toEqual({
      kind: 'objective',
      value: 1,
      objective: 2,
    })
    expect(readChart({ value: 1 }, { ...options, type: 'Objective', objective: 5 })).toEqual({
      kind: 'objective',
      value: 1,
      objective: 5,
    })
  })

  it('reads parts, names the group without a value, and draws many of them as bars', () => {
    const parts = [
      { key: 'paid', value: 2 },
      { key: null, value: 1 },
    ]
    expect(readChart(parts, options)).toEqual({
      kind: 'parts',
      parts: [
        { label: 'paid', value: 2 },
        { label: 'Empty', value: 1 },
      ],
    })
    expect(readChart(parts, { ...options, type: 'Leaderboard' }).kind).toBe('ranking')
    const many = Array.from({ length: 8 }, (_, key) => ({ key: String(key), value: 1 }))
    expect(readChart(many, options).kind).toBe('ranking')
    expect(readChart(many, { ...options, type: 'Pie' }).kind).toBe('parts')
  })

  it('reads points in time in the language of the person', () => {
    const values = { value: 4 }
    const periods = { timeRange: 'Month', dates: ['2024-01-01'] } as const
    const german = { ...options, language: 'de' }
    const chart = readChart([{ label: 'Jan 24', values }], german, periods)
    expect(chart).toEqual({
      kind: 'lines',
      points: [{ tick: 'Jan', group: '2024', label: 'Januar 2024' }],
      lines: [{ label: 'Orders', values: [4] }],
    })
    expect(readChart([{ label: 'Jan 24', values }], options)).toMatchObject({
      points: [{ tick: 'Jan 24', label: 'Jan 24' }],
    })
  })

  it('reads several lines, with gaps', () => {
    const lines = {
      labels: ['Q1-2026', 'Q2-2026'],
      values: [{ key: 'EUR', values: [1] }],
    }
    expect(readChart(lines, options)).toEqual({
      kind: 'lines',
      points: [
        { tick: 'Q1-2026', label: 'Q1-2026' },
        { tick: 'Q2-2026', label: 'Q2-2026' },
      ],
      lines: [{ label: 'EUR', values: [1, null] }],
    })
  })

  it('shows everything else as rows or as JSON', () => {
    const rows = [
      { city: 'Paris', customers: 3 },
      { city: 'Bonn', country: { code: 'DE' } },
    ]
    expect(readChart(rows, options)).toEqual({
      kind: 'rows',
      columns: ['city', 'customers', 'country'],
      rows: [
        ['Paris', '3', ''],
        ['Bonn', '', '{"code":"DE"}'],
      ],
    })
    expect(readChart({ any: ['json'] }, options).kind).toBe('text')
    expect(readChart(undefined, options)).toEqual({ kind: 'text', text: '' })
  })

  it('is empty for charts without anything', () => {
    expect(readChart([], { ...options, type: 'Pie' })).toEqual({ kind: 'parts', parts: [] })
    expect(readChart([], { ...options, type: 'Line' })).toMatchObject({ kind: 'lines', points: [] })
  })
})

describe('describePoint', () => {
  it.each([
    ['Day', { tick: '2 Mar', group: '2026', label: '2 Mar 2026' }],
    ['Month', { tick: 'Mar', group: '2026', label: 'March 2026' }],
    ['Quarter', { tick: 'Q1', group: '2026', label: 'Q1 2026' }],
    ['Year', { tick: '2026', label: '2026' }],
  ] as const)('writes a %s', (timeRange, words) => {
    expect(describePoint({ label: '', date: '2026-03-02', timeRange }, 'en')).toEqual(words)
  })

  it('writes the days of a week', () => {
    const { tick, label } = describePoint(
      { label: 'W10-2026', date: '2026-03-02', timeRange: 'Week' },
      'en',
    )
    expect([tick, label]).toEqual(['2 Mar', '2 Mar 2026 – 8 Mar 2026'])
  })

  it('keeps the label of what is no day', () => {
    const point = { label: 'x', date: 'infinity', timeRange: 'Day' } as const
    expect(describePoint(point, 'en')).toEqual({ tick: 'x', label: 'x' })
  })
})

describe('createChartNumbers', () => {
  it('writes currencies and units', () => {
    const money = createChartNumbers({ currency: 'EUR' }, 'en')
    expect(money.full(2_714_112.5)).toBe('2,714,112.50\u00a0€')
    expect(money.short(2_714_112.5)).toBe('2.71M\u00a0€')
    expect(createChartNumbers({ unit: 'kg', decimals: 1 }, 'de').full(1234.56)).toBe(
      '1.234,6\u00a0kg',
    )
  })

  it('writes small numbers in full, and very large ones in short', () => {
    const { short, full, percent } = createChartNumbers({}, 'en')
    expect(short(9_876.543)).toBe('9,876.54')
    expect(short(-12_345)).toBe('-12.3K')
    expect(short(4e15)).toBe('4000T')
    expect(full(0.1 + 0.2)).toBe('0.3')
    expect(percent(4.18)).toBe('4.2\u00a0%')
  })
})
