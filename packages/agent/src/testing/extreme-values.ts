import type { ValueColumn } from './describe-values.js'

type Columns = Readonly<Record<string, ValueColumn>>

const quoted = (texts: readonly string[]) => texts.map(text => [`'${text}'`, text] as const)
const plain = (numbers: readonly number[]) => numbers.map(each => [String(each), each] as const)

const special = quoted(['NaN', 'Infinity', '-Infinity'])
const singles = plain([0.1, 1.1, -2.7, 3.4e38, 16777216, 0, 1e-40])

/** Instants with the zone a column of the type is read in. */
const instants = (zone: string): ValueColumn['values'] => [
  ["'infinity'", 'infinity'],
  ["'-infinity'", '-infinity'],
  [`'4713-01-01 00:00:00${zone} BC'`, '-004712-01-01T00:00:00.000Z'],
  [`'0044-03-15 00:00:00${zone} BC'`, '-000043-03-15T00:00:00.000Z'],
  [`'0001-12-31 23:00:00${zone} BC'`, '+000000-12-31T23:00:00.000Z'],
  [`'0044-03-15 00:00:00${zone}'`, '0044-03-15T00:00:00.000Z'],
  [`'2024-01-31 12:00:00.123456${zone}'`, '2024-01-31T12:00:00.123456Z'],
  [`'2024-01-31 12:00:00.123${zone}'`, '2024-01-31T12:00:00.123Z'],
  [`'10000-01-01 00:00:00.5${zone}'`, '+010000-01-01T00:00:00.500Z'],
  [`'294276-12-31 23:59:59.999999${zone}'`, '+294276-12-31T23:59:59.999999Z'],
]

export const postgresValues: Columns = {
  float4: { type: 'real', values: [...special, ...singles] },
  float8: { type: 'double precision', values: [...special, ...plain([0.1, 1e300, 5e-324, -7])] },
  numeric: {
    type: 'numeric',
    values: [
      ...special,
      ...plain([0.1, 12]),
      ...quoted(['12345678901234567890.123456789', '-9007199254740993']),
    ],
  },
  date: {
    type: 'date',
    values: [
      ...quoted(['infinity', '-infinity', '0044-03-15', '2024-02-29', '9999-12-31']),
      ["'4713-01-01 BC'", '-004712-01-01'],
      ["'0044-03-15 BC'", '-000043-03-15'],
      ["'0001-12-31 BC'", '+000000-12-31'],
      ["'10000-01-01'", '+010000-01-01'],
      ["'5874897-12-31'", '+5874897-12-31'],
    ],
  },
  timestamp: { type: 'timestamp', values: instants('') },
  timestamptz: { type: 'timestamptz', values: instants('+00') },
  time: {
    type: 'time',
    values: [...quoted(['00:00:00', '23:59:59.999999', '24:00:00']), ["'12:30:60'", '12:31:00']],
  },
  padded: { type: 'char(4)', values: quoted(['a', 'A', 'b', '']) },
}

const longNumbers = ['9'.repeat(65), `-${'9'.repeat(65)}`, '12345678901234567890123456789012345678']

export const mariadbValues: Columns = {
  date: {
    type: 'date',
    values: quoted(['0000-00-00', '2024-00-00', '2024-01-00', '2024-01-01', '9999-12-31']),
  },
  datetime: {
    type: 'datetime(6)',
    values: [
      ["'0000-00-00 00:00:00'", '0000-00-00 00:00:00'],
      ["'2024-00-00 00:00:00.5'", '2024-00-00 00:00:00.500000'],
      ["'2024-01-31 12:00:00.123456'", '2024-01-31T12:00:00.123456Z'],
      ["'9999-12-31 23:59:59'", '9999-12-31T23:59:59.000Z'],
    ],
  },
  timestamp: {
    type: 'timestamp null',
    values: [
      ["'0000-00-00 00:00:00'", '0000-00-00 00:00:00'],
      ["'2024-01-31 12:00:00'", '2024-01-31T12:00:00.000Z'],
    ],
  },
  time: {
    type: 'time(6)',
    values: [
      ...quoted(['-838:59:59', '-00:00:01.5', '00:00:00', '24:00:00', '23:59:59', '100:00:00']),
      ["'838:59:59.999999'", '838:59:59.999999'],
    ],
  },
  year: { type: 'year', values: plain([0, 1901, 1999, 2000, 2155]) },
  enum: { type: "enum('z', 'a', 'm')", values: [...quoted(['z', 'a', 'm']), ["'nothing'", '']] },
  set: {
    type: "set('trailers', 'commentaries', 'deleted', 'behind')",
    values: quoted([
      '',
      'trailers',
      'behind',
      'trailers,deleted',
      'commentaries,behind',
      'deleted',
    ]),
    csv: shown => (String(shown).includes(',') ? `"${shown}"` : String(shown)),
  },
  float: { type: 'float', values: singles },
  double: { type: 'double', values: plain([0.1, 1e300, 5e-324, -7]) },
  decimal: { type: 'decimal(65)', values: [...quoted(longNumbers), ...plain([0, -5])] },
  fraction: {
    type: 'decimal(65, 30)',
    values: quoted([`${'9'.repeat(35)}.${'9'.repeat(30)}`, `0.${'0'.repeat(29)}1`]),
  },
  unsigned: {
    type: 'bigint unsigned',
    values: [...quoted(['18446744073709551615', '9223372036854775808']), ...plain([0, 7])],
  },
  boolean: {
    type: 'tinyint(1)',
    values: [
      ['0', false],
      ['1', true],
      ['5', true],
      ['-1', true],
    ],
  },
  text: { type: 'varchar(9)', values: quoted(['a', 'A', 'á', 'b', 'a ', '']) },
}
