import type { DateOperation } from '@service/datasource-toolkit'
import { decodeNumber } from '../../codecs.js'
import { printLike } from '../../compile/like.js'
import type { ParameterRef } from '../../compile/slots.js'
import type { Dialect } from '../../dialect.js'
import type { ColumnInfo } from '../../introspect/introspection.js'
import { type Sql, sql } from '../../sql.js'
import { chooseDecoder, chooseEncoder, isPaddedText } from './codecs.js'

/** Compares text by code point. */
const BINARY = sql.raw('Latin1_General_100_BIN2')
/** Counts a character outside the basic plane as one. */
const CODE_POINTS = sql.raw('Latin1_General_100_CI_AS_SC')

const INTEGERS = new Set(['tinyint', 'smallint', 'int', 'bigint'])
const FLOATS = new Set(['float', 'real'])

/**
 * Integers have a type of their own; other operands use the decimal type that fits them, or float.
 */
function chooseComparisonType({ databaseType }: ColumnInfo, operands: readonly unknown[]): string {
  if (FLOATS.has(databaseType)) return databaseType
  const texts = operands.map(String)
  if (INTEGERS.has(databaseType) && texts.every(isBigint)) return 'bigint'
  return decimals.find(({ pattern }) => texts.every(text => pattern.test(text)))?.type ?? 'float'
}

const decimals = [
  { type: 'decimal(38, 10)', pattern: /^-?\d{1,28}(\.\d{1,10})?$/ },
  { type: 'decimal(38, 20)', pattern: /^-?\d{1,18}(\.\d{1,20})?$/ },
]

const isBigint = (text: string): boolean =>
  /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)

/** The type an operand of a date is cast to: the column's type, unless that would round it. */
const dateTypes: Readonly<Record<string, string>> = {
  datetime: 'datetime',
  smalldatetime: 'datetime2(7)',
  datetime2: 'datetime2(7)',
  datetimeoffset: 'datetimeoffset(7)',
}

/**
 * Parameters are nvarchar, and comparing one with a varchar column would prevent use of its index.
 */
function textType({ databaseType, maxLength }: ColumnInfo): string | undefined {
  if (databaseType !== 'varchar' && databaseType !== 'char') return undefined
  return maxLength === undefined ? 'varchar(max)' : 'varchar(8000)'
}

/** Casts a parameter to the type of its column. The text of a page's cursor came from that column, so it can be cast, too. */
function castOperand(column: ColumnInfo, slot: ParameterRef, comparison: string): Sql {
  const cast = comparison === 'sort' ? '' : comparison || dateTypes[column.databaseType]
  const type = cast || textType(column)
  return type ? sql`cast(${slot} as ${sql.raw(type)})` : sql`${slot}`
}

const text = (column: ColumnInfo, reference: Sql): Sql =>
  sql`cast(${isPaddedText(column.databaseType) ? sql`rtrim(${reference})` : reference} as nvarchar(max))`

/** Converts an instant to a date and time in UTC. */
const utc = ({ databaseType }: ColumnInfo, reference: Sql): Sql =>
  databaseType === 'datetimeoffset'
    ? sql`cast(switchoffset(${reference}, '+00:00') as datetime2(7))`
    : sql`cast(${reference} as datetime2(7))`

// 0001-01-01, SQL Server's first date, was a Monday.
const truncations: Readonly<Record<DateOperation, (local: Sql) => Sql>> = {
  Year: local => sql`datefromparts(year(${local}), 1, 1)`,
  Quarter: local => sql`datefromparts(year(${local}), datepart(quarter, ${local}) * 3 - 2, 1)`,
  Month: local => sql`datefromparts(year(${local}), month(${local}), 1)`,
  Week: local =>
    sql`dateadd(day, -(datediff(day, cast('00010101' as date), ${local}) % 7), cast(${local} as date))`,
  Day: local => sql`cast(${local} as date)`,
}

const isExactDecimal = ({ databaseType }: ColumnInfo): boolean =>
  /^(decimal|numeric|money|smallmoney)$/.test(databaseType)

/**
 * A table with triggers cannot return inserted keys directly, so they go through a table variable;
 * sql_variant accepts a key of any type.
 */
function withKeys(key: readonly string[], insert: (output: Sql) => Sql): Sql {
  const names = key.map((_, index) => sql.id(`k${index}`))
  const declared = names.map(name => sql`${name} sql_variant`)
  const output = sql`output ${sql.join(key.map(column => sql.id('inserted', column)))} into @keys (${sql.join(names)})`
  return sql`declare @keys table (${sql.join(declared)}); ${insert(output)}; select ${sql.join(names)} from @keys`
}

export const mssql: Dialect = {
  name: 'mssql',
  syntax: { quote: '"', placeholder: position => `@${position}` },
  nulls: 'first',
  hasArrays: false,
  comparesRows: false,
  returning: 'output',
  readsInInserts: false,
  plansAhead: false,
  maxParameters: 2_090,

  encode: chooseEncoder,
  decode: chooseDecoder,
  // The driver would read them as doubles; style 2 keeps all four decimals of money.
  readable: (column, reference) =>
    isExactDecimal(column) ? sql`convert(varchar(50), ${reference}, 2)` : reference,
  // A null is bound as text, which SQL Server does not convert to bytes without a cast.
  assigned: (column, slot) =>
    column.columnType === 'Binary' ? sql`cast(${slot} as varbinary(max))` : sql`${slot}`,

  comparison: (column, operands) =>
    column.columnType === 'Number' ? chooseComparisonType(column, operands) : '',
  comparable: (_column, reference) => reference,
  operand: castOperand,
  // `=` ignores trailing blanks in every collation, and letter case in most.
  exact: column =>
    column.columnType === 'String'
      ? {
          left: reference => sql`cast(${text(column, reference)} as varbinary(max))`,
          right: slot => sql`cast(cast(${slot} as nvarchar(max)) as varbinary(max))`,
        }
      : undefined,

  likePattern: tokens => printLike(tokens, /[\\%_[]/g, '\\'),
  like(column, reference, pattern, isCaseSensitive) {
    const value = text(column, reference)
    return isCaseSensitive
      ? sql`${value} collate ${BINARY} like ${pattern} escape '\\'`
      : sql`lower(${value}) collate ${BINARY} like lower(${pattern}) escape '\\'`
  },
  // `len` ignores trailing blanks.
  length: reference =>
    sql`(len(cast(${reference} as nvarchar(max)) collate ${CODE_POINTS} + N'.') - 1)`,
  isEmptyText: reference => sql`(datalength(${reference}) = 0)`,
  keysOfOtherType: (left, right) => [
    sql`cast(${left} as nvarchar(4000))`,
    sql`cast(${right} as nvarchar(4000))`,
  ],

  // Offset belongs to order by, so a page needs an order.
  distinct: (column, reference) => mssql.groupKey(column, reference),

  page(limit, skip, isOrdered) {
    const order = isOrdered ? sql`` : sql`order by (select null) `
    return sql`${order}offset ${skip ?? sql`0`} rows fetch next ${limit} rows only`
  },

  buckets: {
    hasZones: false,
    shifted: (column, reference, seconds) =>
      sql`dateadd(second, ${seconds}, ${utc(column, reference)})`,
    isBefore: (column, reference, bound) =>
      sql`${utc(column, reference)} < cast(cast(${bound} as datetimeoffset(7)) as datetime2(7))`,
    truncate: (operation, local) => sql`convert(char(10), ${truncations[operation](local)}, 23)`,
  },
  // Appending the lowest character makes trailing blanks significant without changing the order.
  groupKey: (column, reference) =>
    column.columnType === 'String'
      ? sql`${text(column, reference)} collate ${BINARY} + nchar(0)`
      : reference,
  decodeGroup: column =>
    column.columnType === 'String' ? cell => String(cell).slice(0, -1) : chooseDecoder(column),
  aggregate(operation, { databaseType }, value) {
    if (operation === 'Avg') return sql`avg(cast(${value} as float))`
    return INTEGERS.has(databaseType)
      ? sql`sum(cast(${value} as decimal(38, 0)))`
      : sql`sum(${value})`
  },
  decodeSum: decodeNumber,

  insert: (table, columns, rows, _read, key) =>
    withKeys(key, output => {
      if (columns.length === 0) return sql`insert into ${table} ${output} default values`
      const names = sql.join(columns.map(column => sql.id(column)))
      return sql`insert into ${table} (${names}) ${output} values ${sql.join(rows)}`
    }),
  update: (table, alias, assignments, where) =>
    sql`update ${sql.id(alias)} set ${assignments} from ${table} as ${sql.id(alias)} where ${where}`,
  delete: (table, alias, where) =>
    sql`delete ${sql.id(alias)} from ${table} as ${sql.id(alias)} where ${where}`,
  estimate: ({ schema, name }) =>
    sql`select sum(p.rows) from sys.partitions as p join sys.objects as o on o.object_id = p.object_id where p.index_id in (0, 1) and o.name = ${name} and schema_name(o.schema_id) = ${schema ?? 'dbo'}`,
}
