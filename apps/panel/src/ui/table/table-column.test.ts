import { describe, expect, it } from 'vitest'
import { chooseVisibleColumns, type TableColumn } from './table-column.js'

const column = (id: string, isPinned = false): TableColumn<unknown> => ({
  id,
  label: id,
  width: 100,
  isPinned,
  render: () => id,
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
