import {
  copyCell,
  decodeCell,
  type WriteCell,
  withoutPadding,
  writeBoolean,
  writeDay,
  writeDecimal,
  writeEscapedText,
  writeMoment,
  writeText,
} from '../../csv/write-cells.js'
import type { CsvSyntax } from '../../dialect.js'
import type { ColumnInfo } from '../../introspect/introspection.js'
import { chooseTextDecoder, isPaddedText } from './codecs.js'

export const postgresCsv: CsvSyntax = {
  chooseWriter(column, escapesFormulas) {
    const { columnType, databaseType } = column
    if (Array.isArray(columnType)) return undefined
    const choose = byDatabaseType[databaseType] ?? byType[String(columnType)]
    return choose?.(column, escapesFormulas)
  },
}

type ChooseWriter = (column: ColumnInfo, escapesFormulas: boolean) => WriteCell

const plain: ChooseWriter = () => copyCell
const text: ChooseWriter = ({ databaseType }, isEscaped) => {
  const write = isEscaped ? writeEscapedText : writeText
  return isPaddedText(databaseType) ? withoutPadding(write) : write
}
/** Numbers and dates have a decoder. */
const decoded = (column: ColumnInfo) => decodeCell(chooseTextDecoder(column)!)

const byDatabaseType: Readonly<Record<string, ChooseWriter>> = {
  smallint: plain,
  integer: plain,
  bigint: plain,
  numeric: column => writeDecimal(decoded(column)),
}

const byType: Readonly<Record<string, ChooseWriter>> = {
  Boolean: () => writeBoolean,
  Date: column => writeMoment(decoded(column)),
  Dateonly: column => writeDay(decoded(column)),
  Enum: text,
  Number: decoded,
  String: text,
  Time: plain,
  Uuid: plain,
}
