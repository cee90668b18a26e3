import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatColumns,
  moveColumn,
  parseColumns,
  pinColumn,
  resizeColumn,
  toggleColumn,
} from './columns.js'
import {
  formatListState,
  formatSearch,
  type ListState,
  parseListState,
  parseSearch,
  removePeek,
} from './list-state.js'
import { formatSort, parseSort, toggleSort } from './sort.js'

const full: ListState = {
  view: 3,
  search: 'ada & co',
  isSearchExtended: true,
  segment: 'To ship',
  filter: { field: 'status', operator: 'in', value: ['paid', 'shipped'] },
  sort: [{ field: 'total', isDescending: true }, { field: 'customer:name' }],
  columns: [
    { field: 'reference', isPinned: true },
    { field: 'customer' },
    { field: 'total', width: 120 },
  ],
  peek: '12|fr',
}

describe('list state', () => {
  it('is readable in an address', () => {
    expect(formatSearch(formatListState(full))).toBe(
      '?view=3&q=ada%20%26%20co&x=1&segment=To%20ship&filter=status.in.(paid,shipped)&sort=-total,customer:name&cols=reference.pin,customer,total.120&peek=12%7Cfr',
    )
  })

  it('is empty when everything is as by default', () => {
    expect(formatSearch(formatListState({}))).toBe('')
    expect(formatListState({ search: '', columns: [] })).toEqual({})
    expect(parseListState(parseSearch(''))).toEqual({})
  })

  it('tells an unsorted list from one with its default sort', () => {
    expect(parseListState({ sort: '' })).toEqual({ sort: [] })
    expect(formatListState({ sort: [] })).toEqual({ sort: '' })
  })

  it('ignores what it does not know', () => {
    expect(parseListState({ view: 'x', x: '0', other: '1', cols: ',,', __proto__: '' })).toEqual({})
    expect(parseSearch('?a=1&a=2&b&=c&%')).toMatchObject({ a: '2', b: '', '%': '' })
    expect(parseSearch('?q=a+b')).toEqual({ q: 'a b' })
  })

  const name = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'"\\(),.:- é%&=+#\n0') }),
    fc.constantFrom('pin', '120', '-', 'customer:city'),
  )
  const text = fc.string({ unit: 'grapheme', minLength: 1 })
  const distinct = <T extends { field: string }>(item: fc.Arbitrary<T>, minLength: number) =>
    fc.uniqueArray(item, { selector: ({ field }) => field, minLength, maxLength: 5 })
  const state: fc.Arbitrary<ListState> = fc.record(
    {
      view: fc.nat(),
      search: text,
      isSearchExtended: fc.constant(true),
      segment: text,
      filter: fc.record({ field: name, operator: fc.constant('equal'), value: name }),
      sort: distinct(
        fc.record({ field: name, isDescending: fc.constant(true) }, { requiredKeys: ['field'] }),
        0,
      ),
      columns: distinct(
        fc.record(
          { field: name, width: fc.integer({ min: 48, max: 1200 }), isPinned: fc.constant(true) },
          { requiredKeys: ['field'] },
        ),
        1,
      ),
      peek: text,
    },
    { requiredKeys: [] },
  )

  it('state ⇄ URL: every state is read back as it was', () => {
    fc.assert(
      fc.property(state, each => {
        const { search } = new URL(`http://a/${formatSearch(formatListState(each))}`)
        expect(parseListState(parseSearch(search))).toEqual(each)
      }),
      { numRuns: 500 },
    )
  })

  it('reads every address without an error', () => {
    const token = fc.constantFrom(
      ...['?', '&', '=', '%', '%zz', '%22', '"', '(', ')', ',', '.', '-', '\ud800', 'a', '9'],
      ...['view=', 'q=', 'x=1', 'segment=', 'filter=', 'sort=', 'cols=', 'peek=', 'and(', '.pin'],
    )
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), tokens => {
        const each = tokens.join('')
        const read = parseListState(parseSearch(each))
        expect(parseListState(parseSearch(formatSearch(formatListState(read))))).toBeDefined()
      }),
    )
  })
})

describe('columns', () => {
  const columns = parseColumns('a.pin,b,c,d')!

  it('are moved within the pinned or the other ones', () => {
    expect(formatColumns(moveColumn(columns, 'd', 1))).toBe('a.pin,d,b,c')
    expect(formatColumns(moveColumn(columns, 'd', 0))).toBe('a.pin,d,b,c')
    expect(formatColumns(moveColumn(columns, 'a', 9))).toBe('a.pin,b,c,d')
    expect(moveColumn(columns, 'gone', 0)).toBe(columns)
  })

  it('are pinned to the front and released', () => {
    expect(formatColumns(pinColumn(columns, 'c', true))).toBe('a.pin,c.pin,b,d')
    expect(formatColumns(pinColumn(columns, 'a', false))).toBe('a,b,c,d')
  })

  it('have a width between narrow and wide', () => {
    expect(formatColumns(resizeColumn(columns, 'b', 100.4))).toBe('a.pin,b.100,c,d')
    expect(resizeColumn(columns, 'b', 1)[1]).toEqual({ field: 'b', width: 48 })
    expect(parseColumns('b.99999')).toEqual([{ field: 'b', width: 1200 }])
  })

  it('are added at the end and removed, but not the last one', () => {
    expect(formatColumns(toggleColumn(columns, 'e'))).toBe('a.pin,b,c,d,e')
    expect(formatColumns(toggleColumn(columns, 'b'))).toBe('a.pin,c,d')
    expect(toggleColumn([{ field: 'a' }], 'a')).toEqual([{ field: 'a' }])
  })
})

describe('sort', () => {
  it('goes from ascending to descending to none', () => {
    const once = toggleSort([{ field: 'x' }], 'total')
    expect(once).toEqual([{ field: 'total' }])
    const twice = toggleSort(once, 'total')
    expect(twice).toEqual([{ field: 'total', isDescending: true }])
    expect(toggleSort(twice, 'total')).toEqual([])
  })

  it('adds a column to the others, in place', () => {
    const both = toggleSort(parseSort('a,b'), 'c', true)
    expect(formatSort(both)).toBe('a,b,c')
    expect(formatSort(toggleSort(both, 'a', true))).toBe('-a,b,c')
    expect(formatSort(toggleSort(parseSort('-a,b'), 'a', true))).toBe('b')
  })

  it('names each field once', () => {
    expect(parseSort('a,-a,,b')).toEqual([{ field: 'a' }, { field: 'b' }])
  })
})

it('keeps the list, without the record beside it, for the page of a record', () => {
  expect(removePeek('?q=ada&sort=-total&peek=12')).toBe('?q=ada&sort=-total')
  expect(removePeek('?peek=12')).toBe('')
  expect(removePeek('')).toBe('')
})
