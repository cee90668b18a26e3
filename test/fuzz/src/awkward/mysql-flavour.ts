import { awkwardTexts, columnNames, tableNames } from './awkward-texts.js'
import type { Flavour, Kind } from './model.js'

const literal = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
const literals = (...texts: readonly string[]) => texts.map(literal)
/** The longest fit into `varchar(40)`; MariaDB keeps no bytes after the blanks of `char`. */
const texts = [...literals(...awkwardTexts), "'nul\\0byte'"]
const asHex = (reference: string) => `hex(${reference})`
const asDouble = (reference: string) => `cast(${reference} as double)`

const kinds: readonly Kind[] = [
  { type: 'tinyint', values: ['-128', '127', '0'] },
  { type: 'tinyint(1)', values: ['0', '1'] },
  { type: 'smallint unsigned', values: ['0', '65535'] },
  { type: 'mediumint', values: ['-8388608', '8388607'] },
  { type: 'int unsigned zerofill', values: ['0', '4294967295', '7'] },
  { type: 'bigint', values: ['9223372036854775807', '-9223372036854775808', '9007199254740993'] },
  { type: 'bigint unsigned', values: ['18446744073709551615', '9007199254740993', '0'] },
  {
    type: 'decimal(65,30)',
    values: [
      '0',
      '12345678901234567890123456789012345.123456789012345678901234567891',
      '12345678901234567890123456789012345.123456789012345678901234567892',
      '0.1',
    ],
  },
  { type: 'decimal(10,2)', values: ['0.10', '-99999999.99', '0'] },
  {
    type: 'float',
    values: ['0.1', '1e-38', '3.4e38', '16777216', '-0e0', '123456.7', '1e-45', '0.2', '33554431'],
    text: asDouble,
  },
  {
    type: 'double',
    values: ['0.1', '5e-324', '1e308', '1e22', '-0e0', '0.30000000000000004', '123456789012345680'],
    text: asDouble,
  },
  { type: 'year', values: ['0', '1901', '2155', '2024'] },
  { type: 'bit(1)', values: ["b'0'", "b'1'"], text: asHex },
  { type: 'bit(8)', values: ["b'10101010'"], text: asHex, isLeftOut: true },
  { type: 'char(20)', values: texts },
  { type: 'varchar(40)', values: texts },
  { type: 'varchar(40) collate utf8mb4_bin', values: texts },
  { type: 'varchar(40) collate utf8mb4_general_ci', values: texts },
  { type: 'tinytext', values: texts },
  { type: 'text', values: texts },
  { type: 'longtext', values: texts },
  {
    type: "set('red','blue','it''s','%','green')",
    values: literals('', 'red', 'blue', 'red,blue', "it's,%", 'red,blue,green', 'green'),
  },
  { type: "enum('z','it''s','a','%',' blank')", values: literals('z', "it's", 'a', '%', ' blank') },
  {
    type: 'json',
    values: literals(
      ...['null', '{}', '[]', '""', '0', '{"n":12345678901234567890}', '{"a":null}'],
      ...['9007199254740993', '[0.1234567890123456789012,1e+40]', '{"$json":null}'],
      '{"deep":{"n":[98765432109876543210]}}',
    ),
  },
  {
    type: 'uuid',
    values: literals(
      '00000000-0000-0000-0000-000000000000',
      'ABCDEF00-1111-2222-3333-444455556666',
    ),
  },
  {
    type: 'date',
    values: literals(
      '0000-00-00',
      '2024-00-00',
      '2024-02-00',
      '0001-01-01',
      '9999-12-31',
      '2024-02-29',
    ),
  },
  {
    type: 'datetime',
    values: literals(
      '0000-00-00 00:00:00',
      '2024-00-00 00:00:00',
      '0001-01-01 00:00:00',
      '9999-12-31 23:59:59',
      '2024-03-31 02:30:00',
    ),
  },
  {
    type: 'datetime(6)',
    values: literals(
      '0000-00-00 00:00:00',
      '2024-03-31 02:30:00.000001',
      '2024-03-31 02:30:00',
      '9999-12-31 23:59:59.999999',
    ),
  },
  {
    type: 'timestamp null',
    values: literals(
      '0000-00-00 00:00:00',
      '1970-01-01 00:00:01',
      '2038-01-19 03:14:07',
      '2024-03-31 01:30:00',
    ),
  },
  {
    type: 'time',
    values: literals('00:00:00', '24:00:00', '838:59:59', '-838:59:59', '-00:00:01', '12:34:56'),
  },
  {
    type: 'time(6)',
    values: literals('838:59:59.999999', '-00:00:00.000001', '12:34:56.5', '23:59:59.999999'),
  },
  { type: 'binary(4)', values: ["x'00000000'", "x'61620000'", "x'ffffffff'"], text: asHex },
  {
    type: 'varbinary(20)',
    values: ["x''", "x'00'", "x'ff00ff'", "x'6162'", "x'616220'"],
    text: asHex,
  },
  { type: 'blob', values: ["x''", "x'89504e470d0a1a0a'", "x'00ff'"], text: asHex },
  { type: 'inet6', values: literals('::1', '10.0.0.1'), isLeftOut: true },
  {
    type: 'point',
    values: ['point(1,2)'],
    text: reference => `astext(${reference})`,
    isLeftOut: true,
  },
]

const primary = (columns: string) => `primary key (${columns})`
const whole = { type: 'int', value: String }
const few = { type: 'int', value: (index: number) => String(index % 4) }
const withGaps = {
  type: 'int',
  value: (index: number) => (index % 5 === 0 ? 'null' : String(index % 7)),
}
const textKey = (index: number) => literals(...awkwardTexts)[index] ?? literal(`key ${index}`)
/** A collation that tells all texts apart but trailing blanks: those it pads. */
const text = { type: 'varchar(40) collate utf8mb4_nopad_bin', value: textKey }

export const mysqlFlavour: Flavour = {
  setup: [],
  kinds,
  keys: [
    { label: 'integer', columns: [whole], constraint: primary, isProven: true },
    { label: 'text', columns: [text], constraint: primary, isProven: true },
    {
      label: 'unsigned bigint',
      columns: [{ type: 'bigint unsigned', value: index => `18446744073709551500 + ${index}` }],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'uuid',
      columns: [
        {
          type: 'uuid',
          value: index => `'00000000-0000-4000-8000-${String(index).padStart(12, '0')}'`,
        },
      ],
      constraint: primary,
      isProven: true,
    },
    { label: 'composite with text', columns: [few, text], constraint: primary, isProven: true },
    {
      label: 'date, one of them zero',
      columns: [
        {
          type: 'date',
          value: index => (index === 0 ? "'0000-00-00'" : `'2024-01-01' + interval ${index} day`),
        },
      ],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'time beyond a day',
      columns: [{ type: 'time', value: index => `sec_to_time(${index - 3} * 7200)` }],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'bytes',
      columns: [{ type: 'varbinary(8)', value: index => `unhex(hex(${index + 4096}))` }],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'decimal',
      columns: [{ type: 'decimal(40,10)', value: index => `12345678901234567890.5 + ${index}` }],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'unique and not null',
      columns: [whole, few],
      constraint: columns => `unique (${columns})`,
      isProven: true,
    },
    {
      label: 'unique and nullable',
      columns: [{ type: 'int', value: index => (index % 3 === 0 ? 'null' : String(index)) }],
      constraint: columns => `unique (${columns})`,
      allowNull: true,
      isProven: false,
      mayBeLeftOut: true,
    },
    {
      label: "guessed 'id' with duplicates and nulls",
      columns: [withGaps],
      names: ['ID'],
      allowNull: true,
      isProven: false,
    },
    {
      label: 'unique by its first characters',
      columns: [{ type: 'varchar(20)', value: index => `'${index} tail'` }],
      constraint: columns => `unique (${columns}(3))`,
      isProven: true,
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
  columnNames,
  tableNames: [...tableNames, 'Stats'],
  quote: name => `\`${name.replaceAll('`', '``')}\``,
  text: reference => `hex(cast(${reference} as char character set utf8mb4))`,
  integer: 'int',
}
