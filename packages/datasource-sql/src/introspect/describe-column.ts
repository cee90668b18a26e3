import type { ColumnSchema, ColumnType, PrimitiveType } from '@service/datasource-toolkit'
import { alsoHolds } from '../also-holds.js'
import type { DialectName } from '../database.js'
import { listOperators } from '../operators.js'
import type { ColumnInfo } from './introspection.js'

const unsortable: ReadonlySet<ColumnType> = new Set<PrimitiveType>(['Json', 'Point'])
const ungroupable: ReadonlySet<ColumnType> = new Set<PrimitiveType>(['Binary', 'Json', 'Point'])

/** Describes a column by the constraints of the database. */
export function describeColumn(
  column: ColumnInfo,
  isPrimaryKey: boolean,
  isInView: boolean,
  dialect: DialectName,
): ColumnSchema {
  const { columnType, allowNull } = column
  const isReadOnly =
    isInView || column.isGenerated || column.isAutoIncrement || column.isUnwritable === true
  const hasDefault = column.hasDefault || column.isGenerated || column.isAutoIncrement
  const isPrimitive = typeof columnType === 'string'
  return {
    kind: 'Column',
    columnType,
    operators: listOperators(dialect, column),
    isPrimaryKey,
    isReadOnly,
    isSortable: isPrimitive && !unsortable.has(columnType),
    isGroupable: isPrimitive && !ungroupable.has(columnType),
    allowNull,
    hasDefault,
    defaultValue: column.defaultValue,
    enumValues: column.enumValues,
    alsoHolds: column.jsonPath ? undefined : alsoHolds(dialect, columnType),
    validation: allowNull || hasDefault || isReadOnly ? [] : [{ operator: 'Present' }],
  }
}
