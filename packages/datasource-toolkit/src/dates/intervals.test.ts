import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { printTree } from '../condition-tree/print.js'
import type { Operator } from '../operators.js'
import { truncateDate } from './buckets.js'
import { dateInterval, previousPeriod } from './intervals.js'

vi.setConfig({ testTimeout: 60_000 })

const call = { timezone: 'Europe/Paris', now: new Date('2024-03-31T10:30:00.000Z') }
const dates = (operator: Operator, value?: unknown) =>
  Object.values(dateInterval(operator, value, call, 'Date'))
const days = (operator: Operator, value?: unknown) =>
  Object.values(dateInterval(operator, value, call, 'Dateonly'))

describe('dateInterval of a Date column', () => {
  it.each([
    ['Today', '2024-03-30T23:00:00.000Z', '2024-03-31T22:00:00.000Z'],
    ['Yesterday', '2024-03-29T23:00:00.000Z', '2024-03-30T23:00:00.000Z'],
    ['PreviousWeek', '2024-03-17T23:00:00.000Z', '2024-03-24T23:00:00.000Z'],
    ['PreviousMonth', '2024-01-31T23:00:00.000Z', '2024-02-29T23:00:00.000Z'],
    ['PreviousQuarter', '2023-09-30T22:00:00.000Z', '2023-12-31T23:00:00.000Z'],
    ['PreviousYear', '2022-12-31T23:00:00.000Z', '2023-12-31T23:00:00.000Z'],
    ['PreviousWeekToDate', '2024-03-24T23:00:00.000Z', '2024-03-31T10:30:00.000Z'],
    ['PreviousMonthToDate', '2024-02-29T23:00:00.000Z', '2024-03-31T10:30:00.000Z'],
    ['PreviousQuarterToDate', '2023-12-31T23:00:00.000Z', '2024-03-31T10:30:00.000Z'],
    ['PreviousYearToDate', '2023-12-31T23:00:00.000Z', '2024-03-31T10:30:00.000Z'],
  ] as const)('%s', (operator, start, end) => {
    expect(dates(operator)).toEqual([start, end])
  })

  it('PreviousXDays ends at the start of today, its ToDate now', () => {
    expect(dates('PreviousXDays', 2)).toEqual([
      '2024-03-28T23:00:00.000Z',
      '2024-03-30T23:00:00.000Z',
    ])
    expect(dates('PreviousXDaysToDate', 2)).toEqual([
      '2024-03-28T23:00:00.000Z',
      '2024-03-31T10:30:00.000Z',
    ])
  })

  it('a day on which clocks change has 23 hours', () => {
    const [start = '', end = ''] = dates('Today')
    expect(Date.parse(end) - Date.parse(start)).toBe(23 * 3_600_000)
  })
})

describe('dateInterval of a Dateonly column', () => {
  it('counts today as part of a period to date', () => {
    expect(days('PreviousMonthToDate')).toEqual(['2024-03-01', '2024-04-01'])
    expect(days('PreviousXDaysToDate', 1)).toEqual(['2024-03-30', '2024-04-01'])
  })

  it('takes the day of the time zone', () => {
    const late = { ...call, now: new Date('2024-03-31T22:30:00.000Z') }
    expect(dateInterval('Today', undefined, late, 'Dateonly').start).toBe('2024-04-01')
  })
})

describe('dateInterval', () => {
  it.each([-1, 1.5, 'x', Number.NaN, 1e9])('rejects %s days', count => {
    expect(() => dateInterval('PreviousXDays', count, call, 'Date')).toThrow(/whole number of days/)
  })

  it('rejects an operator that is not an interval', () => {
    expect(() => dateInterval('Equal', 1, call, 'Date')).toThrow(/'Equal'/)
  })

  it('agrees with the buckets: an instant is Today when its day is the day of now', () => {
    const instants = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2030-01-01'),
      noInvalidDate: true,
    })
    const zones = fc.constantFrom('Europe/Paris', 'America/New_York', 'Australia/Lord_Howe')
    const shifts = fc.integer({ min: -40 * 3_600_000, max: 40 * 3_600_000 })
    fc.assert(
      fc.property(instants, zones, shifts, (now, timezone, shift) => {
        const at = new Date(now.getTime() + shift).toISOString()
        const { start, end } = dateInterval('Today', undefined, { timezone, now }, 'Date')
        const isToday = start <= at && at < end
        expect(isToday).toBe(
          truncateDate(at, 'Day', timezone) === truncateDate(now, 'Day', timezone),
        )
      }),
    )
  })
})

describe('truncateDate', () => {
  it.each([
    ['Year', '2024-01-01'],
    ['Quarter', '2024-04-01'],
    ['Month', '2024-04-01'],
    ['Week', '2024-04-01'],
    ['Day', '2024-04-01'],
  ] as const)('%s of an instant is the first day in the zone', (operation, expected) => {
    expect(truncateDate('2024-03-31T22:30:00.000Z', operation, 'Europe/Paris')).toBe(expected)
  })

  it('does not move a day to another zone', () => {
    expect(truncateDate('2024-04-01', 'Month', 'America/New_York')).toBe('2024-04-01')
    expect(truncateDate('2024-03-31', 'Week', 'Asia/Kolkata')).toBe('2024-03-25')
  })

  it('puts both passes of an hour that occurs twice in one day', () => {
    for (const instant of ['2024-10-27T00:30:00.000Z', '2024-10-27T01:30:00.000Z']) {
      expect(truncateDate(instant, 'Day', 'Europe/Paris')).toBe('2024-10-27')
    }
  })
})

describe('previousPeriod', () => {
  const of = (operator: Operator, value?: unknown, type: 'Date' | 'Dateonly' = 'Dateonly') => {
    const tree = previousPeriod({ field: 'd', operator, value }, call, type)
    return tree && printTree(tree)
  }

  it.each([
    ['Today', 'd yesterday'],
    ['Yesterday', "d >= '2024-03-29' and d < '2024-03-30'"],
    ['PreviousWeek', "d >= '2024-03-11' and d < '2024-03-18'"],
    ['PreviousMonth', "d >= '2024-01-01' and d < '2024-02-01'"],
    ['PreviousQuarter', "d >= '2023-07-01' and d < '2023-10-01'"],
    ['PreviousYear', "d >= '2022-01-01' and d < '2023-01-01'"],
    ['PreviousMonthToDate', 'd previous month'],
  ] as const)('%s', (operator, expected) => {
    expect(of(operator)).toBe(expected)
  })

  it('counts days back twice', () => {
    expect(of('PreviousXDays', 3)).toBe("d >= '2024-03-25' and d < '2024-03-28'")
    expect(of('PreviousXDaysToDate', 3, 'Date')).toBe(
      "d >= '2024-03-24T23:00:00.000Z' and d < '2024-03-28T10:30:00.000Z'",
    )
  })

  it('is absent for an operator that names no period', () => {
    expect(of('Past')).toBeUndefined()
    expect(of('Equal', '2024-01-01')).toBeUndefined()
  })
})
