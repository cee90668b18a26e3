import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readInput } from '../forms/read-input.js'
import { changeDay, findDay, joinDay, splitDay } from './day-parts.js'
import { formatDurationInput, parseDurationText } from './duration-input.js'
import { readHexColour } from './hex-colour.js'
import { listZones } from './list-zones.js'
import {
  checkNumberRange,
  compareNumbers,
  formatNumberInput,
  parseNumberText,
  readNumberRange,
  shiftNumber,
  stepNumber,
} from './number-input.js'

const digits40 = '1234567890123456789012345678901234567890'

describe('numbers that are typed', () => {
  it.each([
    ['1848.82', 'en', 1848.82],
    ['1,848.82', 'en', 1848.82],
    ['1 848,82', 'en', 1848.82],
    ['1,848', 'en', 1848],
    ['-1,5', 'en', -1.5],
    ['−5', 'en', -5],
    ['1’848.5', 'de-CH', 1848.5],
    ['1.848,82', 'de', 1848.82],
    ['1.848', 'de', 1848],
    ['1.5', 'de', 1.5],
    [',5', 'de', 0.5],
    ['1 848,82', 'fr', 1848.82],
    [digits40, 'en', digits40],
    [`0.${digits40}`, 'en', `0.${digits40.slice(0, -1)}`],
    ['1e3', 'en', 1000],
    ['', 'en', undefined],
    ['1,2,3', 'en', undefined],
    ['1.2.3', 'de', undefined],
    ['twelve', 'en', undefined],
  ])('%s in %s', (text, language, value) => {
    expect(parseNumberText(text, language)).toEqual(value)
  })

  it('are formatted so that they are read back exactly', () => {
    const decimals = fc.tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat(30))
    const languages = fc.constantFrom('en', 'de', 'fr', 'de-CH', 'pt-BR')
    fc.assert(
      fc.property(decimals, languages, fc.boolean(), ([digits, scale], language, isGrouped) => {
        const value = parseNumberText(`${digits}e-${scale}`, 'en')!
        const text = formatNumberInput(value, { language, isGrouped })
        expect(parseNumberText(text, language)).toEqual(value)
      }),
    )
  })

  it('have separators and digits where they help', () => {
    expect(formatNumberInput(1234567.5, { language: 'en', isGrouped: true, digits: 2 })).toBe(
      '1,234,567.50',
    )
    expect(formatNumberInput(-123, { language: 'en', isGrouped: true })).toBe('-123')
    expect(formatNumberInput(1e21, { language: 'en' })).toBe('1000000000000000000000')
    expect(formatNumberInput('NaN', { language: 'en' })).toBe('NaN')
    expect(formatNumberInput(1234.5, { language: 'de', isGrouped: true })).toBe('1.234,5')
  })

  it('move their point without rounding', () => {
    expect(shiftNumber('12.34', 2)).toBe(1234)
    expect(shiftNumber(1, -2)).toBe(0.01)
    expect(shiftNumber(digits40, -2)).toBe(`${digits40.slice(0, -2)}.9`)
    expect(shiftNumber('NaN', 2)).toBe('NaN')
  })

  it('step exactly and stay in their range', () => {
    expect(stepNumber(0.1, 2, { step: 0.1 })).toBe(0.3)
    expect(stepNumber(digits40, 1, {})).toBe(`${digits40.slice(0, -1)}1`)
    expect(stepNumber(9, 10, { max: 10 })).toBe(10)
    expect(stepNumber(1, -10, { min: 0 })).toBe(0)
    expect(stepNumber(null, 1, { min: 5 })).toBe(5)
    expect(stepNumber(null, 1, {})).toBe(1)
    expect(stepNumber('NaN', 1, {})).toBe(1)
  })

  it('are compared by value', () => {
    expect(compareNumbers('0.10', 0.1)).toBe(0)
    expect(compareNumbers(`${digits40}1`, digits40)).toBe(1)
    expect(checkNumberRange(11, { max: 10 })).toBe('max')
    expect(checkNumberRange('-0.01', { min: 0 })).toBe('min')
    expect(checkNumberRange('NaN', { min: 0 })).toBeUndefined()
  })

  it('have a range where the widget says one', () => {
    expect(readNumberRange({ min: 0, max: null, step: -1 })).toEqual({ min: 0 })
    expect(readNumberRange({ min: '0', max: 5, step: 0.5 })).toEqual({ max: 5, step: 0.5 })
    expect(readNumberRange()).toEqual({})
  })
})

describe('durations that are typed', () => {
  it.each([
    ['90', 90],
    ['1:30', 5400],
    ['1:30:05', 5405],
    ['2 h 5 min', 7500],
    ['2h5m', 7500],
    ['1.5 hours', 5400],
    ['-3 s', -3],
    ['250 ms', 0.25],
    ['2 parsecs', undefined],
    ['h', undefined],
    ['1:75', undefined],
    ['', undefined],
  ])('%s', (text, seconds) => {
    expect(parseDurationText(text)).toEqual(seconds)
  })

  it('are read back exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.constantFrom('s', 'ms'), (n, unit) => {
        const value = unit === 's' ? shiftNumber(n, -3) : n
        expect(parseDurationText(formatDurationInput(value, unit), unit)).toEqual(
          value === 0 ? 0 : value,
        )
      }),
    )
    expect(formatDurationInput(93_784)).toBe('1 d 2 h 3 min 4 s')
    expect(formatDurationInput(0.0001)).toBe('0.0001')
    expect(formatDurationInput('P1D')).toBe('P1D')
  })
})

describe('days', () => {
  it('have parts when a calendar shows them', () => {
    expect(splitDay('2026-09-30')).toEqual({ year: 2026, month: 9, day: 30 })
    expect(splitDay('2026-02-30')).toBeUndefined()
    expect(splitDay('-000043-03-15')).toBeUndefined()
    expect(findDay('2026-09-30T23:00:00.000Z', 'Europe/Paris')?.day).toBe(1)
    expect(findDay('infinity', 'UTC')).toBeUndefined()
    expect(joinDay({ year: 33, month: 4, day: 3 })).toBe('0033-04-03')
  })

  it('change without changing the time on the clock', () => {
    const day = { year: 2026, month: 12, day: 24 }
    expect(changeDay('2026-07-01T10:30:15.250Z', day, 'Europe/Paris')).toBe(
      '2026-12-24T11:30:15.250Z',
    )
    expect(changeDay(undefined, day, 'Europe/Paris')).toBe('2026-12-23T23:00:00.000Z')
    expect(changeDay('infinity', day, 'UTC')).toBe('2026-12-24T00:00:00.000Z')
  })

  it('no calendar shows are read as the agent writes them', () => {
    const typed = { now: new Date(0), zone: 'UTC', language: 'en' }
    expect(readInput('Dateonly', '-000043-03-15', typed)).toEqual({ value: '-000043-03-15' })
    expect(readInput('Date', '-000043-03-15T00:00:00.000Z', typed)).toEqual({
      value: '-000043-03-15T00:00:00.000Z',
    })
    expect(readInput('Date', 'the day before', typed)).toEqual({ problem: 'date' })
    expect(readInput('Time', '14:30:00.123456', typed)).toEqual({ value: '14:30:00.123456' })
  })
})

it('reads colours of hexadecimal digits', () => {
  expect(readHexColour('#FA0')).toEqual({ hex: '#ffaa00', alpha: '' })
  expect(readHexColour(' 12345678 ')).toEqual({ hex: '#123456', alpha: '78' })
  expect(readHexColour('rebeccapurple')).toBeUndefined()
})

it('lists zones, the likely ones first and once', () => {
  const zones = listZones('Europe/Paris')
  expect(zones.slice(0, 2)).toEqual(['Europe/Paris', 'UTC'])
  expect(new Set(zones).size).toBe(zones.length)
})
