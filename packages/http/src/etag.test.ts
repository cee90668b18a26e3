import { describe, expect, it } from 'vitest'
import { matchesEtag } from './etag.js'

describe('matchesEtag', () => {
  it.each([
    ['"a"', '"a"', true],
    ['W/"a"', '"a"', true],
    ['"a"', 'W/"a"', true],
    ['"b", W/"a"', '"a"', true],
    ['*', '"a"', true],
    ['"b"', '"a"', false],
    ['a', '"a"', false],
    [undefined, '"a"', false],
  ])('compares %j with %j: %s', (header, etag, matches) => {
    expect(matchesEtag(header, etag)).toBe(matches)
  })
})
