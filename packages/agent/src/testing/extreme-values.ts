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
  float4: { columnType: 'Number', type: 'real', values: [...special, ...singles] },
  float8: {
    columnType: 'Number',
    type: 'double precision',
    values: [...special, ...plain([0.1, 1e300, 5e-324, -7])],
  },
  numeric: {
    columnType: 'Number',
    type: 'numeric',
    values: [
      ...special,
      ...plain([0.1, 12]),
      ...quoted(['12345678901234567890.123456789', '-9007199254740993']),
    ],
  },
  date: {
    columnType: 'Dateonly',
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
  timestamp: { columnType: 'Date', type: 'timestamp', values: instants('') },
  timestamptz: { columnType: 'Date', type: 'timestamptz', values: instants('+00') },
  time: {
    columnType: 'Time',
    type: 'time',
    values: [...quoted(['00:00:00', '23:59:59.999999', '24:00:00']), ["'12:30:60'", '12:31:00']],
  },
  padded: { columnType: 'String', type: 'char(4)', values: quoted(['a', 'A', 'b', '']) },
}

const longNumbers = ['9'.repeat(65), `-${'9'.repeat(65)}`, '12345678901234567890123456789012345678']

export const mariadbValues: Columns = {
  date: {
    columnType: 'Dateonly',
    type: 'date',
    values: quoted(['0000-00-00', '2024-00-00', '2024-01-00', '2024-01-01', '9999-12-31']),
  },
  datetime: {
    columnType: 'Date',
    type: 'datetime(6)',
    values: [
      ["'0000-00-00 00:00:00'", '0000-00-00 00:00:00'],
      ["'2024-00-00 00:00:00.5'", '2024-00-00 00:00:00.500000'],
      ["'2024-01-31 12:00:00.123456'", '2024-01-31T12:00:00.123456Z'],
      ["'9999-12-31 12:00:00'", '9999-12-31T12:00:00.000Z'],
    ],
  },
  timestamp: {
    columnType: 'Date',
    type: 'timestamp null',
    values: [
      ["'0000-00-00 00:00:00'", '0000-00-00 00:00:00'],
      ["'2024-01-31 12:00:00'", '2024-01-31T12:00:00.000Z'],
    ],
  },
  time: {
    columnType: 'Time',
    type: 'time(6)',
    values: [
      ...quoted(['-838:59:59', '-00:00:01.5', '00:00:00', '24:00:00', '23:59:59', '100:00:00']),
      ["'838:59:59.999999'", '838:59:59.999999'],
    ],
  },
  year: { columnType: 'Number', type: 'year', values: plain([0, 1901, 1999, 2000, 2155]) },
  enum: {
    columnType: 'Enum',
    type: "enum('z', 'a', 'm')",
    values: [...quoted(['z', 'a', 'm']), ["'nothing'", '']],
  },
  set: {
    columnType: 'String',
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
  float: { columnType: 'Number', type: 'float', values: singles },
  double: { columnType: 'Number', type: 'double', values: plain([0.1, 1e300, 5e-324, -7]) },
  decimal: {
    columnType: 'Number',
    type: 'decimal(65)',
    values: [...quoted(longNumbers), ...plain([0, -5])],
  },
  fraction: {
    columnType: 'Number',
    type: 'decimal(65, 30)',
    values: quoted([`${'9'.repeat(35)}.${'9'.repeat(30)}`, `0.${'0'.repeat(29)}1`]),
  },
  unsigned: {
    columnType: 'Number',
    type: 'bigint unsigned',
    values: [...quoted(['18446744073709551615', '9223372036854775808']), ...plain([0, 7])],
  },
  boolean: {
    columnType: 'Boolean',
    type: 'tinyint(1)',
    values: [
      ['0', false],
      ['1', true],
      ['5', true],
      ['-1', true],
    ],
  },
  text: {
    columnType: 'String',
    type: 'varchar(9)',
    values: quoted(['a', 'A', 'á', 'b', 'a ', '']),
  },
}

const csvQuoted = (shown: unknown) =>
  /[",]/.test(String(shown)) ? `"${String(shown).replaceAll('"', '""')}"` : String(shown)

const strays = [
  ['\'say "hi", you\'', 'say "hi", you'],
  ["x'00ff'", "X'00FF'"],
] as const

/** Any column of SQLite can store a value of any type. */
export const sqliteValues: Columns = {
  integer: {
    columnType: 'Number',
    type: 'integer',
    values: [
      ...plain([0, -5]),
      ...quoted(['9223372036854775807', 'NaN', 'abc']),
      ...strays,
      ['9e999', 'Infinity'],
      ['-9e999', '-Infinity'],
      ['1.5', 1.5],
    ],
    csv: csvQuoted,
  },
  real: {
    columnType: 'Number',
    type: 'real',
    values: [...plain([0.1, 5e-324, -7]), ...strays, ['9e999', 'Infinity']],
    csv: csvQuoted,
  },
  text: {
    columnType: 'String',
    type: 'text',
    values: [...quoted(['', 'a', 'A', '5', 'a ']), ...strays],
    csv: csvQuoted,
  },
  nocase: {
    columnType: 'String',
    type: 'text collate nocase',
    values: quoted(['a', 'A', 'b', 'B', 'á']),
  },
  date: {
    columnType: 'Dateonly',
    type: 'date',
    values: [
      ...quoted(['2024-02-29', '0000-00-00', 'infinity', '+010000-01-01', '-000043-03-15']),
      ["'2024-03-01 12:00:00'", '2024-03-01'],
      ['1706743800250', '2024-01-31'],
      ['2460000.5', '2023-02-25'],
      ['99999999999999999', '99999999999999999'],
      ['-1.5', '-1.5'],
      ...strays,
    ],
    csv: csvQuoted,
  },
  datetime: {
    columnType: 'Date',
    type: 'datetime',
    values: [
      ["'2024-01-31 23:30:00'", '2024-01-31T23:30:00.000Z'],
      ["'2024-01-31T23:30:00.500Z'", '2024-01-31T23:30:00.500Z'],
      ["'2024-01-31T23:30:00.500001Z'", '2024-01-31T23:30:00.500001Z'],
      ["'2024-01-31 23:30:00.500002'", '2024-01-31T23:30:00.500002Z'],
      ["'2024-02-01T00:30:00.250+01:00'", '2024-01-31T23:30:00.250Z'],
      ["'2024-02-01 00:30'", '2024-02-01T00:30:00.000Z'],
      ["'2024-02-02'", '2024-02-02T00:00:00.000Z'],
      ['1706743800251', '2024-01-31T23:30:00.251Z'],
      ['2460000.5', '2023-02-25T00:00:00.000Z'],
      ['99999999999999999', '99999999999999999'],
      ['-1.5', '-1.5'],
      ["'infinity'", 'infinity'],
      ["'-000043-03-15T00:00:00.000Z'", '-000043-03-15T00:00:00.000Z'],
      ["'Jan 5, 2024'", 'Jan 5, 2024'],
      ["'now'", 'now'],
      ...strays,
    ],
    csv: csvQuoted,
  },
  time: {
    columnType: 'Time',
    type: 'time',
    values: [
      ...quoted(['00:00:00', '24:00:00', '-100:00:00', '07:08:09.5', 'noon']),
      ["'10:00'", '10:00:00'],
      ["'10:00:00.250'", '10:00:00.25'],
      ['7', '7'],
      ...strays,
    ],
    csv: csvQuoted,
  },
  boolean: {
    columnType: 'Boolean',
    type: 'boolean',
    values: [
      ['0', false],
      ['1', true],
      ["'TRUE'", true],
      ["'f'", false],
      ['5', true],
      ["'maybe'", 'maybe'],
      ...strays,
    ],
    csv: csvQuoted,
  },
  uuid: {
    columnType: 'Uuid',
    type: 'uuid',
    values: [
      ...quoted([
        'f47ac10b-58cc-4372-a567-0e02b2c3d479',
        'F47AC10B-58CC-4372-A567-0E02B2C3D479',
        'x',
      ]),
      ...strays,
    ],
    csv: csvQuoted,
  },
}
