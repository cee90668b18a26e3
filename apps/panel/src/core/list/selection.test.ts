import { describe, expect, it } from 'vitest'
import { buildRowQuery } from './list-request.js'
import {
  buildSelectionAttributes,
  countSelected,
  describeSelection,
  emptySelection,
  fullSelection,
  isSelected,
  selectRange,
  setSelected,
} from './selection.js'

const page = ['1', '2', '3', '4']
const rows = buildRowQuery({
  columns: [],
  sort: [],
  search: 'ada',
  isSearchExtended: true,
  broken: [],
})

describe('selection', () => {
  it('is of some records', () => {
    const two = setSelected(emptySelection, ['1', '3'], true)
    expect(page.filter(id => isSelected(two, id))).toEqual(['1', '3'])
    expect(buildSelectionAttributes(two, rows)).toEqual({ ids: ['1', '3'], all_records: false })
    expect(setSelected(two, ['1', '3'], false)).toBe(emptySelection)
  })

  it('is of all that match but some', () => {
    const most = setSelected(fullSelection, ['2'], false)
    expect(page.filter(id => isSelected(most, id))).toEqual(['1', '3', '4'])
    expect(buildSelectionAttributes(most, rows)).toEqual({
      ids: [],
      all_records: true,
      all_records_ids_excluded: ['2'],
      all_records_subset_query: { search: 'ada', searchExtended: '1' },
    })
    expect(setSelected(most, ['2'], true)).toEqual(fullSelection)
  })

  it('takes a range between two rows, in either direction', () => {
    const range = selectRange(setSelected(emptySelection, ['4'], true), page, '4', '2')
    expect(page.filter(id => isSelected(range, id))).toEqual(['2', '3', '4'])
    const less = selectRange(range, page, '2', '3')
    expect(page.filter(id => isSelected(less, id))).toEqual(['4'])
    expect(selectRange(emptySelection, page, 'gone', '2')).toEqual(
      setSelected(emptySelection, ['2'], true),
    )
  })

  it('is counted, when the total is known', () => {
    expect(countSelected(setSelected(emptySelection, ['1'], true), undefined)).toBe(1)
    expect(countSelected(setSelected(fullSelection, ['1'], false), 100)).toBe(99)
    expect(countSelected(fullSelection, undefined)).toBeUndefined()
  })

  it('tells the check box of the head', () => {
    expect(describeSelection(emptySelection, page)).toBe('none')
    expect(describeSelection(setSelected(emptySelection, ['1'], true), page)).toBe('some')
    expect(describeSelection(setSelected(emptySelection, page, true), page)).toBe('all')
    expect(describeSelection(setSelected(emptySelection, ['9'], true), page)).toBe('some')
    expect(describeSelection(fullSelection, page)).toBe('all')
    expect(describeSelection(setSelected(fullSelection, ['9'], false), page)).toBe('some')
    expect(describeSelection(emptySelection, [])).toBe('none')
  })
})
