import type { ColumnType } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { readDefault } from './read-default.js'

const read = (sqlText: string | null, columnType: ColumnType, enumValues?: string[]) =>
  readDefault(sqlText, { columnType, databaseType: '', enumValues })
const literal = (defaultValue: unknown) => ({ hasDefault: true, defaultValue })
const expression = { hasDefault: true }
const none = { hasDefault: false }

describe('readDefault', () => {
  it.each<[string, ColumnType, unknown]>([
    ["'a'::character varying", 'String', 'a'],
    ["'it''s'::text", 'String', "it's"],
    ["E'a\\\\b\\n'::text", 'String', 'a\\b\n'],
    ["(N'héllo')", 'String', 'héllo'],
    ["''", 'String', ''],
    ["'C:\\'", 'String', 'C:\\'],
    ["'(x)'", 'String', '(x)'],
    ["'now()'", 'String', 'now()'],
    ['((0))', 'Number', 0],
    ['(-1)', 'Number', -1],
    ["'-1'::integer", 'Number', -1],
    ["'-1'::integer::numeric(10,2)", 'Number', -1],
    ['1.50', 'Number', 1.5],
    ['100', 'Number', 100],
    ['9007199254740993', 'Number', '9007199254740993'],
    ['0.1234567890123456789', 'Number', '0.1234567890123456789'],
    ['((1))', 'Boolean', true],
    ["b'0'", 'Boolean', false],
    ['TRUE', 'Boolean', true],
    ["'{}'::text[]", ['String'], []],
    [`'{"a":[1]}'::jsonb`, 'Json', { a: [1] }],
    ["'null'::jsonb", 'Json', null],
    ["'2020-02-29'::date", 'Dateonly', '2020-02-29'],
    ["'07:30:00'::time without time zone", 'Time', '07:30:00'],
    ["'2020-01-01 10:00:00'", 'Date', '2020-01-01T10:00:00.000Z'],
    ["'2020-01-01 10:00:00+02'::timestamp with time zone", 'Date', '2020-01-01T08:00:00.000Z'],
    ["'2020-01-01 10:00:00.25+05:30'", 'Date', '2020-01-01T04:30:00.250Z'],
    ["'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'", 'Uuid', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
  ])('reads the literal %s of a %s', (sqlText, columnType, value) => {
    expect(read(sqlText, columnType)).toEqual(literal(value))
  })

  it.each<[string, ColumnType]>([
    ['now()', 'Date'],
    ['CURRENT_TIMESTAMP', 'Date'],
    ['(getdate())', 'Date'],
    ['(1) + (2)', 'Number'],
    ["('a' || 'b')", 'String'],
    ["upper('a'::text)", 'String'],
    ["nextval('s'::regclass)", 'Number'],
    ["'infinity'::timestamp", 'Date'],
    ["'{1,2}'::integer[]", ['Number']],
    ["'not json'", 'Json'],
    ["'x'", 'Number'],
  ])('only says that %s is a default of a %s', (sqlText, columnType) => {
    expect(read(sqlText, columnType)).toEqual(expression)
  })

  it.each([null, 'NULL', 'null', '(NULL)', 'NULL::character varying'])(
    'does not take %s for a default',
    sqlText => {
      expect(read(sqlText, 'String')).toEqual(none)
    },
  )

  it('takes a label of the enum only', () => {
    expect(read("'ok'::mood", 'Enum', ['ok'])).toEqual(literal('ok'))
    expect(read("'ko'::mood", 'Enum', ['ok'])).toEqual(expression)
  })

  it('knows no value for a column whose type is unknown', () => {
    expect(readDefault("'x'", undefined)).toEqual(expression)
  })
})
