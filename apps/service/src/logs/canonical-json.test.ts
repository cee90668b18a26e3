import { chooseRounds } from '@service/test-support'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.js'

/** The obvious implementation, with which the hashes of all earlier entries were computed. */
function sortAndPrint(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortAndPrint).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${sortAndPrint(member)}`)
  return `{${members.join(',')}}`
}

const sortKeys = (value: object) =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))

describe('canonicalJson', () => {
  it('prints the same text as sorting every object, for values of any kind', () => {
    const anything = fc.anything({
      withDate: true,
      withNullPrototype: true,
      withObjectString: true,
      withUnicodeString: true,
      key: fc.oneof(fc.string(), fc.constantFrom('a', 'B', '10', '9', '__proto__', 'toJSON')),
    })
    fc.assert(
      fc.property(anything, value => {
        expect(canonicalJson(value)).toBe(sortAndPrint(value))
      }),
      { numRuns: chooseRounds(100, 2000) },
    )
  })

  it('prints the same text for objects whose keys are sorted already', () => {
    const member = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.array(fc.string()))
    fc.assert(
      fc.property(fc.dictionary(fc.string(), member), value => {
        expect(canonicalJson(sortKeys(value))).toBe(sortAndPrint(value))
      }),
      { numRuns: chooseRounds(200, 1000) },
    )
  })

  it.each([
    [{ toJSON: () => 'x', a: 1 }],
    [{ a: () => 1 }],
    [{ a: [undefined, Symbol('s')] }],
    [{ a: new Date(0) }],
    [-0],
    [undefined],
  ])('prints %o as before', value => {
    expect(canonicalJson(value)).toBe(sortAndPrint(value))
  })
})
