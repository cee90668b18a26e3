import type { DateOperation } from '@service/datasource-toolkit'
import { decodeNumber } from '../../codecs.js'
import { insertReturning } from '../../compile/insert-returning.js'
import type { LikeToken } from '../../compile/like.js'
import { printLike } from '../../compile/like.js'
import type { Dialect } from '../../dialect.js'
import type { ColumnInfo } from '../../introspect/introspection.js'
import { type Sql, sql } from '../../sql.js'
import { chooseDecoder, chooseEncoder, encodeComparedDate } from './codecs.js'
import {
  comparableDay,
  comparableFlag,
  comparableInstant,
  comparableTime,
  compileDay,
  compileInstant,
} from './comparable.js'
import { UNTYPED } from './introspect-types.js'
import { sqliteJsonPaths } from './json-paths.js'
import { rowIdBeside } from './row-id.js'

/** Types whose values are stored in several forms and compared in one. */
const forms: Readonly<Record<string, (reference: Sql) => Sql>> = {
  Boolean: comparableFlag,
  Date: comparableInstant,
  Dateonly: comparableDay,
  Time: comparableTime,
}
const castToBytes = (reference: Sql): Sql => sql`cast(${reference} as blob)`

const findForm = ({ columnType, databaseType, jsonPath }: ColumnInfo) => {
  if (databaseType === UNTYPED) return castToBytes
  return jsonPath && columnType !== 'Date' ? undefined : forms[String(columnType)]
}

/** LIKE ignores case; GLOB does not, and can only escape with brackets. */
const globPattern = (tokens: readonly LikeToken[]): string =>
  tokens
    .map(token => {
      if ('text' in token) return token.text.replace(/[*?[]/g, '[$&]')
      return token.kind === 'any' ? '*' : '?'
    })
    .join('')

const truncations: Readonly<Record<DateOperation, (local: Sql) => Sql>> = {
  Year: local => sql`strftime('%Y-01-01', ${local})`,
  Quarter: local =>
    sql`strftime('%Y-', ${local}) || substr('0' || ((cast(strftime('%m', ${local}) as integer) + 2) / 3 * 3 - 2), -2) || '-01'`,
  Month: local => sql`strftime('%Y-%m-01', ${local})`,
  Week: local => sql`date(${local}, 'weekday 0', '-6 days')`,
  Day: local => sql`date(${local})`,
}

export const sqlite: Dialect = {
  name: 'sqlite',
  syntax: { quote: '"', placeholder: () => '?' },
  nulls: 'first',
  isLooselyTyped: true,
  hasArrays: false,
  comparesRows: true,
  returning: 'returning',
  readsInInserts: false,
  plansAhead: false,
  maxParameters: 32_766,

  encode: ({ columnType }) => chooseEncoder(columnType),
  encodeOperand: ({ columnType }) =>
    columnType === 'Date' ? encodeComparedDate : chooseEncoder(columnType),
  decode: ({ columnType }) => chooseDecoder(columnType),
  // A value stored in another form keeps that form unless its decoded value changes; the same holds
  // for text that is not JSON, which is decoded as text.
  reassigned(column, reference, slot) {
    if (column.columnType === 'Json') {
      return sql`case when not json_valid(${reference}) and ${reference} = json_extract(${slot}, '$') then ${reference} else ${slot} end`
    }
    const form = column.columnType === 'Binary' ? castToBytes : findForm(column)
    return (
      form &&
      sql`case when ${form(reference)} = ${form(sql`${slot}`)} then ${reference} else ${slot} end`
    )
  },

  comparison: () => '',
  comparable: (column, reference, comparison) => {
    const form = findForm(column)
    if (form) return form(reference)
    return column.columnType === 'String' && comparison !== 'sort'
      ? sql`${reference} collate binary`
      : reference
  },
  operand: (_column, slot) => sql`${slot}`,

  likePattern: (tokens, isCaseSensitive) =>
    isCaseSensitive ? globPattern(tokens) : printLike(tokens, /[\\%_]/g, '\\'),
  like: (_column, reference, pattern, isCaseSensitive) =>
    isCaseSensitive
      ? sql`${reference} glob ${pattern}`
      : sql`${reference} like ${pattern} escape '\\'`,
  length: reference => sql`length(${reference})`,
  isEmptyText: reference => sql`(${reference} = '')`,

  distinct: (column, reference) =>
    column.columnType === 'String' ? sql`${reference} collate binary` : reference,
  rowId: ({ isView, columns }) =>
    isView ? undefined : rowIdBeside(columns.map(({ name, storedAs }) => storedAs ?? name)),

  page: (limit, skip) => (skip ? sql`limit ${limit} offset ${skip}` : sql`limit ${limit}`),

  buckets: {
    hasZones: false,
    toDay: compileDay,
    shifted: (_column, reference, seconds) =>
      sql`datetime(${compileInstant(reference)}, (${seconds}) || ' seconds')`,
    isBefore: (_column, reference, bound) =>
      sql`${comparableInstant(reference)} < rtrim(${bound}, 'Z')`,
    truncate: (operation, local) => truncations[operation](local),
  },
  groupKey: (column, reference) => {
    const form = findForm(column)
    if (form) return form(reference)
    return column.columnType === 'String' ? sql`${reference} collate binary` : reference
  },
  decodeGroup: ({ columnType }) => chooseDecoder(columnType),
  aggregate: (operation, _column, value) =>
    operation === 'Avg' ? sql`avg(${value})` : sql`sum(${value})`,
  decodeSum: decodeNumber,

  jsonPaths: sqliteJsonPaths,

  insert: insertReturning,
  update: (table, alias, assignments, where) =>
    sql`update ${table} as ${sql.id(alias)} set ${assignments} where ${where}`,
  delete: (table, alias, where) => sql`delete from ${table} as ${sql.id(alias)} where ${where}`,
}
