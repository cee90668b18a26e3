import type { ColumnType, Operator, PrimitiveType } from '@service/datasource-toolkit'
import type { DialectName } from './database.js'
import type { ColumnInfo } from './introspect/introspection.js'

const presence = ['Present', 'Missing'] as const
const equality = [...presence, 'Equal', 'NotEqual', 'In', 'NotIn'] as const
const comparison = [
  ...equality,
  'LessThan',
  'LessThanOrEqual',
  'GreaterThan',
  'GreaterThanOrEqual',
] as const
const text = [
  ...comparison,
  'Like',
  'ILike',
  'Contains',
  'NotContains',
  'IContains',
  'NotIContains',
  'StartsWith',
  'IStartsWith',
  'EndsWith',
  'IEndsWith',
  'LongerThan',
  'ShorterThan',
] as const
const list = [...presence, 'Equal', 'NotEqual', 'IncludesAll', 'IncludesNone'] as const

const none: ReadonlySet<Operator> = new Set<Operator>()
const ofPresence: ReadonlySet<Operator> = new Set(presence)
const ofEquality: ReadonlySet<Operator> = new Set(equality)
const ofComparison: ReadonlySet<Operator> = new Set(comparison)
const ofText: ReadonlySet<Operator> = new Set(text)
const ofList: ReadonlySet<Operator> = new Set(list)

const operatorsOfType: Readonly<Record<PrimitiveType, ReadonlySet<Operator>>> = {
  Binary: ofEquality,
  Boolean: ofEquality,
  Date: ofComparison,
  Dateonly: ofComparison,
  Enum: ofEquality,
  File: none,
  Json: ofPresence,
  Number: ofComparison,
  Point: ofPresence,
  String: ofText,
  Time: ofComparison,
  Uuid: ofEquality,
}

/** The operators a database evaluates itself on a column of this type. */
export function operatorsOf(
  dialect: DialectName,
  { columnType, databaseType }: Pick<ColumnInfo, 'columnType' | 'databaseType'>,
): ReadonlySet<Operator> {
  if (typeof columnType === 'string') return operatorsOfType[columnType]
  const isComparable = databaseType === 'jsonb[]' || !hasNoEquality(columnType)
  return dialect === 'postgres' && Array.isArray(columnType) && isComparable ? ofList : ofPresence
}

/** PostgreSQL compares lists by their elements: `json` and `point` have no `=`. */
function hasNoEquality(columnType: ColumnType): boolean {
  if (Array.isArray(columnType)) return hasNoEquality(columnType[0] as ColumnType)
  return columnType === 'Json' || columnType === 'Point'
}
