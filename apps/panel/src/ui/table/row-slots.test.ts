import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignSlots, noSlots, type RowSlots } from './row-slots.js'

const list = ({ byKey }: RowSlots) => [...byKey.values()]

describe('assignSlots', () => {
  it('fills the elements of rows that left with rows that come', () => {
    const first = assignSlots(noSlots, ['a', 'b', 'c', 'd'], undefined)
    const second = assignSlots(first, ['c', 'd', 'e', 'f'], undefined)
    expect(second.byKey.get('c')).toBe(first.byKey.get('c'))
    expect(second.byKey.get('d')).toBe(first.byKey.get('d'))
    expect(list(second).toSorted()).toEqual(list(first).toSorted())
  })

  it('gives the element of the kept row to nobody', () => {
    const first = assignSlots(noSlots, ['a', 'b', 'c'], 'a')
    const second = assignSlots(first, ['b', 'c', 'd'], 'a')
    expect(list(second)).not.toContain(first.byKey.get('a'))
    const third = assignSlots(second, ['c', 'd', 'a'], 'a')
    expect(list(third)).not.toContain(first.byKey.get('a'))
  })

  it('never gives one element to two rows, nor another element to a row on the screen', () => {
    const windows = fc.array(
      fc.record({ from: fc.nat(60), length: fc.nat(12), kept: fc.option(fc.nat(72)) }),
    )
    fc.assert(
      fc.property(windows, moves => {
        let slots = noSlots
        for (const { from, length, kept } of moves) {
          const keys = Array.from({ length }, (_, index) => from + index)
          const next = assignSlots(slots, keys, kept ?? undefined)
          expect([...next.byKey.keys()]).toEqual(keys)
          expect(new Set(list(next)).size).toBe(keys.length)
          for (const key of keys) {
            const before = slots.byKey.get(key)
            if (before !== undefined) expect(next.byKey.get(key)).toBe(before)
          }
          slots = next
        }
      }),
    )
  })
})
