import { parseExactJson } from '@service/base'
import { describe, expect, it } from 'vitest'
import { buildMiniTable, listJsonRows, openFirst } from './json-tree.js'

const print = (value: unknown, open = openFirst(value)) =>
  listJsonRows(value, open).map(
    ({ depth, name, kind, value: own, count }) =>
      `${'  '.repeat(depth)}${name ?? ''} ${kind === 'value' ? JSON.stringify(own) : `${kind} ${count}`}`,
  )

describe('listJsonRows', () => {
  it('lists what is open, small members at first', () => {
    expect(print({ a: 1, b: { c: null }, d: [1, 2, 3, 4, 5] })).toEqual([
      ' object 3',
      '  a 1',
      '  b object 1',
      '    c null',
      '  d list 5',
    ])
  })

  it('shows a part of what is long, and how much is left', () => {
    const rows = listJsonRows(Array(250).fill(0), new Map([['[]', 100]]))
    expect(rows).toHaveLength(102)
    expect(rows.at(-1)).toMatchObject({ kind: 'more', count: 150, path: '[]' })
  })

  it.each([null, 1, 'text', true, [], {}, parseExactJson('12345678901234567890')])(
    'shows %j in one line',
    value => {
      expect(print(value)).toHaveLength(1)
    },
  )

  it('reads only what is open of megabytes', () => {
    const item = { id: 1, tags: ['a', 'b'], text: 'x'.repeat(400) }
    const large = { items: Array(12_000).fill(item), odd: { __proto__x: 1 } }
    const started = performance.now()
    const open = new Map([
      ['[]', 100],
      ['["items"]', 10_000],
    ])
    const rows = listJsonRows(large, open)
    expect(rows).toHaveLength(2_000)
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

describe('buildMiniTable', () => {
  it('is made of lists of flat objects', () => {
    expect(buildMiniTable([{ sku: 'a' }, { sku: 'b', quantity: 2 }])).toEqual({
      columns: ['sku', 'quantity'],
      rows: [{ sku: 'a' }, { sku: 'b', quantity: 2 }],
      more: 0,
    })
    expect(buildMiniTable(Array(50).fill({ a: 1 }))?.more).toBe(30)
  })

  it.each([
    [[]],
    [[1, 2]],
    [[{ a: { b: 1 } }]],
    [[{}]],
    [{ a: 1 }],
    [[{ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 }]],
  ])('is not made of %j', value => {
    expect(buildMiniTable(value)).toBeUndefined()
  })
})
