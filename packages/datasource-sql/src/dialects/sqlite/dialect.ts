import type { DateOperation } from '@service/datasource-toolkit'
import { decodeNumber } from '../../codecs.js'
import { insertReturning } from '../../compile/insert-returning.js'
import type { LikeToken } from '../../compile/like.js'
import { printLike } from '../../compile/like.js'
import type { Dialect } from '../../dialect.js'
import { type Sql, sql } from '../../sql.js'
import { decoderOf, encoderOf } from './codecs.js'
import { sqlitePlaces } from './places.js'
import { rowIdBeside } from './row-id.js'

/** Dates are kept in several forms: they are compared in one. */
const instant = (reference: Sql): Sql =>
  sql`case typeof(${reference}) when 'integer' then strftime('%Y-%m-%dT%H:%M:%fZ', ${reference} / 1000.0, 'unixepoch') else strftime('%Y-%m-%dT%H:%M:%fZ', ${reference}) end`

/** LIKE ignores case; GLOB does not, and has no escape but brackets. */
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

  encode: ({ columnType }) => encoderOf(columnType),
  decode: ({ columnType }) => decoderOf(columnType),

  // Text that is no JSON is shown as a text: saved as it was shown, it stays as it is.
  reassigned: ({ columnType }, reference, slot) =>
    columnType === 'Json'
      ? sql`case when not json_valid(${reference}) and ${reference} = json_extract(${slot}, '$') then ${reference} else ${slot} end`
      : undefined,

  comparison: () => '',
  comparable: (column, reference, comparison) => {
    if (column.columnType === 'Date') return instant(reference)
    return column.columnType === 'String' && comparison !== 'sort'
      ? sql`${reference} collate binary`
      : reference
  },
  operand: (column, slot) =>
    column.columnType === 'Date' ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${slot})` : sql`${slot}`,

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
    shifted: (_column, reference, seconds) =>
      sql`datetime(${instant(reference)}, (${seconds}) || ' seconds')`,
    isBefore: (_column, reference, bound) => sql`${instant(reference)} < ${bound}`,
    truncate: (operation, local) => truncations[operation](local),
  },
  groupKey: (column, reference) => {
    if (column.columnType === 'Date') return instant(reference)
    return column.columnType === 'String' ? sql`${reference} collate binary` : reference
  },
  decodeGroup: ({ columnType }) => decoderOf(columnType),
  aggregate: (operation, _column, value) =>
    operation === 'Avg' ? sql`avg(${value})` : sql`sum(${value})`,
  decodeSum: decodeNumber,

  places: sqlitePlaces,

  insert: insertReturning,
  update: (table, alias, assignments, where) =>
    sql`update ${table} as ${sql.id(alias)} set ${assignments} where ${where}`,
  delete: (table, alias, where) => sql`delete from ${table} as ${sql.id(alias)} where ${where}`,
}
