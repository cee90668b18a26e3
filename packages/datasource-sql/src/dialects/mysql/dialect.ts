import type { DateOperation } from '@service/datasource-toolkit'
import { decodeNumber } from '../../codecs.js'
import { printLike } from '../../compile/like.js'
import type { Slot } from '../../compile/slots.js'
import type { Dialect } from '../../dialect.js'
import type { ColumnInfo } from '../../introspect/introspection.js'
import { type Sql, sql } from '../../sql.js'
import { decoderOf, encoderOf } from './codecs.js'
import { mysqlPlaces } from './places.js'

const INT64 = 2n ** 63n

function isInt64(operand: unknown): boolean {
  if (!/^[+-]?\d+$/.test(String(operand))) return false
  const integer = BigInt(String(operand))
  return integer >= -INT64 && integer < INT64
}

const isFloat = ({ databaseType }: ColumnInfo) => /^(float|double)/.test(databaseType)
const isText = ({ columnType }: ColumnInfo) => columnType === 'String' || columnType === 'Enum'

const isLong = ({ databaseType, maxLength = 0 }: ColumnInfo): boolean =>
  maxLength > 200 || /text|blob|json|binary/i.test(databaseType)

/** Bytes in one encoding: collations compare neither case, accents nor final spaces in them. */
const bytes = (reference: Sql): Sql => sql`cast(convert(${reference} using utf8mb4) as binary)`

/** `!` escapes, since whether a backslash does depends on the mode of the server. */
const ESCAPE = '!'

const truncations: Readonly<Record<DateOperation, (local: Sql) => Sql>> = {
  Year: local => sql`date_format(${local}, '%Y-01-01')`,
  Quarter: local =>
    sql`concat(date_format(${local}, '%Y-'), lpad(quarter(${local}) * 3 - 2, 2, '0'), '-01')`,
  Month: local => sql`date_format(${local}, '%Y-%m-01')`,
  Week: local => sql`date_format(date_sub(${local}, interval weekday(${local}) day), '%Y-%m-%d')`,
  Day: local => sql`date_format(${local}, '%Y-%m-%d')`,
}

/** MySQL, and MariaDB with the clauses only it has. */
export const mysqlDialect = (isMariaDb: boolean): Dialect => ({
  name: 'mysql',
  syntax: { quote: '`', placeholder: () => '?' },
  nulls: 'first',
  hasArrays: false,
  comparesRows: false,
  returning: isMariaDb ? 'returning' : 'reread',
  readsInInserts: false,
  plansAhead: false,
  maxParameters: 65_535,

  encode: encoderOf,
  decode: decoderOf,

  // Text compared with a number is compared as a double: operands are cast to exact numbers.
  comparison(column, operands) {
    if (column.columnType !== 'Number' || isFloat(column)) return ''
    return operands.every(isInt64) ? 'signed' : 'decimal'
  },
  comparable: (column, reference, comparison) =>
    comparison === 'sort' && column.columnType === 'Enum'
      ? sql`cast(${reference} as char)`
      : reference,
  operand(column, slot, comparison) {
    if (comparison === 'signed') return sql`cast(${slot} as signed)`
    if (comparison === 'decimal') return sql`cast(${slot} as decimal(65, 30))`
    if (comparison === 'sort' && column.columnType === 'Number' && !isFloat(column)) {
      return sql`cast(${slot} as decimal(65, 30))`
    }
    return sql`${slot}`
  },
  exact: column =>
    isText(column)
      ? { left: bytes, right: (slot: Slot) => sql`cast(${slot} as binary)` }
      : undefined,

  likePattern: tokens => printLike(tokens, /[!%_]/g, ESCAPE),
  like(_column, reference, pattern, isCaseSensitive) {
    const text = sql`convert(${reference} using utf8mb4)`
    return isCaseSensitive
      ? sql`${text} collate utf8mb4_bin like ${pattern} escape '!'`
      : sql`lower(${text}) collate utf8mb4_bin like lower(${pattern}) escape '!'`
  },
  length: reference => sql`char_length(${reference})`,
  isEmptyText: reference => sql`(char_length(${reference}) = 0)`,

  // Of long values, `max_sort_length` bytes are sorted by.
  distinct(column, reference) {
    if (isLong(column)) return sql`md5(${reference})`
    return isText(column) ? bytes(reference) : reference
  },

  page: (limit, skip) => (skip ? sql`limit ${limit} offset ${skip}` : sql`limit ${limit}`),

  buckets: {
    hasZones: false,
    shifted: (_column, reference, seconds) => sql`timestampadd(second, ${seconds}, ${reference})`,
    isBefore: (_column, reference, bound) => sql`${reference} < ${bound}`,
    truncate: (operation, local) => truncations[operation](local),
  },
  groupKey: (column, reference) => (isText(column) ? bytes(reference) : reference),
  decodeGroup: column =>
    isText(column) ? cell => Buffer.from(cell as Uint8Array).toString() : decoderOf(column),
  // `avg` keeps four digits more than its operands: the quotient of doubles keeps all it can.
  aggregate: (operation, _column, value) =>
    operation === 'Avg' ? sql`(sum(${value}) + 0e0) / count(${value})` : sql`sum(${value})`,
  decodeSum: decodeNumber,

  places: mysqlPlaces,

  insert(table, columns, rows, read) {
    const names = sql.join(columns.map(column => sql.id(column)))
    const insert =
      columns.length === 0
        ? sql`insert into ${table} () values ()`
        : sql`insert into ${table} (${names}) values ${sql.join(rows)}`
    if (!isMariaDb) return insert
    return sql`${insert} returning ${sql.join(read.map(returned))}`
  },
  update: (table, alias, assignments, where) =>
    sql`update ${table} as ${sql.id(alias)} set ${assignments} where ${where}`,
  delete: (table, alias, where) =>
    sql`delete ${sql.id(alias)} from ${table} as ${sql.id(alias)} where ${where}`,
  estimate: ({ name }) =>
    sql`select table_rows from information_schema.tables where table_schema = database() and table_name = ${name}`,
})

/** The driver refuses rows with a column called `__proto__`. */
function returned(column: string): Sql {
  const name = sql.id(column)
  return column === '__proto__' ? sql`${name} as ${sql.id('__proto')}` : name
}
