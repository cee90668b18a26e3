import {
  type ColumnType,
  nativeOperators,
  type Operator,
  type PrimitiveType,
} from '@service/datasource-toolkit'
import type { DialectName } from './database.js'
import type { ColumnInfo } from './introspect/introspection.js'

const { presence, equality, comparison, text, list } = nativeOperators
const none: ReadonlySet<Operator> = new Set<Operator>()

const operatorsOfType: Readonly<Record<PrimitiveType, ReadonlySet<Operator>>> = {
  Binary: equality,
  Boolean: equality,
  Date: comparison,
  Dateonly: comparison,
  Enum: equality,
  File: none,
  Json: presence,
  Number: comparison,
  Point: presence,
  String: text,
  Time: comparison,
  Uuid: equality,
}

/** Lists the operators a database evaluates itself on a column of this type. */
export function listOperators(
  dialect: DialectName,
  { columnType, databaseType }: Pick<ColumnInfo, 'columnType' | 'databaseType'>,
): ReadonlySet<Operator> {
  if (typeof columnType === 'string') return operatorsOfType[columnType]
  const isComparable = databaseType === 'jsonb[]' || !hasNoEquality(columnType)
  return dialect === 'postgres' && Array.isArray(columnType) && isComparable ? list : presence
}

/** PostgreSQL compares lists by their elements, and `json` and `point` have no `=`. */
function hasNoEquality(columnType: ColumnType): boolean {
  if (Array.isArray(columnType)) return hasNoEquality(columnType[0] as ColumnType)
  return columnType === 'Json' || columnType === 'Point'
}
