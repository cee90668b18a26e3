import { describe, expect, it } from 'vitest'
import { findActiveRow, stepToRow } from './active-row.js'
import { addBlock, mapRows, startPages } from './pages.js'

const read = (...ids: string[]) =>
  addBlock(
    startPages<{ readonly id: string }>(),
    '',
    { rows: ids.map(id => ({ id })), next: null },
    { first: 0, last: 0 },
  )

describe('findActiveRow', () => {
  const active = { index: 1, id: 'b' }

  it('follows the record when rows come and go around it', () => {
    expect(findActiveRow(read('a', 'b', 'c'), active, true)).toBe(1)
    expect(findActiveRow(read('new', 'a', 'b', 'c'), active, true)).toBe(2)
    expect(findActiveRow(read('b', 'c'), active, true)).toBe(0)
  })

  it('goes on with the next record when it is deleted, or with the last one', () => {
    expect(findActiveRow(read('a', 'c'), active, true)).toBe(1)
    expect(findActiveRow(read('a'), active, true)).toBe(0)
    expect(
      findActiveRow(
        mapRows(read('a'), () => undefined),
        active,
        true,
      ),
    ).toBeUndefined()
  })

  it('stays where a row is not loaded', () => {
    expect(findActiveRow(read('a', 'b', 'c'), { index: 2, id: undefined }, true)).toBe(2)
  })

  it('follows the record into another list, and is nowhere without it', () => {
    expect(findActiveRow(read('c', 'b', 'a'), { index: 0, id: 'a' }, false)).toBe(2)
    expect(findActiveRow(read('x', 'y', 'z'), active, false)).toBeUndefined()
  })
})

describe('stepToRow', () => {
  it('begins with the first row', () => {
    expect(stepToRow(undefined, 1, 3)).toBe(0)
    expect(stepToRow(undefined, -1, 3)).toBe(0)
  })

  it('stays inside of the list', () => {
    expect(stepToRow(1, 1, 3)).toBe(2)
    expect(stepToRow(2, 1, 3)).toBe(2)
    expect(stepToRow(0, -1, 3)).toBe(0)
    expect(stepToRow(undefined, 1, 0)).toBe(-1)
  })
})
