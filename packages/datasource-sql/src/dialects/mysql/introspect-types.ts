import type { PrimitiveType } from '@service/datasource-toolkit'
import type { MappedType } from '../../introspect/catalogue-facts.js'

const primitives: Readonly<Record<string, PrimitiveType>> = {
  tinyint: 'Number',
  smallint: 'Number',
  mediumint: 'Number',
  int: 'Number',
  bigint: 'Number',
  decimal: 'Number',
  float: 'Number',
  double: 'Number',
  year: 'Number',
  char: 'String',
  varchar: 'String',
  tinytext: 'String',
  text: 'String',
  mediumtext: 'String',
  longtext: 'String',
  set: 'String',
  enum: 'Enum',
  json: 'Json',
  uuid: 'Uuid',
  date: 'Dateonly',
  datetime: 'Date',
  timestamp: 'Date',
  time: 'Time',
  binary: 'Binary',
  varbinary: 'Binary',
  tinyblob: 'Binary',
  blob: 'Binary',
  mediumblob: 'Binary',
  longblob: 'Binary',
}

/** Types used as booleans, because MySQL has no boolean type. */
const booleans = new Set(['tinyint(1)', 'bit(1)'])

/** Maps a `COLUMN_TYPE` such as `int(10) unsigned` or `enum('a','b')` to a column type. */
export function mapMysqlType(columnType: string, isJson: boolean): MappedType | undefined {
  const databaseType = /^\w+/.exec(columnType)?.[0].toLowerCase() ?? columnType
  if (isJson && databaseType === 'longtext') return { columnType: 'Json', databaseType }
  if (booleans.has(columnType.toLowerCase())) return { columnType: 'Boolean', databaseType }
  const type = primitives[databaseType]
  if (type !== 'Enum') return type && { columnType: type, databaseType }
  return { columnType: type, databaseType, enumValues: enumValues(columnType) }
}

/** `enum('a','it''s')` → `a`, `it's`. */
function enumValues(columnType: string): string[] {
  return [...columnType.matchAll(/'((?:[^']|'')*)'/g)].map(([, value = '']) =>
    value.replaceAll("''", "'"),
  )
}
