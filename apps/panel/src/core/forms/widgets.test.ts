import { describe, expect, it } from 'vitest'
import { chooseEditWidget } from './choose-edit-widget.js'
import { checkDateRange, readDateRange } from './date-range.js'
import { filterOptions, findOption, toKey } from './filter-options.js'
import { chooseItemWidget, type chooseWidgetForType } from './item-widget.js'
import { hasRepeatedItems, moveItem } from './list-items.js'

describe('options', () => {
  const options = ['Algeria', 'Germany', 'Élysée', 'Ελλάδα'].map(label => ({ label, value: label }))

  it('are found by the start of a label first, without regard to case and accents', () => {
    const find = (search: string) => filterOptions(options, search, 10).shown.map(o => o.label)
    expect(find('ger')).toEqual(['Germany', 'Algeria'])
    expect(find('ely')).toEqual(['Élysée'])
    expect(find('ΕΛΛΆ')).toEqual(['Ελλάδα'])
    expect(find('nowhere')).toEqual([])
    expect(find('  ')).toHaveLength(4)
  })

  it('are cut where nobody reads on, and the rest is counted', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({ label: `v${index}`, value: index }))
    expect(filterOptions(many, '', 100)).toMatchObject({ more: 4_900 })
    expect(filterOptions(many, 'v499', 100)).toMatchObject({ more: 0 })
    expect(filterOptions(many, 'v4999', 100).shown).toEqual([{ label: 'v4999', value: 4999 }])
  })

  it('keep a value that is none of them, whatever its type', () => {
    expect(findOption(options, 'gone')).toEqual({ label: 'gone', value: 'gone' })
    expect(findOption([{ label: 'one', value: 1 }], 1).label).toBe('one')
    expect(findOption([{ label: 'one', value: 1 }], '1').label).toBe('1')
    expect(toKey(1)).not.toBe(toKey('1'))
    expect(toKey(undefined)).toBe('undefined')
  })
})

describe('the widget that edits a value', () => {
  const choose = (
    name: string,
    columnType: Parameters<typeof chooseWidgetForType>[0],
    value: unknown,
  ) => chooseEditWidget({ name }, columnType, value, known => known !== 'unheard').name

  it('is that of the field', () => {
    expect(choose('money', 'Number', 12)).toBe('money')
    expect(choose('money', 'Number', '123456789012345678901234567890')).toBe('money')
    expect(choose('radio', 'Enum', null)).toBe('radio')
  })

  it('follows the type when it is not known', () => {
    expect(choose('unheard', 'Dateonly', null)).toBe('day')
    expect(choose('unheard', ['Number'], null)).toBe('list')
    expect(choose('unheard', ['Enum'], null)).toBe('multi-select')
    expect(choose('unheard', [{ a: 'String' }], null)).toBe('json')
    expect(choose('unheard', 'Uuid', null)).toBe('text')
    expect(choose('unheard', 'Point', null)).toBe('point')
  })

  it('is one for many lines, or none, when a text is very long', () => {
    expect(choose('text', 'String', 'x'.repeat(20_000))).toBe('text-area')
    expect(choose('text', 'String', 'x'.repeat(600_000))).toBe('large-text')
    expect(choose('file', 'String', 'x'.repeat(600_000))).toBe('file')
  })

  it('is text or JSON when the value is of another kind', () => {
    expect(choose('number', 'Number', { a: 1 })).toBe('json')
    expect(choose('list', ['String'], 'a,b')).toBe('text')
    expect(choose('checkbox', 'Boolean', 2)).toBe('text')
    expect(choose('text', 'String', [1])).toBe('json')
    expect(choose('date', 'Date', 12)).toBe('text')
  })

  it('of items has what the list says about them', () => {
    const list = { name: 'list', parameters: { min: 1, placeholder: 'x', allowDuplicate: false } }
    expect(chooseItemWidget('Number', list)).toEqual({
      name: 'number',
      parameters: { min: 1, max: undefined, step: undefined, placeholder: 'x' },
    })
  })
})

describe('items of a list', () => {
  it('move', () => {
    expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moveItem(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b'])
    expect(moveItem(['a'], 0, 1)).toEqual(['a'])
    expect(moveItem(['a'], 0, -1)).toEqual(['a'])
  })

  it('are told apart by type and value', () => {
    expect(hasRepeatedItems(['a', 'b', 'a'])).toBe(true)
    expect(hasRepeatedItems([1, '1', null])).toBe(false)
  })
})

describe('the range of a date', () => {
  const range = readDateRange({
    name: 'date',
    parameters: { minDate: '2026-01-01T10:00:00.000Z', maxDate: 'never' },
  })

  it('is read from what makes sense', () => {
    expect(range).toEqual({ min: '2026-01-01T10:00:00.000Z' })
    expect(readDateRange({ name: 'date' })).toEqual({})
  })

  it('is checked by the moment, and by the day where that is all there is', () => {
    expect(checkDateRange('2026-01-01T09:59:59.999Z', range)).toBe('min')
    expect(checkDateRange('2026-01-01', range)).toBeUndefined()
    expect(checkDateRange('2025-12-31', range)).toBe('min')
    expect(checkDateRange('2026-06-01', { max: '2026-05-31T23:00:00.000Z' })).toBe('max')
    expect(checkDateRange('-000043-03-15', range)).toBeUndefined()
    expect(checkDateRange(null, range)).toBeUndefined()
  })
})
