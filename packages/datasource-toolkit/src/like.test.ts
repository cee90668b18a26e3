import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { escapeLike, likeToRegExp, matchesLike } from './like.js'

vi.setConfig({ testTimeout: 60_000 })

describe('matchesLike', () => {
  it.each([
    ['a%', 'abc', true],
    ['%c', 'abc', true],
    ['%b%', 'abc', true],
    ['a_c', 'abc', true],
    ['a_c', 'ac', false],
    ['_', '😀', true],
    ['__', '😀', false],
    ['%', '', true],
    ['', '', true],
    ['', 'a', false],
    ['50\\%', '50%', true],
    ['50\\%', '50x', false],
    ['a\\\\b', 'a\\b', true],
    ['a%', 'a\nb', true],
    ['A%', 'abc', false],
    ['%a%b', 'xaybzb', true],
    ['%a%b', 'xayc', false],
    ['\\', '\\', true],
  ])('%j on %j is %s', (pattern, text, expected) => {
    expect(matchesLike(pattern, text)).toBe(expected)
  })

  const characters = fc.constantFrom('a', 'b', '%', '_', '\\', '😀', '.', '*', '\n', '(')
  const texts = fc.array(characters, { maxLength: 8 }).map(parts => parts.join(''))

  it('agrees with the regular expression of the pattern', () => {
    fc.assert(
      fc.property(texts, texts, (pattern, text) => {
        expect(matchesLike(pattern, text)).toBe(likeToRegExp(pattern, false).test(text))
      }),
    )
  })

  it('takes escaped text literally', () => {
    fc.assert(
      fc.property(texts, texts, (text, other) => {
        expect(matchesLike(escapeLike(text), other)).toBe(text === other)
        expect(matchesLike(`%${escapeLike(text)}%`, other)).toBe(other.includes(text))
      }),
    )
  })

  it('ends for a pattern that makes a regular expression backtrack for years', () => {
    expect(matchesLike(`${'%a'.repeat(200)}%b`, 'a'.repeat(5_000))).toBe(false)
  })
})
