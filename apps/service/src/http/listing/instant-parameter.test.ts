import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Comparison, comparisons, parseBound } from './instant-parameter.js'

const bounds = (text: string) =>
  (Object.keys(comparisons) as Comparison[]).map(comparison => parseBound(text, comparison))

describe('boundOf', () => {
  it.each([
    ['2026', '2026-01-01T00:00:00.000000Z'],
    ['2026-02', '2026-02-01T00:00:00.000000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000000Z'],
    ['2026-02-01T08', '2026-02-01T08:00:00.000000Z'],
    ['2026-02-01t08:30z', '2026-02-01T08:30:00.000000Z'],
    ['2026-02-01T08:30:05,5', '2026-02-01T08:30:05.500000Z'],
    ['2026-02-01T00:30+02', '2026-01-31T22:30:00.000000Z'],
    ['2026-12-31T23:30-0130', '2027-01-01T01:00:00.000000Z'],
    ['2026-02-28T24:00:00.000', '2026-03-01T00:00:00.000000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000000Z'],
    ['0001-01-01T00:00+01:00', '-infinity'],
    ['0000-12-31', '-infinity'],
    ['9999-12-31T23:59:59.9999999-14:00', 'infinity'],
  ])('reads %s', (text, instant) => {
    expect(bounds(text)).toEqual(Array(5).fill(instant))
  })

  it('rounds digits beyond microseconds so that each comparison stays true', () => {
    expect(bounds('2026-02-01T08:30:00.1234560001Z')).toEqual([
      null,
      '2026-02-01T08:30:00.123457Z',
      '2026-02-01T08:30:00.123456Z',
      '2026-02-01T08:30:00.123456Z',
      '2026-02-01T08:30:00.123457Z',
    ])
    expect(parseBound('2026-02-01T08:30:59.9999999Z', 'lt')).toBe('2026-02-01T08:31:00.000000Z')
  })

  it('reads what JavaScript writes, for every moment and offset', () => {
    const years = { min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z') }
    fc.assert(
      fc.property(
        fc.date({ ...years, noInvalidDate: true }),
        fc.integer({ min: -1439, max: 1439 }),
        (date, minutes) => {
          const local = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1)
          const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
          const zone = [hours, rest].map(part => String(part).padStart(2, '0')).join(':')
          const expected = `${date.toISOString().slice(0, -1)}000Z`
          if (local.startsWith('+') || local.startsWith('-')) return
          expect(parseBound(`${local}${minutes < 0 ? '-' : '+'}${zone}`, 'lt')).toBe(expected)
        },
      ),
      { seed: 7, numRuns: 500 },
    )
  })

  it('answers undefined to everything else, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d:TZ.+-]{0,30}$/)), text => {
        const bound = parseBound(text, 'gt')
        expect(bound === undefined || /^(-?infinity|\d{4}-.*\.\d{6}Z)$/.test(String(bound))).toBe(
          true,
        )
      }),
      { seed: 8, numRuns: 2000 },
    )
  })
})
