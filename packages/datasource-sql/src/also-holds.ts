import type { ColumnType, PrimitiveType } from '@service/datasource-toolkit'
import type { DialectName } from './database.js'

type Texts = Readonly<Partial<Record<PrimitiveType, RegExp>>>

const anything = /^/

const extraTexts: Readonly<Partial<Record<DialectName, Texts>>> = {
  // Dates with a zero month or day, times that are durations, and the empty text MySQL stores for
  // an invalid enum value.
  mysql: {
    Date: /^(\d{4}-00-\d\d|\d{4}-\d\d-00) \d\d:\d\d:\d\d(\.\d{1,6})?$/,
    Dateonly: /^(\d{4}-00-\d\d|\d{4}-\d\d-00)$/,
    Time: /^-?\d{2,3}:[0-5]\d:[0-5]\d(\.\d{1,6})?$/,
    Enum: /^$/,
  },
  // Any column can contain a value of any type.
  sqlite: {
    Boolean: anything,
    Date: anything,
    Dateonly: anything,
    Number: anything,
    Time: anything,
    Uuid: anything,
  },
}

/**
 * Returns a pattern of the texts that columns of a type can contain besides the values of the type.
 */
export function alsoHolds(dialect: DialectName, columnType: ColumnType): RegExp | undefined {
  return typeof columnType === 'string' ? extraTexts[dialect]?.[columnType] : undefined
}
