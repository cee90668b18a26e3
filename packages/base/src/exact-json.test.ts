import { describe, expect, it } from 'vitest'
import { ExactNumber, parseExactJson, stringifyExactJson } from './exact-json.js'

describe('exact JSON', () => {
  it.each([
    '12345678901234567890',
    '-0.12345678901234567890123',
    '1e400',
    '{"a":[9007199254740993,{"b":1.00000000000000000001}]}',
    '["exact number 12345678901234567890",12345678901234567890]',
    '{"text \\" 12345678901234567890":"12345678901234567890"}',
  ])('%s comes back as it was', text => {
    expect(stringifyExactJson(parseExactJson(text))).toBe(text)
  })

  it('takes time in proportion to the text: rows of zeros and of what marks numbers', () => {
    const dots = JSON.stringify(`exact number ${'.'.repeat(2_000_000)}`)
    const text = `[${dots},1${'0'.repeat(300_000)}1,12345678901234567890]`
    expect(stringifyExactJson(parseExactJson(text))).toBe(text)
  })

  it.each(['9007199254740992', '0.1', '1.5000000000000000000', '100000000000000000000', '1e300'])(
    '%s is a plain number',
    text => {
      expect(parseExactJson(text)).toBe(Number(text))
    },
  )

  it('computes as the nearest double, and is written so by what does not know of it', () => {
    const value = parseExactJson('{"n":12345678901234567890}') as { n: number }
    expect(value.n).toBeInstanceOf(ExactNumber)
    expect(value.n + 0).toBe(12345678901234567000)
    expect(JSON.stringify(value)).toBe('{"n":12345678901234567000}')
    expect(`${value.n}`).toBe('12345678901234567890')
  })

  it('refuses what JSON.parse refuses', () => {
    for (const text of [
      '{"a":12345678901234567890',
      '012345678901234567890',
      '{12345678901234567890:1}',
      '{',
      '',
    ]) {
      expect(() => parseExactJson(text)).toThrow(SyntaxError)
    }
  })

  it('writes exact numbers on lines of their own, too', () => {
    const text = '{\n  "n": 12345678901234567890\n}'
    expect(stringifyExactJson(parseExactJson(text), 2)).toBe(text)
  })

  it('writes nothing for what JSON has no text for', () => {
    expect(stringifyExactJson(undefined)).toBeUndefined()
  })
})
