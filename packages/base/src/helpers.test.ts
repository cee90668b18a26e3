import { describe, expect, it } from 'vitest'
import { isHttpUrl } from './is-http-url.js'
import { isObject } from './is-object.js'
import { ownValue } from './own-value.js'
import { parseJson } from './parse-json.js'
import { show } from './show.js'
import { splitIntoChunks } from './split-into-chunks.js'
import { toSnakeCase } from './to-snake-case.js'

describe('isObject', () => {
  it.each([null, undefined, [1], 'text', 1])('is false for %j', value => {
    expect(isObject(value)).toBe(false)
  })

  it('is true for what has members', () => {
    expect(isObject({})).toBe(true)
  })
})

describe('isHttpUrl', () => {
  it.each(['http://localhost:3310', 'https://example.com/service'])('accepts %s', text => {
    expect(isHttpUrl(text)).toBe(true)
  })

  it.each([
    undefined,
    'example.com',
    'ftp://example.com',
    'https://ada@example.com',
    'https://ada:secret@example.com',
    'https://example.com?a=1',
    'https://example.com#top',
  ])('refuses %s', value => {
    expect(isHttpUrl(value)).toBe(false)
  })
})

describe('ownValue', () => {
  it('finds own members, not inherited ones', () => {
    expect(ownValue({ id: 1 }, 'id')).toBe(1)
    expect(ownValue({ id: 1 }, 'constructor')).toBeUndefined()
  })
})

describe('parseJson', () => {
  it('gives undefined, or what is named instead, for a text that is no JSON', () => {
    expect(parseJson('<html>')).toBeUndefined()
    expect(parseJson('<html>', 'as it is')).toBe('as it is')
  })

  it('tells null from no JSON', () => {
    expect(parseJson('null', 'as it is')).toBeNull()
  })
})

describe('show', () => {
  it.each([
    [{ id: 1 }, '{"id":1}'],
    ['text', '"text"'],
    [undefined, 'undefined'],
    [10n, '10'],
    [() => 1, 'a function'],
  ])('writes %s as %s', (value, text) => {
    expect(show(value)).toBe(text)
  })

  it('cuts what is long', () => {
    expect(show('a'.repeat(100))).toBe(`"${'a'.repeat(79)}…`)
  })
})

describe('splitIntoChunks', () => {
  it('keeps the order, and gives no chunk for no items', () => {
    expect(splitIntoChunks([1, 2, 3], 2)).toEqual([[1, 2], [3]])
    expect(splitIntoChunks([], 2)).toEqual([])
  })
})

describe('toSnakeCase', () => {
  it('separates joined words', () => {
    expect(toSnakeCase('GreaterThanOrEqual')).toBe('greater_than_or_equal')
  })
})
