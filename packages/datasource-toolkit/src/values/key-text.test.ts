import { describe, expect, it } from 'vitest'
import type { ColumnType } from '../column-types.js'
import { compareValues } from './compare.js'
import { keyText } from './key-text.js'

const bytes = [1, 2, 255]

/** Values of each type; some are the same one in another form. */
const forms: readonly (readonly [ColumnType, readonly unknown[]])[] = [
  ['Number', [5, '5', '5.0', '05', 5.5, '5.50', -0, 0, '-0', 1e21, '1000000000000000000000']],
  ['Number', ['9007199254740993', '9007199254740992', 9007199254740992, 'five', 'Infinity']],
  ['String', ['5', '5.0', 'a', 'A', '']],
  ['Uuid', ['0B53CD2F-6f3b-4f3e-9a54-0d2f4a1e8d11', '0b53cd2f-6f3b-4f3e-9a54-0d2f4a1e8d11', 'x']],
  [
    'Date',
    [
      '2024-01-02T03:04:05.000Z',
      new Date('2024-01-02T03:04:05Z'),
      '2024-01-02 05:04:05+02',
      '2024-01-02T03:04:05.000001Z',
    ],
  ],
  ['Dateonly', ['2024-01-02', '2024-01-03']],
  ['Time', ['09:30:00', '09:30', '09:30:01']],
  ['Boolean', [true, false, 1, 0]],
  ['Binary', [new Uint8Array(bytes), Buffer.from(bytes), Buffer.from([1, 2])]],
  ['Json', [{ a: 1, b: 2 }, { b: 2, a: 1 }, [1], '1']],
  [
    'Point',
    [
      [1, 2],
      ['1', '2.0'],
      [2, 1],
    ],
  ],
  [['Number'], [[5, null], ['5', null], [5], [null, 5]]],
]

describe('keyText', () => {
  it.each(forms)('distinguishes %j values as compareValues does', (type, values) => {
    const formatKey = keyText([type])
    for (const a of values) {
      for (const b of values) {
        const isEqual = compareValues(type, a, b, 'last') === 0
        expect([a, b, formatKey([a]) === formatKey([b])]).toEqual([a, b, isEqual])
      }
    }
  })

  it('compares the values of a composite key as it does single ones', () => {
    const formatKey = keyText(['Number', 'String'])
    expect(formatKey([5, 'a'])).toBe(formatKey(['5', 'a']))
    expect(formatKey([5, 'a'])).not.toBe(formatKey([5, 'A']))
  })

  it('never confuses where one value ends and the next begins', () => {
    const formatKey = keyText(['String', 'String'])
    const keys = [
      ['a,b', 'c'],
      ['a', 'b,c'],
      ['a","b', 'c'],
      ['a', 'b","c'],
      ['', 'abc'],
      ['abc', ''],
    ]
    expect(new Set(keys.map(formatKey)).size).toBe(keys.length)
  })

  it.each([[[null]], [[undefined]], [['a', null]], [[null, 'a']], [['a', undefined]]])(
    'gives %j no text',
    values => {
      expect(keyText(values.map(() => 'String'))(values)).toBeUndefined()
    },
  )
})
