import type { ColumnSoFar, PluginCollection } from '@service/agent'
import { ValidationError } from '@service/base'
import {
  fromDocument,
  legalOperators,
  type PrimitiveType,
  valueAt,
} from '@service/datasource-toolkit'
import { type TypedPath, toColumnType } from './nested-type.js'
import { type FlatField, writeFlatFields } from './write-flat-fields.js'

/** Separates the names of a path. */
export const separator = '@@@'

const sortableTypes: ReadonlySet<unknown> = new Set<PrimitiveType>([
  'Boolean',
  'Date',
  'Dateonly',
  'Enum',
  'Number',
  'String',
  'Time',
  'Uuid',
])

/**
 * Adds a column for each JSON path of a document; the engine filters and sorts in memory where the
 * source cannot.
 */
export function flattenDocument(
  collection: PluginCollection,
  column: ColumnSoFar,
  paths: readonly TypedPath[],
  readonly: boolean | undefined,
): void {
  if (readonly === false && column.isReadOnly) {
    throw new ValidationError(`'${column.name}' is read-only: option 'readonly' cannot be false.`)
  }
  const isReadOnly = readonly || column.isReadOnly
  const fields = new Map<string, FlatField>()
  const keys = [...collection.schema.fields.values()].flatMap(field =>
    field.kind === 'Column' && field.isPrimaryKey ? [field.name] : [],
  )
  for (const { path, node } of paths) {
    const name = [column.name, ...path].join(separator)
    const columnType = toColumnType(node)
    const enumValues = node.kind === 'value' ? node.enumValues : undefined
    fields.set(name, { path, columnType, enumValues })
    const write = writeFlatFields({ column: column.name, keys, fields }, name)
    collection.addField(name, {
      columnType,
      enumValues,
      dependencies: [column.name],
      place: isReadOnly ? { path } : { path, write },
      getValues: records =>
        records.map(record =>
          fromDocument(columnType, valueAt(record[column.name], path)),
        ) as never[],
    })
    if (legalOperators(columnType).size > 0) collection.emulateFieldFiltering(name)
    if (sortableTypes.has(columnType)) collection.emulateFieldSorting(name)
  }
}
