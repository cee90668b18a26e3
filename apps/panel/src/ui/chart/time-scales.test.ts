import { describe, expect, it } from 'vitest'
import { buildScales, choosePoints, findLimits, stackBars } from './time-scales.js'

const area = { left: 40, right: 440, top: 8, bottom: 168 }
const months = ['Jan', 'Feb', 'Mar', 'Apr'].map(tick => ({ tick, label: tick, group: '2026' }))
const line = (...values: (number | null)[]) => ({ label: 'orders', values })

describe('buildScales', () => {
  it('begins at 0 and has round numbers on its axis', () => {
    const { y, ticks } = buildScales(months, [line(12, 87, 40, 61)], 'bars', area)
    expect(ticks).toEqual([0, 50, 100])
    expect(y(0)).toBe(area.bottom)
  })

  it('has no fractions for whole numbers', () => {
    expect(buildScales(months, [line(0, 1, 0, 1)], 'bars', area).ticks).toEqual([0, 1])
  })

  it('draws zeros on the ground', () => {
    const { y, ticks } = buildScales(months, [line(0, 0, 0, 0)], 'lines', area)
    expect([y(0), ticks]).toEqual([area.bottom, [0, 1]])
  })

  it('has room for negative values', () => {
    const { y } = buildScales(months, [line(-5, 5, null, 0)], 'lines', area)
    expect(y(0)).toBe((area.top + area.bottom) / 2)
  })

  it.each(['lines', 'bars'] as const)('accepts no point and one point: %s', shape => {
    expect(buildScales([], [], shape, area).shownPoints).toEqual([])
    const { x } = buildScales(months.slice(0, 1), [line(1e15)], shape, area)
    expect(x.bandwidth()).toBe(400)
  })
})

describe('stackBars', () => {
  it('puts positive values upon each other and negative ones below 0', () => {
    expect(stackBars([line(2), line(-1), line(3), line(null)], 1)).toEqual([
      [{ from: 0, to: 2 }],
      [{ from: -1, to: 0 }],
      [{ from: 2, to: 5 }],
      [{ from: 0, to: 0 }],
    ])
    expect(findLimits([], stackBars([line(2), line(3)], 1))).toEqual([0, 5])
  })
})

describe('choosePoints', () => {
  it('shows all words where they fit, and the year where it changes', () => {
    const points = [...months, { tick: 'Jan', label: 'Jan', group: '2027' }]
    expect(choosePoints(points, 60)).toEqual([
      { index: 0, tick: 'Jan', group: '2026' },
      { index: 1, tick: 'Feb' },
      { index: 2, tick: 'Mar' },
      { index: 3, tick: 'Apr' },
      { index: 4, tick: 'Jan', group: '2027' },
    ])
  })

  it('leaves words out where they would lie upon each other', () => {
    expect(choosePoints(months, 20).map(({ index }) => index)).toEqual([0, 2])
  })
})
