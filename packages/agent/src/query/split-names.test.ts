import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitNames } from './split-names.js'

const namesIn = (text: string) => splitNames(text).map(({ name }) => name)

describe('lists of names', () => {
  it.each([
    ['', ['']],
    [' , ,', ['', '', '']],
    ['id, total ,a b', ['id', 'total', 'a b']],
    ['a\\,b,c', ['a,b', 'c']],
    ['\\ a,b\\ ', [' a', 'b ']],
    ['a\\b,c\\', ['a\\b', 'c\\']],
    ['a\\\\,b', ['a\\', 'b']],
    ['\\ , \\ \\  ', [' ', '  ']],
    ['__proto__,constructor', ['__proto__', 'constructor']],
  ])('%j is %j', (text, names) => {
    expect(namesIn(text)).toEqual(names)
  })

  it('tell a sign from a name that begins with one', () => {
    expect(splitNames('-a,\\-a, +b, \\+b')).toEqual([
      { name: '-a', isSigned: true },
      { name: '-a', isSigned: false },
      { name: '+b', isSigned: true },
      { name: '+b', isSigned: false },
    ])
  })

  it('hold every name once it is escaped', () => {
    const name = fc.string({ unit: fc.constantFrom('a', ',', '\\', ' ', '-', 'ü'), minLength: 1 })
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), names => {
        const text = names.map(each => each.replace(/[\\,\s+-]/g, '\\$&')).join(',')
        expect(namesIn(text)).toEqual(names)
      }),
      { seed: 1, numRuns: 500 },
    )
  })
})
