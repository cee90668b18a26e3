import type { DateOperation } from '@service/datasource-toolkit'
import { parseDecimal } from '@service/datasource-toolkit'
import { decodeNumber } from '../../codecs.js'
import { printLike } from '../../compile/like.js'
import type { ParameterRef } from '../../compile/slots.js'
import type { Dialect, OutOfRange } from '../../dialect.js'
import type { ColumnInfo } from '../../introspect/introspection.js'
import { type Sql, sql } from '../../sql.js'
import { chooseDecoder, chooseEncoder } from './codecs.js'
import { mysqlJsonPaths } from './json-paths.js'

const INT64 = 2n ** 63n

/** The scales operands are cast with; few, so that statements are shared. */
const SCALES = [0, 10, 20, 30]
const MAX_DIGITS = 65
const MAX_DECIMALS = 30
const DOUBLE = 'double'

/** Returns the exact type that fits all operands; none when they are compared as doubles. */
function decimalType(operands: readonly unknown[]): string {
  const decimals = operands.flatMap(operand => parseDecimal(operand as string | number) ?? [])
  const scale = Math.max(0, ...decimals.map(each => each.scale))
  if (scale > MAX_DECIMALS) return DOUBLE
  const whole = Math.max(0, ...decimals.map(each => wholeDigits(each)))
  const chosenScale = SCALES.find(known => known >= scale) ?? MAX_DECIMALS
  return `decimal(${MAX_DIGITS}, ${Math.max(0, Math.min(chosenScale, MAX_DIGITS - whole))})`
}

const wholeDigits = ({ digits, scale }: { readonly digits: bigint; readonly scale: number }) =>
  String(digits).replace('-', '').length - scale

function isInt64(operand: unknown): boolean {
  if (!/^[+-]?\d+$/.test(String(operand))) return false
  const integer = BigInt(String(operand))
  return integer >= -INT64 && integer < INT64
}

/** MySQL numbers are never NaN or infinite, and years have at most four digits. */
function beyond(
  { columnType, databaseType }: ColumnInfo,
  operand: unknown,
): OutOfRange | undefined {
  const text = String(operand)
  if (columnType === 'Number') return beyondNumbers(databaseType, text)
  if (columnType !== 'Date' && columnType !== 'Dateonly') return undefined
  if (text.startsWith('-')) return 'below'
  return text === 'infinity' || (text.startsWith('+') && !text.startsWith('+000000'))
    ? 'above'
    : undefined
}

function beyondNumbers(databaseType: string, text: string): OutOfRange | undefined {
  const number = databaseType === 'float' ? Math.fround(Number(text)) : Number(text)
  const decimal = Number.isFinite(number) ? parseDecimal(text) : undefined
  if (decimal && wholeDigits(decimal) <= (isFloat({ databaseType }) ? 400 : MAX_DIGITS)) {
    return undefined
  }
  return text.startsWith('-') ? 'below' : 'above'
}

const isFloat = ({ databaseType }: Pick<ColumnInfo, 'databaseType'>) =>
  /^(float|double)/.test(databaseType)
/** A boolean column can contain any small integer; all except zero are true. */
const isFlag = ({ columnType, databaseType }: ColumnInfo) =>
  columnType === 'Boolean' && databaseType === 'tinyint'
const compileTruth = (reference: Sql): Sql => sql`(${reference} <> 0)`

/** Enums and sets are sorted by the number of a value but compared by its text. */
const isCounted = ({ columnType, databaseType }: ColumnInfo) =>
  columnType === 'Enum' || databaseType === 'set'

const isText = ({ columnType }: ColumnInfo) => columnType === 'String' || columnType === 'Enum'

const isLong = ({ databaseType, maxLength = 0 }: ColumnInfo): boolean =>
  maxLength > 200 || /text|blob|json|binary/i.test(databaseType)

/**
 * Converts text to bytes in one encoding, because collations ignore case, accents and trailing
 * spaces.
 */
const bytes = (reference: Sql): Sql => sql`cast(convert(${reference} using utf8mb4) as binary)`

/** `!` is the escape character because whether a backslash escapes depends on the server mode. */
const ESCAPE = '!'

const truncations: Readonly<Record<DateOperation, (local: Sql) => Sql>> = {
  Year: local => sql`date_format(${local}, '%Y-01-01')`,
  Quarter: local =>
    sql`concat(date_format(${local}, '%Y-'), lpad(quarter(${local}) * 3 - 2, 2, '0'), '-01')`,
  Month: local => sql`date_format(${local}, '%Y-%m-01')`,
  Week: local => sql`date_format(date_sub(${local}, interval weekday(${local}) day), '%Y-%m-%d')`,
  Day: local => sql`date_format(${local}, '%Y-%m-%d')`,
}

/** The dialect of MySQL, and of MariaDB with the clauses only it has. */
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

  encode: chooseEncoder,
  decode: chooseDecoder,
  reassigned: (column, reference, slot) =>
    isFlag(column)
      ? sql`if(${compileTruth(reference)} = ${slot}, ${reference}, ${slot})`
      : undefined,

  // Text compared with a number is compared as a double, so operands are cast to exact numbers.
  comparison(column, operands) {
    if (column.columnType !== 'Number' || isFloat(column)) return ''
    return operands.every(isInt64) ? 'signed' : decimalType(operands)
  },
  comparable(column, reference, comparison) {
    if (isFlag(column)) return compileTruth(reference)
    // In a comparison with a year column, small numbers and fractions would be read as years.
    if (column.databaseType === 'year') return sql`(${reference} + 0)`
    return comparison === 'sort' && isCounted(column) ? sql`cast(${reference} as char)` : reference
  },
  operand(column, slot, comparison) {
    if (comparison === DOUBLE) return sql`(${slot} + 0e0)`
    return column.columnType === 'Number' && comparison && comparison !== 'sort'
      ? sql`cast(${slot} as ${sql.raw(comparison)})`
      : sql`${slot}`
  },
  afterComparison(column, value) {
    return this.comparison(column, [value])
  },
  beyond,
  // In strict mode, an enum column that contains an invalid value can only be assigned its own
  // value.
  isUnwritableValue: ({ columnType, enumValues }, value) =>
    columnType === 'Enum' && value === '' && enumValues?.includes('') === false,
  // For a not-null date column, `is null` also matches zero dates.
  isNull: ({ columnType, allowNull }, reference) =>
    !allowNull && (columnType === 'Date' || columnType === 'Dateonly')
      ? sql`coalesce(${reference}) is null`
      : undefined,
  exact: column =>
    isText(column)
      ? { left: bytes, right: (slot: ParameterRef) => sql`cast(${slot} as binary)` }
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

  // Sorting uses only the first `max_sort_length` bytes of long values.
  distinct(column, reference) {
    if (isLong(column)) return sql`md5(${reference})`
    return isText(column) ? bytes(reference) : reference
  },

  page: (limit, skip) => (skip ? sql`limit ${limit} offset ${skip}` : sql`limit ${limit}`),

  buckets: {
    hasZones: false,
    toDay: reference =>
      sql`if(month(${reference}) = 0 or dayofmonth(${reference}) = 0, null, ${reference})`,
    shifted: (_column, reference, seconds) => sql`timestampadd(second, ${seconds}, ${reference})`,
    isBefore: (_column, reference, bound) => sql`${reference} < ${bound}`,
    truncate: (operation, local) => truncations[operation](local),
  },
  groupKey: (column, reference) => (isText(column) ? bytes(reference) : reference),
  decodeGroup: column =>
    isText(column) ? cell => Buffer.from(cell as Uint8Array).toString() : chooseDecoder(column),
  // `avg` returns four more digits than its operands have; dividing doubles keeps full precision.
  aggregate: (operation, _column, value) =>
    operation === 'Avg' ? sql`(sum(${value}) + 0e0) / count(${value})` : sql`sum(${value})`,
  decodeSum: decodeNumber,

  jsonPaths: mysqlJsonPaths,

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

/** The driver rejects rows with a column called `__proto__`. */
function returned(column: string): Sql {
  const name = sql.id(column)
  return column === '__proto__' ? sql`${name} as ${sql.id('__proto')}` : name
}
