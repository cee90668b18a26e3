import { parseExactJson, stringifyExactJson } from '@service/base'
import { describe, expect, it } from 'vitest'
import { unwrapJson, wrapJson } from './json-null.js'
import { holdsLongNumber, keepExact } from './keep-exact.js'

describe('keepExact', () => {
  it.each([
    ['{"n":12345678901234567890}', '{"n":12345678901234567000}', '{"n":12345678901234567890}'],
    ['[1,0.1234567890123456789]', '[2,0.12345678901234568]', '[2,0.1234567890123456789]'],
    ['{"n":12345678901234567890}', '{"n":12345678901234570000}', '{"n":12345678901234570000}'],
    ['{"n":12345678901234567890}', '{"m":12345678901234567000}', '{"m":12345678901234567000}'],
    ['[12345678901234567890]', '{"0":12345678901234567000}', '{"0":12345678901234567000}'],
  ])('of %s and %s is %s', (stored, given, expected) => {
    expect(holdsLongNumber(JSON.parse(given))).toBe(true)
    const kept = keepExact(JSON.parse(given), parseExactJson(stored))
    expect(stringifyExactJson(kept)).toBe(expected)
  })

  it('is only needed where a number is long', () => {
    expect(holdsLongNumber({ a: [1, 0.1, 2 ** 53 - 1, '12345678901234567890', null] })).toBe(false)
  })
})

describe('wrapJson', () => {
  it.each([null, { $json: null }, { $json: { $json: 1 } }, { $json: 1, a: 2 }, [null], 'text', {}])(
    'of %j is undone by unwrapJson, and never null',
    document => {
      expect(wrapJson(document)).not.toBeNull()
      expect(unwrapJson(wrapJson(document))).toEqual(document)
    },
  )
})
