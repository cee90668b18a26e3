import { checkOptionNames, listOptionNames } from '@service/base'
import {
  type CollectionSchema,
  type ColumnSchema,
  checkColumnType,
  type Operator,
  operators,
} from '@service/datasource-toolkit'
import type { MemoryCollection, MemoryColumn, MemoryColumnDefinition } from './definition.js'

const allOperators: ReadonlySet<Operator> = new Set(operators)

const collectionNames = listOptionNames<MemoryCollection>({
  columns: true,
  relations: true,
  unique: true,
  records: true,
})

const columnNames = listOptionNames<MemoryColumn>({
  type: true,
  isPrimaryKey: true,
  isReadOnly: true,
  allowNull: true,
  defaultValue: true,
  isGenerated: true,
  enumValues: true,
  operators: true,
  isSortable: true,
  isGroupable: true,
  validation: true,
})

/** Throws when a property or type does not exist. */
export function checkCollection(name: string, collection: MemoryCollection): void {
  checkOptionNames(collection, collectionNames, `'${name}'`)
  for (const [field, definition] of Object.entries(collection.columns)) {
    const column = readColumn(definition)
    checkOptionNames(column, columnNames, `'${name}.${field}'`)
    checkColumnType(column.type, `The type of '${name}.${field}'`)
  }
}

export function buildSchema(collection: MemoryCollection, isCountable: boolean): CollectionSchema {
  const columns = Object.entries(collection.columns).map(
    ([name, definition]) => [name, readColumn(definition)] as const,
  )
  return {
    fields: {
      ...Object.fromEntries(columns.map(([name, column]) => [name, describeColumn(column)])),
      ...collection.relations,
    },
    primaryKey: columns.filter(([, column]) => column.isPrimaryKey).map(([name]) => name),
    isCountable,
    isReadOnly: false,
  }
}

export function readColumn(definition: MemoryColumnDefinition): MemoryColumn {
  return isColumn(definition) ? definition : { type: definition }
}

function isColumn(definition: MemoryColumnDefinition): definition is MemoryColumn {
  return typeof definition === 'object' && 'type' in definition
}

function describeColumn(column: MemoryColumn): ColumnSchema {
  return {
    kind: 'Column',
    columnType: column.type,
    operators: column.operators ? new Set(column.operators) : allOperators,
    isPrimaryKey: column.isPrimaryKey ?? false,
    isReadOnly: column.isReadOnly ?? false,
    isSortable: column.isSortable ?? true,
    isGroupable: column.isGroupable ?? true,
    allowNull: column.allowNull ?? !column.isPrimaryKey,
    hasDefault: column.isGenerated === true || column.defaultValue !== undefined,
    defaultValue: column.defaultValue,
    enumValues: column.enumValues,
    validation: column.validation ?? [],
  }
}
