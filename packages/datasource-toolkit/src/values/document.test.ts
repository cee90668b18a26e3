import { describe, expect, it } from 'vitest'
import { buildDocument, fromDocument, mergeDocuments, toDocument, valueAt } from './document.js'
import { documentChanges } from './document-changes.js'

describe('values inside documents', () => {
  it('are found by a path; nothing is inherited', () => {
    expect(valueAt({ a: { b: 0 } }, ['a', 'b'])).toBe(0)
    for (const document of [null, 'text', [], { a: null }, { a: ['b'] }, {}]) {
      expect(valueAt(document, ['a', 'b'])).toBeNull()
    }
    expect(valueAt({}, ['constructor'])).toBeNull()
    expect(valueAt({ a: [] }, ['a', 'length'])).toBeNull()
  })

  it.each([
    ['String', 5, null],
    ['Number', '5', null],
    ['Boolean', 'yes', null],
    ['Date', '2024-02-29T01:00:00+02:00', '2024-02-28T23:00:00.000Z'],
    ['Date', '2023-02-29T01:00:00Z', null],
    ['Date', '2024-01-01', null],
    ['Dateonly', '2000-02-29', '2000-02-29'],
    ['Dateonly', '1900-02-29', null],
    ['Uuid', 'nope', null],
    ['Json', [1], [1]],
    [['String'], ['a', null], ['a', null]],
    [['String'], 'a', null],
    [{ a: 'String' }, [], null],
  ] as const)('are read as %j: %j is %j', (type, value, expected) => {
    expect(fromDocument(type, value)).toEqual(expected)
  })

  it('are rejected when they cannot be stored exactly', () => {
    expect(toDocument('Number', '12')).toBe(12)
    expect(() => toDocument('Number', '12345678901234567891')).toThrow('more digits')
    expect(() => toDocument('Enum', 'b', ['a'])).toThrow()
  })

  it('are merged object by object, lists and all else as a whole', () => {
    const stored = { a: { b: 1, c: [1, 2] }, d: 'text' }
    const patch = mergeDocuments(buildDocument(['a', 'c'], [3]), buildDocument(['d', 'e'], null))
    expect(mergeDocuments(stored, patch)).toEqual({ a: { b: 1, c: [3] }, d: { e: null } })
    expect(stored).toEqual({ a: { b: 1, c: [1, 2] }, d: 'text' })
  })

  it('are changed together, by the column that holds them, and not together with it', () => {
    const paths = new Map([
      ['width', { column: 'meta', path: ['size', 'width'] }],
      [
        'height',
        { column: 'meta', path: ['size', 'height'], encode: (value: unknown) => -Number(value) },
      ],
      ['city', { column: 'maker', path: ['city'] }],
    ])
    const changes = (patch: Record<string, unknown>) =>
      documentChanges('products', patch, name => paths.get(name))
    expect(changes({ width: 1, height: 2, city: null, title: 'x' })).toEqual(
      new Map([
        ['meta', { size: { width: 1, height: -2 } }],
        ['maker', { city: null }],
      ]),
    )
    expect(() => changes({ width: 1, meta: {} })).toThrow(
      "'meta' and 'width' of 'products' are written together: write the one or the other.",
    )
  })
})
