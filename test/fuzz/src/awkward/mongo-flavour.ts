import { awkwardTexts, columnNames, tableNames } from './awkward-texts.js'
import type { Flavour, Kind } from './model.js'

/** Values are extended JSON, which names every type of MongoDB. */
const texts = awkwardTexts.map(text => JSON.stringify(text))
const tagged = (tag: string, ...values: readonly string[]) =>
  values.map(value => JSON.stringify({ [tag]: value }))

const kinds: readonly Kind[] = [
  { type: 'string', values: texts },
  {
    type: 'double',
    values: tagged(
      '$numberDouble',
      ...['NaN', 'Infinity', '-Infinity', '0.1', '5E-324', '1E+308', '1E+22', '1.5'],
    ),
  },
  { type: 'int', values: tagged('$numberInt', '0', '-1', '2147483647') },
  {
    type: 'long',
    values: tagged(
      '$numberLong',
      '9223372036854775807',
      '9007199254740993',
      '-9223372036854775808',
    ),
  },
  {
    type: 'decimal',
    values: tagged(
      '$numberDecimal',
      ...['NaN', 'Infinity', '-Infinity', '0.1', '1234567890123456789012345678901234'],
      '1234567890123456789.012345678901234',
    ),
  },
  { type: 'bool', values: ['true', 'false'] },
  {
    type: 'date',
    values: [
      ...['0', '-62135596800000', '-62198755200000', '253402300800000', '8640000000000000'],
      ...['1711852200123', '-1'],
    ].map(time => `{"$date":{"$numberLong":"${time}"}}`),
  },
  {
    type: 'objectId',
    values: tagged('$oid', '000000000000000000000000', 'ffffffffffffffffffffffff'),
  },
  {
    type: 'binData',
    values: ['', 'AA==', '/wD/', 'iVBORw0KGgo='].map(
      base64 => `{"$binary":{"base64":"${base64}","subType":"00"}}`,
    ),
  },
  { type: 'list of strings', values: ['[]', '["a,b",""]', '["é","case","Case"]'] },
  { type: 'list of ints', values: ['[]', '[{"$numberInt":"1"},{"$numberInt":"2"}]'] },
]

const whole = { type: 'int', value: String }
const primary = (columns: string) => `primary key (${columns})`

export const mongoFlavour: Flavour = {
  setup: [],
  kinds,
  keys: [
    { label: 'integer', columns: [whole], names: ['_id'], constraint: primary, isProven: true },
    {
      label: 'text',
      columns: [{ type: 'string', value: index => texts[index] ?? JSON.stringify(`key ${index}`) }],
      names: ['_id'],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'objectId',
      columns: [
        {
          type: 'objectId',
          value: index => `{"$oid":"${String(index).padStart(24, 'a')}"}`,
        },
      ],
      names: ['_id'],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'long',
      columns: [
        { type: 'long', value: index => `{"$numberLong":"${9007199254740993n + BigInt(index)}"}` },
      ],
      names: ['_id'],
      constraint: primary,
      isProven: true,
    },
    {
      label: 'date',
      columns: [
        {
          type: 'date',
          value: index => `{"$date":{"$numberLong":"${(index - 5) * 86_400_000}"}}`,
        },
      ],
      names: ['_id'],
      constraint: primary,
      isProven: true,
    },
  ],
  // A dot leads into a document, and a dollar sign begins an operator.
  columnNames: [...columnNames, '🙂', 'trailing '].filter(name => !/[.$:]|^__proto__$/.test(name)),
  tableNames: [...tableNames, '🙂'].filter(name => !/\$/.test(name)),
  quote: name => JSON.stringify(name),
  text: reference => reference,
  integer: 'int',
}
