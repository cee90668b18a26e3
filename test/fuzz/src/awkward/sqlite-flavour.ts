import { awkwardTexts, columnNames, tableNames } from './awkward-texts.js'
import type { Flavour, Kind } from './model.js'

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const literals = (...texts: readonly string[]) => texts.map(literal)
const texts = literals(...awkwardTexts)

const whole = ['0', '-1', '9007199254740993', '9223372036854775807', '(-9223372036854775807 - 1)']
const real = ['0.1', '1.5', '9e999', '-9e999', '5e-324', '1e308', '-0.0', '1e22', '3.0']

const kinds: readonly Kind[] = [
  { type: 'INTEGER', values: [...whole, '1.5', '9e999', "'abc'", "''", "'12abc'", "x'00ff'"] },
  { type: 'BIGINT', values: whole },
  { type: 'REAL', values: [...real, '9007199254740993', "'abc'", "x'61'"] },
  { type: 'DOUBLE PRECISION', values: real },
  { type: 'NUMERIC', values: [...whole, ...real, "'abc'", "'1e400'", "x'31'"] },
  { type: 'DECIMAL(10,2)', values: ['0.1', '12345678901234567890.5', "'0.30000000000000004'"] },
  { type: 'TEXT', values: [...texts, '1', '1.5', "x'6162'"] },
  { type: 'VARCHAR(20)', values: texts },
  { type: 'TEXT COLLATE NOCASE', values: texts },
  { type: 'TEXT COLLATE RTRIM', values: texts },
  { type: 'BLOB', values: ["x''", "x'00ff'", "x'6162'", "x'89504e470d0a1a0a'"] },
  {
    type: 'BOOLEAN',
    values: ['0', '1', '2', "'true'", "'false'"],
    identity: reference => `quote(${reference} not in (0, 'false'))`,
  },
  {
    type: 'DATE',
    values: [...literals('2024-02-29', '0001-01-01', '9999-12-31', '', 'never'), '2460400.5'],
  },
  {
    type: 'DATETIME',
    values: [
      // Each instant is written in one way: ways to write it are shown alike.
      ...literals('2024-03-31 02:30:00', '2024-04-01T02:30:00.000Z', '2024-04-02 02:30', ''),
      ...literals('2024-04-03T02:30:00.123456Z', '2024-04-04', 'never', '0001-01-01 00:00:00'),
      ...['0', '1711852200001', '253402300800000', '9e15'],
    ],
  },
  { type: 'TIME', values: literals('12:34:56', '24:00:00', '12:34', '12:34:56.789', '') },
  {
    type: 'JSON',
    values: literals(
      ...['null', '{}', '[]', '""', '0', '{"n":12345678901234567890}', '{"a":null}'],
      ...['9007199254740993', '[0.1234567890123456789012,1e+40]', '{"$json":null}'],
    ),
  },
  {
    type: 'UUID',
    values: literals(
      '00000000-0000-0000-0000-000000000000',
      'ABCDEF00-1111-2222-3333-444455556666',
    ),
  },
  { type: '', values: ['1', "'a'", "x'00'"], isLeftOut: true },
  { type: 'ANYTHING', values: ['1', "'a'", "x'00'"], isLeftOut: true },
]

const primary = (columns: string) => `primary key (${columns})`
const counted = { type: 'INTEGER', value: String }
const few = { type: 'INTEGER', value: (index: number) => String(index % 4) }
const withGaps = {
  type: 'INTEGER',
  value: (index: number) => (index % 5 === 0 ? 'null' : String(index % 7)),
}
const textKey = (index: number) => texts[index] ?? literal(`key ${index}`)

export const sqliteFlavour: Flavour = {
  setup: [],
  kinds,
  keys: [
    { label: 'integer', columns: [counted], constraint: primary, isProven: true },
    {
      label: 'text',
      columns: [{ type: 'TEXT', value: textKey }],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'text without rowid',
      columns: [{ type: 'TEXT', value: textKey }],
      constraint: primary,
      isProven: true,
      suffix: ' without rowid',
    },
    {
      label: 'bigint',
      columns: [{ type: 'BIGINT', value: index => `9007199254740990 + ${index}` }],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'uuid',
      columns: [
        {
          type: 'UUID',
          value: index => `'00000000-0000-0000-0000-${String(index).padStart(12, '0')}'`,
        },
      ],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'composite with text',
      columns: [few, { type: 'TEXT', value: textKey }],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'date',
      columns: [{ type: 'DATE', value: index => `date('2024-01-01', '+${index} days')` }],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'bytes',
      columns: [
        { type: 'BLOB', value: index => `x'${(index + 4096).toString(16).padStart(4, '0')}'` },
      ],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'unique and not null',
      columns: [counted, few],
      constraint: columns => `unique (${columns})`,
      isProven: true,
    },
    {
      label: 'text primary key with nulls',
      columns: [{ type: 'TEXT', value: index => (index % 4 === 0 ? 'null' : textKey(index)) }],
      constraint: primary,
      allowNull: true,
      isProven: false,
      isProvenWhereNotNull: true,
    },
    {
      label: "guessed 'id' with duplicates and nulls",
      columns: [withGaps],
      names: ['Id'],
      allowNull: true,
      isProven: false,
    },
    { label: 'none', columns: [few], allowNull: true, isProven: false, mayBeLeftOut: true },
    { label: 'view', columns: [few], isProven: false, form: 'view' },
    {
      label: 'view with nulls',
      columns: [withGaps],
      allowNull: true,
      isProven: false,
      form: 'view',
    },
  ],
  columnNames: [...columnNames, 'trailing ', '🙂', 'new\nline'],
  tableNames: [...tableNames, 'trailing ', '🙂', 'new\nline'],
  quote: name => `"${name.replaceAll('"', '""')}"`,
  text: reference => `quote(${reference})`,
  integer: 'INTEGER',
  partialIndex: (index, table, columns, mark) =>
    `create unique index ${index} on ${table} (${columns}) where ${mark} < 2`,
}
