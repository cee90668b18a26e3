import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { ColumnType } from '../column-types.js'
import type { Leaf } from '../query.js'
import { type FilterColumn, validateLeaf } from './filter.js'
import { packId, unpackId } from './id.js'
import { type RecordColumn, validateRecord } from './record.js'

vi.setConfig({ testTimeout: 60_000 })

describe('validateLeaf', () => {
  const check = (operator: Leaf['operator'], value: unknown, column: FilterColumn) =>
    validateLeaf({ field: 'x', operator, value }, column).value

  it('casts the value to the form of the column', () => {
    expect(check('Equal', '12', { columnType: 'Number' })).toBe(12)
    expect(check('Equal', 12, { columnType: 'String' })).toBe('12')
    expect(check('After', '2024-01-01T00:00:00+01:00', { columnType: 'Date' })).toBe(
      '2023-12-31T23:00:00.000Z',
    )
    expect(check('LongerThan', '3', { columnType: 'String' })).toBe(3)
    expect(check('Equal', null, { columnType: 'Number' })).toBeNull()
    expect(check('NotEqual', null, { columnType: 'Number' })).toBeNull()
  })

  it('compares dates as it compares numbers', () => {
    const [early, late] = ['2024-01-01T00:00:00.000Z', '2024-01-02T00:00:00.000Z']
    expect(check('In', `${early}, ${late}`, { columnType: 'Date' })).toEqual([early, late])
    expect(check('NotIn', [late, null], { columnType: 'Date' })).toEqual([late, null])
    expect(check('In', '2024-01-01', { columnType: 'Dateonly' })).toEqual(['2024-01-01'])
    expect(check('NotIn', ['12:30'], { columnType: 'Time' })).toEqual(['12:30:00'])
    expect(check('GreaterThan', early, { columnType: 'Date' })).toBe(early)
    expect(check('LessThan', '2024-01-01', { columnType: 'Dateonly' })).toBe('2024-01-01')
  })

  it.each(['Before', 'After', 'LessThan', 'GreaterThan'] as const)(
    'reads the day of %s on a Date as its first instant in the time zone',
    operator => {
      const begin = (day: string, timezone?: string) =>
        validateLeaf({ field: 'x', operator, value: day }, { columnType: 'Date' }, timezone).value
      expect(begin('2024-01-31')).toBe('2024-01-31T00:00:00.000Z')
      expect(begin('2024-01-31', 'Europe/Paris')).toBe('2024-01-30T23:00:00.000Z')
      expect(begin('2024-07-31', 'Europe/Paris')).toBe('2024-07-30T22:00:00.000Z')
      // Midnight was skipped that day.
      expect(begin('2018-11-04', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z')
      expect(begin('9999-12-31', 'Asia/Tokyo')).toBe('9999-12-30T15:00:00.000Z')
      expect(begin('0001-01-01')).toBe('0001-01-01T00:00:00.000Z')
    },
  )

  it('reads a text as a list where a list is expected', () => {
    expect(check('In', ' 1, 2,', { columnType: 'Number' })).toEqual([1, 2])
    expect(check('In', 'a, b', { columnType: 'String' })).toEqual(['a', 'b'])
    expect(check('In', 5, { columnType: 'Number' })).toEqual([5])
    expect(check('In', null, { columnType: 'Number' })).toEqual([null])
    expect(check('IncludesAll', 'a', { columnType: ['String'] })).toEqual(['a'])
    expect(check('IncludesAll', [1, '2'], { columnType: ['Number'] })).toEqual([1, 2])
    expect(check('Equal', [1], { columnType: ['Number'] })).toEqual([1])
  })

  it.each([
    ['GreaterThan', 'x', 'Uuid', /'GreaterThan' cannot filter.*Allowed: .*Equal/],
    ['In', ['2024-01-01', 'soon'], 'Dateonly', /"soon" is not a Dateonly/],
    ['In', ['2024-01-01'], 'Date', /not a Date with time/],
    ['Match', '/a/', 'String', /'Match' cannot filter/],
    ['Contains', 'x', 'Number', /'Contains' cannot filter 'x' \(Number\)/],
    ['Equal', 'abc', 'Number', /'Equal' on 'x'.*"abc" is not a Number/],
    ['In', '1,abc', 'Number', /"abc" is not a Number/],
    ['Equal', '2024-01-01', 'Date', /not a Date with time/],
    ['After', '2024-02-30', 'Date', /not a Date with time/],
    ['After', '2024-1-1', 'Date', /not a Date with time/],
    ['Today', '', 'Date', /takes no value/],
    ['Contains', null, 'String', /needs a value/],
    ['Contains', undefined, 'String', /needs a value/],
    ['In', undefined, 'String', /needs a value/],
    ['LongerThan', 'x', 'String', /needs a whole number of characters/],
    ['LongerThan', 1.5, 'String', /needs a whole number/],
    ['LongerThan', null, 'String', /needs a whole number/],
    ['PreviousXDays', 1.5, 'Date', /whole/],
    ['PreviousXDays', 1e12, 'Date', /whole/],
    ['BeforeXHoursAgo', 1e300, 'Date', /needs a number of hours between 0 and 2400000/],
  ] as const)('rejects %s %j on %s', (operator, value, columnType, message) => {
    expect(() => check(operator, value, { columnType })).toThrow(message)
  })

  it('rejects any filter on an object column', () => {
    expect(() => check('Present', undefined, { columnType: { a: 'String' } })).toThrow(
      /No operator/,
    )
  })

  it('rejects an operator the column does not have, naming those it has', () => {
    const column: FilterColumn = { columnType: 'String', operators: ['Equal', 'In'] }
    expect(() => check('Contains', 'x', column)).toThrow(/Allowed: Equal, In\./)
  })

  it('rejects a value that is not in the enum', () => {
    const column: FilterColumn = { columnType: 'Enum', enumValues: ['a', 'b'] }
    expect(check('In', 'a,b', column)).toEqual(['a', 'b'])
    expect(() => check('Equal', 'c', column)).toThrow(/Allowed: a, b/)
  })
})

describe('validateRecord', () => {
  const column = (rest: Partial<RecordColumn>): RecordColumn => ({
    columnType: 'Number',
    allowNull: true,
    isReadOnly: false,
    ...rest,
  })
  const columns = new Map([
    ['n', column({})],
    ['required', column({ allowNull: false })],
    ['defaulted', column({ allowNull: false, hasDefault: true })],
    ['fixed', column({ isReadOnly: true })],
  ])

  it('returns canonical values', () => {
    expect(validateRecord({ n: '1', defaulted: null }, 'c', columns)).toEqual({
      n: 1,
      defaulted: null,
    })
  })

  it.each([
    [null, /is an object of fields/],
    [[], /is an object of fields/],
    [{}, /is empty.*n, required/],
    [{ z: 1 }, /No field 'z' on 'c'. It has: n/],
    [{ n: 'x' }, /'n' of 'c': "x" is not a Number/],
    [{ required: null }, /'required' of 'c' must have a value/],
    [{ fixed: 1 }, /'fixed' of 'c' is read-only/],
  ])('rejects %j', (record, message) => {
    expect(() => validateRecord(record, 'c', columns)).toThrow(message)
  })
})

describe('packId and unpackId', () => {
  const text = { name: 'a', columnType: 'String' } as const
  const number = { name: 'b', columnType: 'Number' } as const

  it('join the values of a key', () => {
    expect(packId([1, 'fr'])).toBe('1|fr')
    expect(unpackId([number, text], '1|fr')).toEqual([1, 'fr'])
  })

  it('take a single key whole', () => {
    expect(unpackId([text], 'a|b')).toEqual(['a|b'])
    expect(unpackId([number], '12345678901234567890')).toEqual(['12345678901234567890'])
  })

  it('distinguish null from every text', () => {
    expect([packId([null]), packId(['\\N']), packId([1, null])]).toEqual(['\\N', '\\\\N', '1|\\N'])
  })

  it('are inverse of each other whatever the text', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'N', '|', '\\', '😀'), maxLength: 4 })
    const parts = fc.array(fc.option(part), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(parts, values => {
        expect(
          unpackId(
            values.map(() => text),
            packId(values),
          ),
        ).toEqual(values)
      }),
    )
  })

  it('keep ordinary ids as they are', () => {
    expect(packId(['fr'])).toBe('fr')
    expect(packId(['a|b'])).toBe('a|b')
    expect(packId(['.a', 'count'])).toBe('.a|count')
    expect(packId(['', ''])).toBe('|')
  })

  it.each([
    ['', '\\'],
    ['.', '\\.'],
    ['..', '\\..'],
    ['count', '\\count'],
    ['\\', '\\\\'],
  ])('put a backslash before %j, which a path cannot say', (value, id) => {
    expect(packId([value])).toBe(id)
    expect(unpackId([text], id)).toEqual([value])
  })

  it('are inverse of each other for keys of every type, also through a URL', () => {
    const bytes = fc.uint8Array({ maxLength: 4 }).map(array => new Uint8Array(array))
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('|', '\\', '/', '%', '.', '?', '#', ' ', 'é', '[', '"') }),
      fc.constantFrom('', '.', '..', 'count', 'null', '__proto__', 'x'.repeat(5000)),
    )
    const instants = fc
      .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
      .map(date => date.toISOString())
    const valuesByType: [ColumnType, fc.Arbitrary<unknown>][] = [
      ['String', texts],
      ['Enum', texts],
      ['Number', fc.oneof(fc.integer(), fc.constantFrom(0.5, '12345678901234567890.5'))],
      ['Boolean', fc.boolean()],
      ['Binary', bytes],
      ['Uuid', fc.uuid()],
      ['Date', instants],
      ['Dateonly', instants.map(instant => instant.slice(0, 10))],
      ['Time', instants.map(instant => `${instant.slice(11, 19)}`)],
      ['Point', fc.tuple(fc.integer(), fc.integer())],
      [['String'], fc.array(fc.option(texts), { maxLength: 3 })],
      [['Number'], fc.array(fc.oneof(fc.integer(), fc.array(fc.integer())), { maxLength: 3 })],
      [['Binary'], fc.array(bytes, { maxLength: 2 })],
    ]
    const part = fc
      .constantFrom(...valuesByType)
      .chain(([columnType, values]) => values.map(value => ({ columnType, value })))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), parts => {
        const keys = parts.map(({ columnType }, index) => ({ name: `k${index}`, columnType }))
        const values = parts.map(({ value }) => value)
        const { pathname } = new URL(`http://a/c/${encodeURIComponent(packId(values))}/x`)
        const id = decodeURIComponent(pathname.split('/')[2] ?? '')
        expect(id).not.toBe('count')
        expect(unpackId(keys, id)).toEqual(values)
      }),
      { seed: 1, numRuns: 1000 },
    )
  })

  it.each(['1', '1|a|b', ''])('reject %j for a key of two columns', id => {
    expect(() => unpackId([number, text], id)).toThrow(/needs 2: b\|a/)
  })

  it('reject a value of the wrong type, naming its column', () => {
    expect(() => unpackId([number, text], 'x|a')).toThrow(/at 'b': "x" is not a Number/)
  })
})
