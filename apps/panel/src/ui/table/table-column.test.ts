import { describe, expect, it } from 'vitest'
import { chooseVisibleColumns, extendColumnRange, type TableColumn } from './table-column.js'

const column = (id: string, isPinned = false): TableColumn<unknown> => ({
  id,
  label: id,
  width: 100,
  isPinned,
  render: () => id,
  renderGuarded: () => id,
})

describe('chooseVisibleColumns', () => {
  it('draws the pinned columns and those in view, and keeps the room of the others', () => {
    const columns = [column('title', true), ...['a', 'b', 'c', 'd', 'e'].map(id => column(id))]
    const visible = chooseVisibleColumns(columns, { from: 150, to: 320 })
    expect(visible.pinned.map(({ id }) => id)).toEqual(['title'])
    expect(visible.scrolling.map(({ id }) => id)).toEqual(['b', 'c', 'd'])
    expect([visible.before, visible.after]).toEqual([100, 100])
  })

  it('keeps the whole width wherever the person has scrolled to', () => {
    const columns = Array.from({ length: 40 }, (_, index) => column(`${index}`))
    for (let from = 0; from < 4000; from += 37) {
      const { scrolling, before, after } = chooseVisibleColumns(columns, { from, to: from + 800 })
      expect(before + scrolling.length * 100 + after).toBe(4000)
      expect(scrolling.length).toBeLessThanOrEqual(9)
    }
  })
})

describe('extendColumnRange', () => {
  it('stays the same while it holds what is in view, and holds it always', () => {
    const first = { from: 0, to: 1_280 }
    expect(extendColumnRange(first, { left: 200, width: 1_000 })).toBe(first)
    let range = first
    let changes = 0
    for (const step of [37, -41]) {
      for (let left = step > 0 ? 0 : 4_000; left >= 0 && left <= 4_000; left += step) {
        const next = extendColumnRange(range, { left, width: 1_000 })
        if (next !== range) changes += 1
        range = next
        expect(range.from).toBeLessThanOrEqual(left)
        expect(range.to).toBeGreaterThanOrEqual(left + 1_000)
        expect(range.to - range.from).toBeLessThanOrEqual(1_720)
      }
    }
    expect(changes).toBeLessThanOrEqual(24)
  })

  it('grows with the window', () => {
    expect(extendColumnRange({ from: 0, to: 1_280 }, { left: 0, width: 2_500 }).to).toBe(2_860)
  })
})
