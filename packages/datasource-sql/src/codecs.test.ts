import { describe, expect, it } from 'vitest'
import { canonicalInstant, decodeInstant, decodeNumber, decodeTime } from './codecs.js'

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

describe('decodeInstant', () => {
  it.each([
    ['2024-05-06 07:08:09+00', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06 07:08:09', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06 07:08:09.1+00', '2024-05-06T07:08:09.100Z'],
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
