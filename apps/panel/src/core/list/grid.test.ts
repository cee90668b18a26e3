import { describe, expect, it } from 'vitest'
import { applyLayout } from '../schema/apply-layout.js'
import { findField } from '../schema/find-field.js'
import { collection, column, key, relation, schema, shop } from '../testing/build-schema.js'
import { searchColumns } from './column-choices.js'
import { formatColumns, isColumnPinned, pinColumn, resetColumnWidth } from './columns.js'
import { explainReadOnly } from './explain-read-only.js'
import { moveThroughCells } from './move-through-cells.js'
import { findSearchProblem, listSearchTerms, markTerms } from './search-text.js'

const collections = applyLayout(shop, null)
const orders = collections.get('orders')!

describe('explainReadOnly', () => {
  const explain = (path: string, rights = orders.rights) =>
    explainReadOnly(findField(collections, orders, path)!, { ...orders, rights })?.kind

  it('lets people edit what can be written', () => {
    expect(explain('status')).toBeUndefined()
    expect(explain('customer')).toBeUndefined()
  })

  it('says why a cell cannot be edited', () => {
    expect(explain('id')).toBe('key')
    expect(explain('customer:city')).toBe('related')
    expect(explain('status', { ...orders.rights, edit: false })).toBe('right')
    const computed = applyLayout(
      schema(collection('a', [key(), column('sum', 'Number', { isWritable: false })])),
      null,
    )
    const found = findField(computed, computed.get('a')!, 'sum')!
    expect(explainReadOnly(found, computed.get('a')!)).toEqual({ kind: 'field' })
  })
})

describe('moveThroughCells', () => {
  const columns = ['a', 'b', 'c']

  it('goes on in the next row, and back to the one before', () => {
    expect(moveThroughCells({ row: 0, column: 'c' }, 1, columns, 2)).toEqual({
      row: 1,
      column: 'a',
    })
    expect(moveThroughCells({ row: 1, column: 'a' }, -1, columns, 2)).toEqual({
      row: 0,
      column: 'c',
    })
  })

  it('stays at both ends', () => {
    expect(moveThroughCells({ row: 0, column: 'a' }, -1, columns, 2).row).toBe(0)
    expect(moveThroughCells({ row: 1, column: 'c' }, 1, columns, 2)).toEqual({
      row: 1,
      column: 'c',
    })
  })
})

describe('columns', () => {
  const columns = [{ field: 'a' }, { field: 'b', width: 90 }, { field: 'c' }]

  it('keep the first one at the edge until another is pinned, and then too', () => {
    expect(isColumnPinned(columns, 'a')).toBe(true)
    expect(isColumnPinned(columns, 'b')).toBe(false)
    expect(formatColumns(pinColumn(columns, 'c', true))).toBe('a.pin,c.pin,b.90')
  })

  it('get their width back', () => {
    expect(formatColumns(resetColumnWidth(columns, 'b'))).toBe('a,b,c')
    expect(formatColumns(resetColumnWidth(columns, 'a'))).toBe('a,b.90,c')
  })

  it('are found by their label, also those of related records', () => {
    expect(searchColumns(collections, orders, 'cit')).toEqual(['customer:city'])
    expect(searchColumns(collections, orders, 'customer full')).toEqual(['customer:full_name'])
    expect(searchColumns(collections, orders, 'hash')).toEqual([])
  })

  it('of a record that leads to itself are found once', () => {
    const people = applyLayout(
      schema(collection('people', [key(), column('name'), relation('manager', 'people.id')])),
      null,
    )
    expect(searchColumns(people, people.get('people')!, 'name')).toEqual(['name', 'manager:name'])
  })
})

describe('search texts', () => {
  it.each([
    ['late order', undefined],
    ['status:paid AND (a OR "b c") -d', undefined],
    ['f(x) it\'s 5" wide', undefined],
    ['"late order', 'quote'],
    ['status:"late', 'quote'],
    ['(a OR b', 'bracket'],
    ['a )', 'bracket'],
    ['a OR', 'operator'],
    ['AND b', 'operator'],
    ['a AND OR b', 'operator'],
  ])('%s', (text, problem) => {
    expect(findSearchProblem(text)).toBe(problem)
  })

  it('are marked by their words and phrases', () => {
    expect(listSearchTerms('status:paid "late order" -draft OR total:>5 (x)')).toEqual([
      'paid',
      'late order',
      '5',
      'x',
    ])
    expect(listSearchTerms('"late order')).toEqual(['"late order'])
  })

  it('are marked wherever they occur', () => {
    expect(markTerms('Clara Ito, ITO', ['ito', 'la'])).toEqual([
      { text: 'C', isMarked: false },
      { text: 'la', isMarked: true },
      { text: 'ra ', isMarked: false },
      { text: 'Ito', isMarked: true },
      { text: ', ', isMarked: false },
      { text: 'ITO', isMarked: true },
    ])
    expect(markTerms('İstanbul', ['s'])).toEqual([{ text: 'İstanbul', isMarked: false }])
    expect(markTerms('', ['a'])).toEqual([])
  })

  it('are read in linear time', () => {
    const text = `${'a:'.repeat(100_000)}${'('.repeat(100_000)}"`
    const start = performance.now()
    findSearchProblem(text)
    expect(performance.now() - start).toBeLessThan(20_000)
  })
})
