import {
  copyCell,
  decodeCell,
  type WriteCell,
  writeDay,
  writeDecimal,
  writeEscapedText,
  writeMoment,
  writeText,
} from '../../csv/write-cells.js'
import type { CsvSyntax } from '../../dialect.js'
import type { ColumnInfo } from '../../introspect/introspection.js'
import { sql } from '../../sql.js'
import { chooseTextDecoder } from './codecs.js'

export const postgresCsv: CsvSyntax = {
  chooseWriter(column, escapesFormulas) {
    const { columnType, databaseType } = column
    if (Array.isArray(columnType)) return undefined
    const choose = byDatabaseType[databaseType] ?? byType[String(columnType)]
    return choose?.(column, escapesFormulas)
  },
  // The text of a char(n) has no padding, and that of a boolean is `true` or `false`.
  value: (reference, isNullable) =>
    isNullable ? sql`coalesce(${reference}::text, '')` : sql`${reference}::text`,
  row: values => sql`concat_ws(${sql.raw("e'\\x1f'")}, ${sql.join(values)})`,
  rows: row => sql`string_agg(${row}, ${sql.raw("e'\\x1e'")})`,
  last: value => sql`(array_agg(${value}))[count(*)]`,
}

type ChooseWriter = (column: ColumnInfo, escapesFormulas: boolean) => WriteCell

const plain: ChooseWriter = () => copyCell
const text: ChooseWriter = (_column, isEscaped) => (isEscaped ? writeEscapedText : writeText)
/** Numbers and dates have a decoder. */
const decoded = (column: ColumnInfo) => decodeCell(chooseTextDecoder(column)!)

const byDatabaseType: Readonly<Record<string, ChooseWriter>> = {
  smallint: plain,
  integer: plain,
  bigint: plain,
  numeric: column => writeDecimal(decoded(column)),
}

const byType: Readonly<Record<string, ChooseWriter>> = {
  Boolean: plain,
  Date: column => writeMoment(decoded(column)),
  Dateonly: column => writeDay(decoded(column)),
  Enum: text,
  Number: decoded,
  String: text,
  Time: plain,
  Uuid: plain,
}
