import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatFilter, parseFilter } from './filter-text.js'
import { addPart, type FilterTree, listChips, replacePart } from './filter-tree.js'

const paid: FilterTree = { field: 'status', operator: 'in', value: ['paid', 'shipped'] }
const lyon: FilterTree = { field: 'customer:city', operator: 'i_contains', value: 'Lyon' }

describe('filter text', () => {
  it.each<[string, FilterTree]>([
    [
      'and(status.in.(paid,shipped),customer:city.i_contains.Lyon)',
      { aggregator: 'and', conditions: [paid, lyon] },
    ],
    ['note.present', { field: 'note', operator: 'present' }],
    ['total.greater_than.-1.5', { field: 'total', operator: 'greater_than', value: -1.5 }],
    ['open.equal.true', { field: 'open', operator: 'equal', value: true }],
    ['note.equal.null', { field: 'note', operator: 'equal', value: null }],
    ['note.equal."null"', { field: 'note', operator: 'equal', value: 'null' }],
    ['zip.equal."69001"', { field: 'zip', operator: 'equal', value: '69001' }],
    ['zip.equal.01000', { field: 'zip', operator: 'equal', value: '01000' }],
    [
      'n.equal.12345678901234567890',
      { field: 'n', operator: 'equal', value: '12345678901234567890' },
    ],
    [
      'at.after.2024-01-31T10:00:00.000Z',
      { field: 'at', operator: 'after', value: '2024-01-31T10:00:00.000Z' },
    ],
    ['a.equal."x, (y)"', { field: 'a', operator: 'equal', value: 'x, (y)' }],
    ['a.equal.""', { field: 'a', operator: 'equal', value: '' }],
    ['a.in.()', { field: 'a', operator: 'in', value: [] }],
    ['a.equal.((1,2),(3))', { field: 'a', operator: 'equal', value: [[1, 2], [3]] }],
    ['"a.b".equal.1', { field: 'a.b', operator: 'equal', value: 1 }],
    ['a.equal.json"{\\"b\\":[1]}"', { field: 'a', operator: 'equal', value: { b: [1] } }],
    ['or()', { aggregator: 'or', conditions: [] }],
    ['and.equal.1', { field: 'and', operator: 'equal', value: 1 }],
  ])('%s', (text, tree) => {
    expect(parseFilter(text)).toEqual(tree)
    expect(formatFilter(tree)).toBe(text)
  })

  it('takes what people type: spaces, and operators in the other spelling', () => {
    expect(parseFilter(' and( status.IContains. a b , or( x.equal.1 ) ) ')).toEqual({
      aggregator: 'and',
      conditions: [
        { field: 'status', operator: 'i_contains', value: 'a b' },
        { aggregator: 'or', conditions: [{ field: 'x', operator: 'equal', value: 1 }] },
      ],
    })
    expect(parseFilter('   ')).toBeUndefined()
  })

  it('keeps the readable conditions beside an unreadable one', () => {
    expect(parseFilter('and(status.in.(paid,shipped),what is this,a.equal."x)')).toEqual({
      unreadable: 'and(status.in.(paid,shipped),what is this,a.equal."x)',
    })
    expect(parseFilter('and(status.in.(paid,shipped),what (is, this),.equal.1)')).toEqual({
      aggregator: 'and',
      conditions: [paid, { unreadable: 'what (is, this)' }, { unreadable: '.equal.1' }],
    })
  })

  it.each(['(', ')', 'and(', 'a', 'a.', 'a.b.c"', '"', 'and()x', 'a.equal.(1', 'a.equal.json"{"'])(
    '%j is unreadable as a whole',
    text => {
      expect(parseFilter(text)).toEqual({ unreadable: text })
    },
  )

  it('does not run out of stack on deep nesting', () => {
    const deep = `${'and('.repeat(5_000)}a.present${')'.repeat(5_000)}`
    expect(() => formatFilter(parseFilter(deep)!)).not.toThrow()
    expect(() => parseFilter(`a.equal.${'('.repeat(50_000)}${')'.repeat(50_000)}`)).not.toThrow()
  })

  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('\ud800', '\udc00', '\0', '\u2028', 'a') }),
    fc.string({ unit: fc.constantFrom(...'"\\(),.:- é%&=+#\n\t0e') }),
    fc.constantFrom(
      'null',
      'true',
      '1',
      '1e5',
      '-0',
      'and',
      'json',
      'Infinity',
      'NaN',
      '0x1',
      ' a ',
    ),
  )
  const scalar = fc.oneof(
    anyText,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => value + 0),
    fc.boolean(),
    fc.constant(null),
  )
  const json = fc.dictionary(anyText, scalar).map(value => JSON.parse(JSON.stringify(value)))
  const value = fc.oneof(scalar, fc.array(fc.oneof(scalar, fc.array(scalar))), json)
  const leaf = fc.record(
    {
      field: anyText,
      operator: fc.constantFrom('equal', 'in', 'previous_x_days', 'unheard_of'),
      value,
    },
    { requiredKeys: ['field', 'operator'] },
  )
  const { tree } = fc.letrec<{ tree: FilterTree }>(tie => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.record({
        aggregator: fc.constantFrom('and' as const, 'or' as const),
        conditions: fc.array(tie('tree'), { maxLength: 4 }),
      }),
    ),
  }))

  it('text ⇄ tree: every tree is read back as it was', () => {
    fc.assert(
      fc.property(tree, each => {
        expect(parseFilter(formatFilter(each))).toEqual(each)
      }),
      { numRuns: 500 },
    )
  })

  it('reads every text, and writes what it read so that it reads the same', () => {
    const tokens = fc.constantFrom(
      'and(',
      'or(',
      ')',
      ',',
      'a.equal.',
      'b',
      '"',
      '"x"',
      '(',
      ' ',
      '.',
    )
    const text = fc.oneof(
      anyText,
      fc.array(tokens, { maxLength: 12 }).map(parts => parts.join('')),
    )
    fc.assert(
      fc.property(text, each => {
        const read = parseFilter(each)
        if (read) expect(parseFilter(formatFilter(read))).toEqual(read)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('editing a tree', () => {
  const both: FilterTree = { aggregator: 'and', conditions: [paid, lyon] }

  it('shows the conditions of an and as chips, anything else as one', () => {
    expect(listChips(both).map(({ path }) => path)).toEqual([[0], [1]])
    expect(listChips({ ...both, aggregator: 'or' })).toHaveLength(1)
    expect(listChips(paid)).toEqual([{ path: [], tree: paid }])
    expect(listChips(undefined)).toEqual([])
  })

  it('replaces and removes parts, and branches that become empty', () => {
    expect(replacePart(both, [0], lyon)).toEqual({ ...both, conditions: [lyon, lyon] })
    expect(replacePart(both, [0])).toEqual({ ...both, conditions: [lyon] })
    const nested: FilterTree = { aggregator: 'or', conditions: [{ ...both, conditions: [paid] }] }
    expect(replacePart(nested, [0, 0])).toBeUndefined()
    expect(replacePart(paid, [])).toBeUndefined()
    expect(replacePart(paid, [3, 1])).toBe(paid)
  })

  it('adds parts', () => {
    expect(addPart(undefined, [], paid)).toBe(paid)
    expect(addPart(paid, [], lyon)).toEqual(both)
    expect(addPart(both, [], paid)).toEqual({ ...both, conditions: [paid, lyon, paid] })
    expect(addPart(both, [1], paid)).toEqual({
      ...both,
      conditions: [paid, { aggregator: 'and', conditions: [lyon, paid] }],
    })
  })
})
