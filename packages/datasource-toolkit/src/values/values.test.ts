import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { ColumnType } from '../column-types.js'
import { compareValues } from './compare.js'
import { canonicalNumber } from './decimal.js'
import { canonicalDate } from './instant.js'
import { parseValue } from './parse-value.js'
import { canonicalTime } from './time.js'

vi.setConfig({ testTimeout: 60_000 })

describe('canonicalNumber', () => {
  it.each([
    ['12', 12],
    ['1.10', 1.1],
    ['0.1', 0.1],
    ['-0', 0],
    ['-0.50', -0.5],
    ['.5', 0.5],
    ['1e3', 1000],
    ['9007199254740993', '9007199254740993'],
    ['-12345678901234567890.1234500', '-12345678901234567890.12345'],
    ['0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
    [10n, 10],
    [2n ** 64n + 1n, '18446744073709551617'],
    ['', undefined],
    ['.', undefined],
    ['abc', undefined],
    ['1,5', undefined],
    ['9'.repeat(1_001), undefined],
    ['NaN', 'NaN'],
    ['infinity', 'Infinity'],
    ['-Inf', '-Infinity'],
    ['nano', undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
  ])('%s is %s', (given, expected) => {
    expect(canonicalNumber(given)).toBe(expected)
  })

  it('reads the text of any number back as that number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), number => {
        expect(canonicalNumber(String(number))).toBe(number + 0)
      }),
    )
  })
})

describe('canonicalDate', () => {
  it.each([
    ['2024-01-31T12:00:00Z', '2024-01-31T12:00:00.000Z'],
    ['2024-01-31T12:00:00+02:00', '2024-01-31T10:00:00.000Z'],
    ['2024-01-31 12:00:00.5-0530', '2024-01-31T17:30:00.500Z'],
    ['2024-01-31 12:00:00+00', '2024-01-31T12:00:00.000Z'],
    ['2024-01-31T12:00', '2024-01-31T12:00:00.000Z'],
    ['2024-01-31T12:00:00.123456Z', '2024-01-31T12:00:00.123456Z'],
    ['2024-01-31T12:00:00.123000Z', '2024-01-31T12:00:00.123Z'],
    ['2024-01-31T12:00:00.000001', '2024-01-31T12:00:00.000001Z'],
    ['2024-02-30T12:00:00Z', undefined],
    ['2024-01-31', undefined],
    ['2024-01-31T25:00:00Z', undefined],
    ['-000043-03-15T00:00:00Z', '-000043-03-15T00:00:00.000Z'],
    ['0000-12-31T00:00:00Z', '+000000-12-31T00:00:00.000Z'],
    ['0001-01-01T00:30:00+01:00', '+000000-12-31T23:30:00.000Z'],
    ['0044-03-15T00:00:00Z', '0044-03-15T00:00:00.000Z'],
    ['+010000-01-01T00:00:00.123456Z', '+010000-01-01T00:00:00.123456Z'],
    ['9999-12-31T23:30:00-01:00', '+010000-01-01T00:30:00.000Z'],
    ['+5874897-12-31T00:00:00Z', '+5874897-12-31T00:00:00.000Z'],
    ['-004713-02-30T00:00:00Z', undefined],
    ['Infinity', 'infinity'],
    ['-infinity', '-infinity'],
    ['yesterday', undefined],
    ['', undefined],
  ])('%s is %s', (given, expected) => {
    expect(canonicalDate(given)).toBe(expected)
  })
})

describe('canonicalTime', () => {
  it.each([
    ['09:30', '09:30:00'],
    ['09:30:00.000', '09:30:00'],
    ['09:30:00.500', '09:30:00.5'],
    ['24:00:00', '24:00:00'],
    ['24:00:01', undefined],
    ['25:00', undefined],
    ['23:59:60', '24:00:00'],
    ['12:30:60', '12:31:00'],
    ['9:30', undefined],
  ])('%s is %s', (given, expected) => {
    expect(canonicalTime(given)).toBe(expected)
  })
})

describe('parseValue', () => {
  const uuid = 'F47AC10B-58CC-4372-A567-0E02B2C3D479'
  const accepted: readonly (readonly [ColumnType, unknown, unknown])[] = [
    ['Number', ' 12 ', 12],
    ['Boolean', 'yes', true],
    ['Boolean', 0, false],
    ['String', 12, '12'],
    ['Date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['Dateonly', '2024-02-29', '2024-02-29'],
    ['Dateonly', '-000043-03-15', '-000043-03-15'],
    ['Dateonly', '+5874897-12-31', '+5874897-12-31'],
    ['Dateonly', 'infinity', 'infinity'],
    ['Number', 'NaN', 'NaN'],
    ['Time', '10:00', '10:00:00'],
    ['Uuid', uuid, uuid.toLowerCase()],
    ['Point', '1.5,2', [1.5, 2]],
    ['Point', [1, 2], [1, 2]],
    ['Json', { a: 1 }, { a: 1 }],
    ['Binary', 'ff00', new Uint8Array([255, 0])],
    ['Binary', 'data:text/plain;base64,YQ==', new Uint8Array([97])],
    [['Number'], ['1', 2, null], [1, 2, null]],
    [{ a: 'String' }, { a: 'x' }, { a: 'x' }],
    ['Number', null, null],
    ['String', undefined, null],
  ]
  it.each(accepted)('accepts %j %j', (type, value, expected) => {
    expect(parseValue(type, value)).toEqual(expected)
  })

  const refused: readonly (readonly [ColumnType, unknown])[] = [
    ['Number', 'abc'],
    ['Number', ''],
    ['Number', true],
    ['Number', Number.NaN],
    ['Boolean', 'maybe'],
    ['Boolean', 'constructor'],
    ['String', {}],
    ['Date', '2024-01-31'],
    ['Date', 5],
    ['Dateonly', '2023-02-29'],
    ['Dateonly', '2024-01-31T00:00:00Z'],
    ['Time', '25:00'],
    ['Uuid', 'x'],
    ['Point', '1'],
    ['Point', ['', 1]],
    ['Binary', 'xyz'],
    [['Number'], 'x'],
    [{ a: 'String' }, 'x'],
  ]
  it.each(refused)('rejects %j %j', (type, value) => {
    expect(() => parseValue(type, value)).toThrow(expect.objectContaining({ status: 400 }))
  })

  it('names the values of an enum', () => {
    expect(parseValue('Enum', 'a', ['a', 'b'])).toBe('a')
    expect(() => parseValue('Enum', 'c', ['a', 'b'])).toThrow(/"c".*Allowed: a, b/)
  })
})

describe('compareValues', () => {
  it.each([
    ['Number', 2, '10'],
    ['Number', '9007199254740992', '9007199254740993'],
    ['Number', -1.5, '-1.25'],
    ['String', 'Z', 'a'],
    ['String', '\uffff', '😀'],
    ['Date', '2024-01-01T00:00:00.000Z', '2024-01-01T00:00:00.000001Z'],
    ['Date', '2024-01-01T00:00:00.999999Z', '2024-01-01T00:00:01.000Z'],
    ['Time', '10:00:00', '10:00:00.5'],
    ['Boolean', false, true],
    ['Binary', new Uint8Array([1]), new Uint8Array([1, 0])],
    [['Number'], [1, 2], [1, 10]],
    [['Number'], [1], [1, 0]],
  ] as readonly (readonly [ColumnType, unknown, unknown])[])('%j: %j before %j', (type, a, b) => {
    expect(compareValues(type, a, b, 'last')).toBeLessThan(0)
    expect(compareValues(type, b, a, 'last')).toBeGreaterThan(0)
    expect(compareValues(type, a, a, 'last')).toBe(0)
  })

  it('puts null first or last', () => {
    expect(compareValues('Number', null, 1, 'first')).toBeLessThan(0)
    expect(compareValues('Number', null, 1, 'last')).toBeGreaterThan(0)
    expect(compareValues('Number', 1, undefined, 'first')).toBeGreaterThan(0)
    expect(compareValues('Number', null, undefined, 'first')).toBe(0)
  })

  it('compares text by code point', () => {
    const characters = fc.nat(0x10ffff).map(code => String.fromCodePoint(code))
    const texts = fc.array(characters, { maxLength: 4 }).map(parts => parts.join(''))
    const codes = (text: string) => [...text].map(character => character.codePointAt(0) ?? 0)
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const expected = compareValues(['Number'], codes(a), codes(b), 'last')
        expect(Math.sign(compareValues('String', a, b, 'last'))).toBe(Math.sign(expected))
      }),
    )
  })
})

describe('compareValues beyond the ordinary range', () => {
  const ascending: readonly (readonly [ColumnType, readonly unknown[]])[] = [
    ['Number', ['-Infinity', '-12345678901234567890', -1, 0, 7, '1e400', 'Infinity', 'NaN']],
    [
      'Date',
      [
        '-infinity',
        '-004712-01-01T00:00:00.000Z',
        '-000043-03-15T00:00:00.000Z',
        '+000000-12-31T00:00:00.000Z',
        '0044-03-15T00:00:00.000Z',
        '2024-01-01T00:00:00.000001Z',
        '+010000-01-01T00:00:00.000Z',
        '+294276-12-31T00:00:00.000Z',
        'infinity',
      ],
    ],
    [
      'Dateonly',
      [
        '-infinity',
        '-000043-03-15',
        '0000-00-00',
        '2024-00-00',
        '2024-01-01',
        '+5874897-12-31',
        'infinity',
      ],
    ],
    ['Time', ['-838:59:59', '-00:00:01', '00:00:00', '23:59:59.999999', '24:00:00', '100:00:00']],
  ]
  it.each(ascending)('orders %s as the databases do', (type, values) => {
    const reversed = [...values].reverse()
    expect(reversed.sort((a, b) => compareValues(type, a, b, 'last'))).toEqual(values)
  })
})
