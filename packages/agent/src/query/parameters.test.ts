import { describe, expect, it } from 'vitest'
import { combineParameters, isOn, parametersOfObject, parseParameters } from './parameters.js'
import { parsePage } from './parse-page.js'
import { parseTimezone } from './parse-timezone.js'

describe('parameters', () => {
  it('of a text are decoded, and joined when they are repeated', () => {
    const read = parseParameters('a=1&b=x%20y&a=2&c=&a=3')
    expect(['a', 'b', 'c', 'd'].map(read)).toEqual(['1,2,3', 'x y', '', undefined])
  })

  it('of an object are its own, as text', () => {
    const read = parametersOfObject({
      a: 1,
      b: 'x',
      c: null,
      d: undefined,
      e: { f: [1] },
      g: false,
    })
    expect(['a', 'b', 'c', 'd', 'e', 'g', 'toString'].map(read)).toEqual([
      '1',
      'x',
      undefined,
      undefined,
      '{"f":[1]}',
      'false',
      undefined,
    ])
  })

  it('of several sources come from the first that has them', () => {
    const read = combineParameters(parseParameters('a='), parseParameters('a=2&b=3'))
    expect(['a', 'b', 'c'].map(read)).toEqual(['', '3', undefined])
  })

  it.each([
    [undefined, false],
    ['', false],
    ['0', false],
    ['false', false],
    ['1', true],
    ['true', true],
    ['no', true],
  ])('%j is on: %s', (text, expected) => {
    expect(isOn(text)).toBe(expected)
  })
})

describe('a page', () => {
  const page = (text: string, largest = 100) => parsePage(parseParameters(text), largest)

  it.each([
    ['', { size: 15, number: 1 }],
    ['page[size]=&page[number]=', { size: 15, number: 1 }],
    ['page[size]=100&page[number]=7', { size: 100, number: 7 }],
    ['page[size]=3&page[after]=', { size: 3, after: '' }],
    ['page[after]=x', { size: 15, after: 'x' }],
  ])('is read from %j', (text, expected) => {
    expect(page(text)).toEqual(expected)
  })

  it('is no larger than the largest, also when none is asked for', () => {
    expect(page('', 10)).toEqual({ size: 10, number: 1 })
    expect(() => page('page[size]=11', 10)).toThrow('The largest page is 10.')
  })

  it.each([
    'page[size]=0',
    'page[size]=-1',
    'page[size]=1.5',
    'page[size]=x1',
    'page[size]=1x',
    'page[number]=0',
    `page[number]=${'9'.repeat(16)}`,
    'page[number]=2&page[after]=x',
    'page[number]=1&page[after]=',
  ])('is not read from %j', text => {
    expect(() => page(text)).toThrow(expect.objectContaining({ status: 400 }))
  })
})

describe('a time zone', () => {
  it('must be given, and one that exists', () => {
    const zone = (text: string) => parseTimezone(parseParameters(text))
    expect(zone('timezone=Europe/Paris')).toBe('Europe/Paris')
    expect(() => zone('')).toThrow('missing')
    expect(() => zone('timezone=')).toThrow('missing')
    expect(() => zone('timezone=Mars')).toThrow("timezone is 'Mars'")
  })
})
