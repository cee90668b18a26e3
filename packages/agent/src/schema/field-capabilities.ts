import { toSnakeCase } from '@service/base'
import type { CollectionModel, ColumnModel, FieldModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import { isHidden } from '../query/require-uses.js'

/** The operators that a filter on a column may use. */
export function listOperators(column: ColumnModel): readonly string[] {
  return [...column.filter.keys()].map(nameInRequests)
}

const namesInRequests = new Map<string, string>()

/** Each name is converted once: columns share few operators. */
function nameInRequests(operator: string): string {
  const name = namesInRequests.get(operator) ?? toSnakeCase(operator)
  namesInRequests.set(operator, name)
  return name
}

/** Whether charts can group by a field: a column, or a many-to-one relation by its key. */
export function isGroupable(field: FieldModel, collection: CollectionModel): boolean {
  if (field.kind === 'Column') return field.isGroupable
  if (field.kind !== 'ManyToOne') return false
  return field.keys.every(({ from }) => {
    const key = collection.fields.get(from)
    return key?.kind === 'Column' && key.isGroupable
  })
}

/** Columns that can be set when a record is created or updated. Those the caller may not read are left out. */
export function isWritableColumn(
  collection: CollectionModel,
  field: FieldModel,
  access: Access,
): boolean {
  if (field.kind !== 'Column' || field.write.kind === 'none') return false
  return !isLocked(access, collection, field) && !isHidden(access, collection, field)
}

export function isLocked(access: Access, collection: CollectionModel, field: FieldModel): boolean {
  return access.lockedIn?.(collection)?.has(field) ?? false
}
