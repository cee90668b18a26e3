import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseArray, printArray } from './array-literal.js'

describe('array literals', () => {
  it('come back as they were, whatever the text', () => {
    const texts = fc.array(fc.option(fc.string({ unit: 'binary' }), { nil: null }))
    fc.assert(
      fc.property(texts, list => {
        expect(parseArray(printArray(list), text => text)).toEqual(list)
      }),
    )
  })

  it('keep dimensions, bounds and unquoted nulls apart from text', () => {
    expect(parseArray('[0:1]={{1,2},{NULL,"NULL"}}', text => text)).toEqual([
      ['1', '2'],
      [null, 'NULL'],
    ])
  })
})
