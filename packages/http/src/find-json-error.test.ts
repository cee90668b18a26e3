import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonError } from './find-json-error.js'

describe('findJsonError', () => {
  it.each([
    ['', 0, 'a value'],
    ['{"a":}', 5, 'a value'],
    ['{"a" 1}', 5, '":"'],
    ['{a:1}', 1, 'a key in double quotes or "}"'],
    ['{"a":1,}', 7, 'a key in double quotes'],
    ['[1,]', 3, 'a value'],
    ['[1 2]', 3, '"," or the closing bracket'],
    ['[1}', 2, '"," or the closing bracket'],
    ['{"a":1} x', 8, 'the end of the text'],
    ['{"a":"b', 7, 'a correctly escaped character or a closing double quote'],
    ['["\\x"]', 2, 'a correctly escaped character or a closing double quote'],
    ['["a\nb"]', 3, 'a correctly escaped character or a closing double quote'],
    ['[01]', 2, '"," or the closing bracket'],
    ['undefined', 0, 'a value'],
  ])('points at the first wrong character of %j', (text, position, expected) => {
    expect(findJsonError(text)).toEqual({ position, expected })
  })

  it('reaches the end of every text that is JSON', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        expect(findJsonError(text)).toEqual({
          position: text.length,
          expected: 'the end of the text',
        })
      }),
    )
  })

  it('stops before the end of a text that is not JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 1 }), (json, at, character) => {
        const index = at % json.length
        const text = json.slice(0, index) + character + json.slice(index + 1)
        const { position, expected } = findJsonError(text)
        const isRefused = position < text.length || expected !== 'the end of the text'
        expect(isRefused).toBe(!isJson(text))
      }),
    )
  })

  it('survives a string of millions of characters', () => {
    expect(findJsonError(`["${'a'.repeat(5_000_000)}`).position).toBe(5_000_002)
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
