import { awkwardTexts, columnNames, tableNames } from './awkward-texts.js'
import type { Flavour, Kind } from './model.js'

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
const literals = (...texts: readonly string[]) => texts.map(literal)
const texts = literals(...awkwardTexts)
const asDocument = (reference: string) => `${reference}::jsonb::text`
/** `1.10` and `1.1` are one number. */
const asNumeric = (reference: string) => `trim_scale(${reference})::text`
const asFloat = (reference: string) => `(${reference} + 0)::text`

const setup = [
  `create type mood as enum ('ok', 'it''s', 'a,b', ' blank ', 'OK', '{}', '%', '"q"')`,
  `create domain mood_domain as mood`,
  `create domain positive as integer check (value > 0)`,
  `create domain positive_again as positive check (value < 1000)`,
  `create domain code as text check (value ~ '^[a-z]*$')`,
  `create domain amount as numeric`,
  `create domain few as integer[] check (cardinality(value) < 9)`,
  `create domain moods as mood[]`,
  `create domain day as date`,
  `create domain identifier as uuid`,
]

const numbers: readonly Kind[] = [
  { type: 'smallint', values: ['0', '-32768', '32767', '1'] },
  { type: 'integer', values: ['0', '-2147483648', '2147483647', '7'] },
  {
    type: 'bigint',
    values: [
      '0',
      '9223372036854775807',
      "'-9223372036854775808'",
      '9007199254740993',
      '9007199254740992',
      '5',
    ],
  },
  {
    type: 'numeric',
    values: [
      ...['0', '-0.0', '1.10', '1.1', '0.1', '1e-30', '9007199254740993', '1e308', '100'],
      '12345678901234567890.12345678901234567890',
      '12345678901234567890.12345678901234567891',
      ...literals('NaN', 'Infinity', '-Infinity'),
    ],
    text: asNumeric,
  },
  { type: 'numeric(10,2)', values: ['0', '0.10', '-99999999.99', "'NaN'"], text: asNumeric },
  {
    type: 'real',
    values: literals(
      '0',
      '-0',
      '0.1',
      '1e-45',
      '3.4e38',
      '16777216',
      'NaN',
      'Infinity',
      '-Infinity',
    ),
    // Zero is one number, whatever its sign.
    text: asFloat,
  },
  {
    type: 'double precision',
    values: literals(
      ...['0', '-0', '0.1', '5e-324', '1e308', '1e22', '123456789012345680', '0.30000000000000004'],
      ...['NaN', 'Infinity', '-Infinity'],
    ),
    // Zero is one number, whatever its sign.
    text: asFloat,
  },
  { type: 'amount', values: ['1.5', "'NaN'", '12345678901234567890.5'], text: asNumeric },
  { type: 'positive', values: ['1', '2147483647'] },
  { type: 'positive_again', values: ['1', '999'] },
  { type: 'boolean', values: ['true', 'false'] },
  { type: 'money', values: ['12.34', '-1'], isLeftOut: true },
]

const texty: readonly Kind[] = [
  { type: 'text', values: texts },
  { type: 'varchar(40)', values: texts },
  { type: 'char(20)', values: texts },
  { type: 'name', values: texts },
  { type: 'code', values: literals('', 'abc', 'x') },
  {
    type: 'mood',
    values: literals('ok', "it's", 'a,b', ' blank ', 'OK', '{}', '%', '"q"'),
  },
  { type: 'mood_domain', values: literals('ok', "it's", 'a,b', ' blank ') },
  {
    type: 'uuid',
    values: literals(
      '00000000-0000-0000-0000-000000000000',
      'ABCDEF00-1111-2222-3333-444455556666',
    ),
  },
  { type: 'identifier', values: literals('00000000-0000-0000-0000-000000000001') },
  {
    type: 'bytea',
    values: literals('\\x', '\\x00', '\\xff00ff', '\\x89504e470d0a1a0a', '\\x6162'),
  },
]

const times: readonly Kind[] = [
  {
    type: 'date',
    values: literals(
      ...['0044-03-15 BC', '0044-03-15', 'infinity', '-infinity', '10000-01-01', '5874897-12-31'],
      ...['4713-01-01 BC', '0001-01-01', '0001-12-31 BC', '2024-02-29', '9999-12-31'],
    ),
  },
  { type: 'day', values: literals('0044-03-15 BC', 'infinity', '2024-02-29') },
  {
    type: 'time',
    values: literals('00:00', '24:00:00', '23:59:59.999999', '12:34:56.5', '12:34:56'),
  },
  {
    type: 'timestamp',
    values: literals(
      ...['0044-03-15 12:00:00 BC', '0044-03-15 12:00:00', 'infinity', '-infinity'],
      ...['294276-12-31 23:59:59.999999', '10000-01-01', '9999-12-31 23:59:59.999999'],
      ...['4713-01-01 BC', '2024-03-31 02:30:00', '2024-03-31 02:30:00.000001'],
    ),
  },
  {
    type: 'timestamptz',
    values: literals(
      ...['0044-03-15 12:00:00+00 BC', '0044-03-15 12:00:00+00', 'infinity', '-infinity'],
      ...['294276-12-31 23:59:59.999999+00', '10000-01-01+00', '2024-03-31 01:30:00+00'],
      ...['4713-01-01+00 BC', '2024-03-31 01:30:00.123456+00'],
    ),
  },
  { type: 'timetz', values: literals('12:00+01', '24:00:00-12'), isLeftOut: true },
  { type: 'interval', values: literals('1 year', '-3 days 04:05:06'), isLeftOut: true },
]

const documents = literals(
  ...['null', '{}', '[]', '""', '"null"', '0', 'true', '{"n":12345678901234567890}'],
  ...['[0.1234567890123456789012, 1e40, -0]', '{"a":null,"b":[null]}', '{"__proto__":1}'],
  ...['{"$json":1}', '{"$json":null}', '9007199254740993', '{"deep":{"n":[98765432109876543210]}}'],
)

const structures: readonly Kind[] = [
  { type: 'json', values: documents, text: asDocument },
  { type: 'jsonb', values: documents },
  { type: 'point', values: literals('(1,2)', '(0.1,-1e300)') },
  { type: 'integer[]', values: literals('{}', '{1,NULL,3}', '{NULL}', '{{1,NULL},{NULL,2}}') },
  { type: 'integer[][]', values: literals('{}', '{{1,2},{3,4}}', '{{NULL,1}}', '{{{1}},{{2}}}') },
  { type: 'few', values: literals('{}', '{1,2}', '{NULL}') },
  { type: 'moods', values: literals('{}', '{ok,NULL}', '{"a,b","it\'s"}') },
  { type: 'mood[]', values: literals('{}', '{ok}', '{"a,b"," blank ",NULL}', '{"{}"}') },
  { type: 'mood_domain[]', values: literals('{}', '{ok}', '{"a,b"}') },
  {
    type: 'text[]',
    values: literals('{}', '{""}', '{"NULL",NULL}', '{"a,b","c\\"d","e\\\\f"}', '{{a,b},{c,d}}'),
  },
  { type: 'bigint[]', values: literals('{9007199254740993,NULL}', '{1}') },
  { type: 'numeric[]', values: literals('{NaN,1.5,12345678901234567890.5}', '{Infinity}') },
  { type: 'double precision[]', values: literals('{NaN,Infinity,0.1}', '{1e308}') },
  { type: 'boolean[]', values: literals('{t,f,NULL}', '{}') },
  { type: 'date[]', values: literals('{infinity,2024-01-01}', '{"0044-03-15 BC"}', '{NULL}') },
  { type: 'time[]', values: literals('{24:00:00,NULL}', '{00:00:00}') },
  {
    type: 'timestamptz[]',
    values: literals('{infinity}', '{"2024-01-01 00:00:00.000001+00",NULL}'),
  },
  { type: 'uuid[]', values: literals('{00000000-0000-0000-0000-000000000000,NULL}') },
  { type: 'bytea[]', values: literals('{"\\\\x00ff",NULL}', '{}') },
  {
    type: 'json[]',
    values: literals('{"{\\"n\\":12345678901234567890}",NULL}', '{}', '{"null"}'),
    identity: reference => `array_to_json(${reference})::jsonb::text`,
    text: reference => `array_to_json(${reference})::jsonb::text`,
  },
  { type: 'jsonb[]', values: literals('{"{\\"n\\": 1}",NULL}', '{"null"}') },
  { type: 'point[]', values: literals('{"(1,2)",NULL}', '{}') },
]

const leftOut: readonly Kind[] = [
  { type: 'bit(8)', values: ["b'10101010'"], isLeftOut: true },
  { type: 'varbit', values: ["b'1'", "b''"], isLeftOut: true },
  { type: 'inet', values: literals('127.0.0.1', '::1/64'), isLeftOut: true },
  { type: 'cidr', values: literals('10.0.0.0/8'), isLeftOut: true },
  { type: 'int4range', values: literals('[1,5)', 'empty'), isLeftOut: true },
  { type: 'tsvector', values: literals("'a' 'b'"), isLeftOut: true },
  { type: 'xml', values: literals('<a/>'), isLeftOut: true },
]

const primary = (columns: string) => `primary key (${columns})`
const whole = { type: 'integer', value: String }
const few = { type: 'integer', value: (index: number) => String(index % 4) }
const withGaps = {
  type: 'integer',
  value: (index: number) => (index % 5 === 0 ? 'null' : String(index % 7)),
}

/** Texts first, then as many as are needed. */
const textKey = (index: number) => texts[index] ?? literal(`key ${index}`)

export const postgresFlavour: Flavour = {
  setup,
  kinds: [...numbers, ...texty, ...times, ...structures, ...leftOut],
  keys: [
    { label: 'integer', columns: [whole], constraint: primary, isProven: true },
    {
      label: 'text',
      columns: [{ type: 'text', value: textKey }],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'bigint',
      columns: [{ type: 'bigint', value: index => `9007199254740990 + ${index}` }],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'uuid',
      columns: [{ type: 'uuid', value: index => `md5('${index}')::uuid` }],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'composite with text',
      columns: [few, { type: 'text', value: textKey }],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'list',
      columns: [{ type: 'integer[]', value: index => `array[${index % 3}, null, ${index}]` }],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'list of texts',
      columns: [{ type: 'text[]', value: index => `array[${textKey(index)}, ',']` }],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'date',
      columns: [
        {
          type: 'date',
          value: index =>
            index === 0
              ? "'infinity'"
              : index === 1
                ? "'-infinity'"
                : `date '0001-01-05' - ${index}`,
        },
      ],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'instant',
      columns: [
        {
          type: 'timestamptz',
          value: index => `timestamptz '2024-01-01 00:00Z' + ${index} * interval '1 microsecond'`,
        },
      ],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'bytes',
      columns: [{ type: 'bytea', value: index => `decode(to_hex(${index + 4096}), 'hex')` }],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'numeric with NaN',
      columns: [{ type: 'numeric', value: index => (index === 3 ? "'NaN'" : `${index}.5`) }],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'enum and domain',
      columns: [
        { type: 'mood_domain', value: index => (index % 2 === 0 ? "'ok'" : "'a,b'") },
        { type: 'positive', value: index => String(index + 1) },
      ],
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
      label: 'partitioned',
      columns: [whole],
      constraint: primary,
      isProven: true,
      form: 'partitioned',
    },
    {
      label: 'unique and nullable',
      columns: [{ type: 'integer', value: index => (index % 3 === 0 ? 'null' : String(index)) }],
      constraint: columns => `unique (${columns})`,
      allowNull: true,
      isProven: false,
      mayBeLeftOut: true,
    },
    {
      label: "guessed 'id' with duplicates and nulls",
      columns: [withGaps],
      names: ['id'],
      allowNull: true,
      isProven: false,
    },
    {
      label: 'none',
      columns: [few],
      allowNull: true,
      isProven: false,
      mayBeLeftOut: true,
    },
    {
      label: 'view',
      columns: [few],
      isProven: false,
      form: 'view',
    },
    {
      label: 'view with nulls',
      columns: [withGaps],
      allowNull: true,
      isProven: false,
      form: 'view',
    },
    {
      label: 'materialised view',
      columns: [few],
      isProven: false,
      form: 'materialised view',
    },
    {
      label: 'parent of inheriting tables',
      columns: [whole],
      constraint: primary,
      isProven: false,
      form: 'parent',
    },
    {
      label: "inheriting 'id'",
      columns: [few],
      names: ['id'],
      isProven: false,
      form: 'child',
    },
  ],
  columnNames: [...columnNames, 'Name', 'name', 'NAME', 'trailing ', '🙂', 'new\nline', '%%'],
  tableNames: [...tableNames, 'Stats', 'trailing ', '🙂', 'new\nline'],
  quote: name => `"${name.replaceAll('"', '""')}"`,
  text: reference => `${reference}::text`,
  integer: 'integer',
  partialIndex: (index, table, columns, mark) =>
    `create unique index ${index} on ${table} (${columns}) where ${mark} < 2`,
}
