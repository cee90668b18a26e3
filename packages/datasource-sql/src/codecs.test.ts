import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalInstant,
  decodeInstant,
  decodeNumber,
  decodeNumberText,
  decodeTime,
} from './codecs.js'

describe('decodeNumber', () => {
  it.each([
    ['12.50', 12.5],
    ['0.1', 0.1],
    ['-0.00', 0],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', '9007199254740993'],
    ['12345678901234567890.123456', '12345678901234567890.123456'],
    ['12345678901234567890.100000', '12345678901234567890.1'],
    ['0.10000000000000000000', 0.1],
    ['1e+21', 1e21],
  ])('reads %s as %s', (text, value) => {
    expect(decodeNumber(text)).toEqual(value)
  })

  it('reads big integers exactly', () => {
    expect(decodeNumber(5n)).toBe(5)
    expect(decodeNumber(9007199254740993n)).toBe('9007199254740993')
  })
})

describe('decodeNumberText', () => {
  it.each([
    ['12.50', '12.5'],
    ['-100.00', '-100'],
    ['-0.50', '-0.5'],
    ['0.00', '0'],
    ['-0.00', '0'],
    ['-0', '0'],
    ['7', '7'],
    ['0.000001', '0.000001'],
    ['0.0000001', '1e-7'],
    ['-0.00000010', '-1e-7'],
    ['0.0000000', '0'],
    ['1e+21', '1e+21'],
    ['1.5e-07', '1.5e-7'],
    ['NaN', 'NaN'],
    ['0.1000000000000000000', '0.1'],
    ['12345678901234567890.100', '12345678901234567890.1'],
  ])('writes %s as %s', (text, written) => {
    expect(decodeNumberText(text)).toBe(written)
    expect(decodeNumberText(text)).toBe(String(decodeNumber(text)))
  })

  it('writes what decodeNumber gives for every short decimal', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        fc.integer({ min: 1, max: 8 }),
        (digits, places) => {
          const padded = String(digits < 0n ? -digits : digits).padStart(places + 1, '0')
          const text = `${digits < 0n ? '-' : ''}${padded.slice(0, -places)}.${padded.slice(-places)}`
          expect(decodeNumberText(text)).toBe(String(decodeNumber(text)))
        },
      ),
    )
  })
})

describe('decodeInstant', () => {
  it.each([
    ['2024-05-06 07:08:09+00', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06 07:08:09', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06 07:08:09.1+00', '2024-05-06T07:08:09.100Z'],
    ['2024-05-06 07:08:09.12+00', '2024-05-06T07:08:09.120Z'],
    ['2024-05-06 07:08:09.123+00', '2024-05-06T07:08:09.123Z'],
    ['2024-05-06 07:08:09.1234+00', '2024-05-06T07:08:09.123400Z'],
    ['2024-05-06 07:08:09.123456', '2024-05-06T07:08:09.123456Z'],
    ['2024-05-06 07:08:09.123000', '2024-05-06T07:08:09.123Z'],
    ['2024-05-06 07:08:09.1234567', '2024-05-06T07:08:09.123456Z'],
    ['infinity', 'infinity'],
  ])('reads %s as %s', (text, value) => {
    expect(decodeInstant(text)).toBe(value)
  })
})

describe('other values', () => {
  it('drops a fraction of zero from a time', () => {
    expect(decodeTime('07:08:09.500000')).toBe('07:08:09.5')
    expect(decodeTime('07:08:00.000')).toBe('07:08:00')
    expect(decodeTime('07:08:10')).toBe('07:08:10')
  })

  it('writes instants in UTC', () => {
    expect(canonicalInstant('2024-01-01T01:00:00+01:00')).toBe('2024-01-01T00:00:00.000Z')
    expect(canonicalInstant('2024-01-01T00:00:00.123456Z')).toBe('2024-01-01T00:00:00.123456Z')
  })
})
