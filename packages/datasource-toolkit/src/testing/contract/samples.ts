import { dateInterval } from '../../dates/intervals.js'
import type { Operator } from '../../operators.js'
import type { Call, Row } from '../../source.js'
import { canonicalDate } from '../../values/instant.js'
import type { TestColumn, TestTable } from '../tables.js'

/** The morning on which clocks went forward in Paris. */
export const call: Call = { timezone: 'Europe/Paris', now: new Date('2024-03-31T10:30:00.000Z') }

/** Features a source may not support. */
export const features = [
  'arrays',
  'bigIntegers',
  'binary',
  'booleans',
  'enums',
  'exactDecimals',
  'foreignKeys',
  'json',
  'microseconds',
  'points',
  'times',
  'uuids',
] as const
export type Feature = (typeof features)[number]

interface Sample {
  readonly column: TestColumn
  readonly needs?: Feature
  readonly values: readonly unknown[]
}

const intervals: readonly Operator[] = [
  'Today',
  'Yesterday',
  'PreviousWeek',
  'PreviousMonth',
  'PreviousQuarter',
  'PreviousYear',
  'PreviousMonthToDate',
  'PreviousYearToDate',
]

const minute = 60_000

/** Both bounds of every interval, and the nearest values on either side. */
function instants(): string[] {
  const bounds = intervals.flatMap(operator =>
    Object.values(dateInterval(operator, 1, call, 'Date')),
  )
  const around = [...new Set(bounds)].flatMap(bound => [
    bound,
    new Date(Date.parse(bound) - 1).toISOString(),
  ])
  const others = [-120, -60, -1, 0, 1, 60].map(minutes =>
    new Date(call.now.getTime() + minutes * minute).toISOString(),
  )
  return [...new Set([...around, ...others])]
}

function days(): string[] {
  const bounds = intervals.flatMap(operator =>
    Object.values(dateInterval(operator, 1, call, 'Dateonly')),
  )
  const around = bounds.flatMap(bound => {
    const before = canonicalDate(new Date(Date.parse(bound) - 24 * 60 * minute)) as string
    return [bound, before.slice(0, 10)]
  })
  return [...new Set([...around, '1999-12-31', '2024-02-29', '2100-01-01'])]
}

export const textValues = [
  '',
  'a',
  'A',
  'abc',
  'ABC',
  'a-c',
  ' a',
  'a ',
  '50%',
  '50_',
  '50x',
  'a\\b',
  "o'hara",
  'naïve',
  'naive',
  '日本語',
  '😀',
  'a😀b',
  'two\nlines',
  '%',
  '_',
  '\\',
]

/** One column of each type, with values that are hard to handle. Null is added to each. */
const samples: readonly Sample[] = [
  { column: { name: 'int', type: 'Number' }, values: [0, 1, -1, 42, 2147483647] },
  {
    column: { name: 'big', type: 'Number', number: 'bigint' },
    needs: 'bigIntegers',
    values: [5, 9007199254740991, '9007199254740993', '-9223372036854775808'],
  },
  {
    column: { name: 'amount', type: 'Number', number: 'decimal' },
    values: [0.1, 0.25, 1.5, -2.25, 100, 0],
  },
  {
    column: { name: 'exact', type: 'Number', number: 'decimal' },
    needs: 'exactDecimals',
    values: ['12345678901234567890.123456', '12345678901234567890.123457', 0.1, -1],
  },
  {
    column: { name: 'ratio', type: 'Number', number: 'double' },
    values: [0.5, -12500000000, 3, 0.1],
  },
  { column: { name: 'text', type: 'String' }, values: textValues },
  { column: { name: 'flag', type: 'Boolean' }, needs: 'booleans', values: [true, false] },
  { column: { name: 'instant', type: 'Date' }, values: instants() },
  {
    column: { name: 'precise', type: 'Date' },
    needs: 'microseconds',
    values: [
      '2024-03-31T10:30:00.000Z',
      '2024-03-31T10:30:00.000001Z',
      '2024-03-31T10:30:00.123456Z',
    ],
  },
  { column: { name: 'day', type: 'Dateonly' }, values: days() },
  {
    column: { name: 'time', type: 'Time' },
    needs: 'times',
    values: ['00:00:00', '09:30:00', '12:30:00.5', '23:59:59'],
  },
  {
    column: { name: 'size', type: 'Enum', enumValues: ['large', 'medium', 'small'] },
    needs: 'enums',
    values: ['small', 'medium', 'large'],
  },
  {
    column: { name: 'json', type: 'Json' },
    needs: 'json',
    values: [{ a: 1, b: [null, 'é'] }, [1, 2], 'text', 12.5, true, {}],
  },
  {
    column: { name: 'uuid', type: 'Uuid' },
    needs: 'uuids',
    values: ['00000000-0000-4000-8000-000000000001', 'f47ac10b-58cc-4372-a567-0e02b2c3d479'],
  },
  {
    column: { name: 'bytes', type: 'Binary' },
    needs: 'binary',
    values: [new Uint8Array(), new Uint8Array([0, 255, 10]), new Uint8Array([97])],
  },
  {
    column: { name: 'point', type: 'Point' },
    needs: 'points',
    values: [
      [1.5, -2],
      [0, 0],
    ],
  },
  {
    column: { name: 'words', type: ['String'] },
    needs: 'arrays',
    values: [[], ['a'], ['a', 'b,"c"'], ['日本', '']],
  },
  {
    column: { name: 'numbers', type: ['Number'] },
    needs: 'arrays',
    values: [[], [1], [1, 2], [2, 1, 2]],
  },
]

export function samplesFor(without: ReadonlySet<Feature>): readonly Sample[] {
  return samples.filter(({ needs }) => !needs || !without.has(needs))
}

/** A table with a column of each type; row n has the n-th value of each, or null. */
export function sampleTable(name: string, without: ReadonlySet<Feature>): TestTable {
  const kept = samplesFor(without)
  const length = 1 + Math.max(...kept.map(({ values }) => values.length))
  const rows = Array.from({ length }, (_, index): Row => {
    const values = kept.map(({ column, values }) => [column.name, values[index] ?? null])
    return { id: index + 1, ...Object.fromEntries(values) }
  })
  return {
    name,
    columns: [{ name: 'id', type: 'Number' }, ...kept.map(({ column }) => column)],
    primaryKey: ['id'],
    foreignKeys: [],
    rows,
  }
}
