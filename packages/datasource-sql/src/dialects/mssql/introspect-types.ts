import type { PrimitiveType } from '@service/datasource-toolkit'
import type { MappedType } from '../../introspect/catalogue-facts.js'

/** `text`, `ntext` and `image` are left out because SQL Server cannot compare them. */
const primitives: Readonly<Record<string, PrimitiveType>> = {
  bit: 'Boolean',
  tinyint: 'Number',
  smallint: 'Number',
  int: 'Number',
  bigint: 'Number',
  decimal: 'Number',
  numeric: 'Number',
  money: 'Number',
  smallmoney: 'Number',
  float: 'Number',
  real: 'Number',
  char: 'String',
  varchar: 'String',
  nchar: 'String',
  nvarchar: 'String',
  uniqueidentifier: 'Uuid',
  date: 'Dateonly',
  time: 'Time',
  datetime: 'Date',
  datetime2: 'Date',
  smalldatetime: 'Date',
  datetimeoffset: 'Date',
  binary: 'Binary',
  varbinary: 'Binary',
  timestamp: 'Binary',
}

export function mapMssqlType(databaseType: string): MappedType | undefined {
  const columnType = primitives[databaseType]
  return columnType && { columnType, databaseType }
}

/** The catalog stores the length in bytes, two per character of a national type; -1 means `max`. */
export function textLength(databaseType: string | null, bytes: number): number | undefined {
  if (databaseType === null || primitives[databaseType] !== 'String' || bytes < 0) return undefined
  return databaseType.startsWith('n') ? bytes / 2 : bytes
}
