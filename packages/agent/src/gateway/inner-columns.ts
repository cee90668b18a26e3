import type { CollectionModel, ColumnModel, FieldModel } from '@service/engine'

/** The document columns that contain a column, directly or nested. */
export function listOuterColumns(
  { fields }: CollectionModel,
  innerColumn: ColumnModel,
): readonly ColumnModel[] {
  if (!innerColumn.jsonPath) return []
  return [...fields.values()]
    .filter(isColumn)
    .filter(outerColumn => isInside(innerColumn, outerColumn))
}

/** The columns inside a document column, directly or nested. */
export function listInnerColumns(
  collection: CollectionModel,
  outerColumn: FieldModel,
): readonly ColumnModel[] {
  if (outerColumn.kind !== 'Column') return []
  return listJsonPathColumns(collection).filter(innerColumn => isInside(innerColumn, outerColumn))
}

const jsonPathColumns = new WeakMap<CollectionModel, readonly ColumnModel[]>()

function listJsonPathColumns(collection: CollectionModel): readonly ColumnModel[] {
  const known = jsonPathColumns.get(collection)
  if (known) return known
  const found = [...collection.fields.values()].filter(isColumn).filter(({ jsonPath }) => jsonPath)
  jsonPathColumns.set(collection, found)
  return found
}

function isColumn(field: FieldModel): field is ColumnModel {
  return field.kind === 'Column'
}

function isInside({ jsonPath: inner }: ColumnModel, outerColumn: ColumnModel): boolean {
  if (inner === undefined) return false
  if (inner.column === outerColumn.name) return true
  const { jsonPath: outer } = outerColumn
  return (
    inner.column === outer?.column &&
    inner.path.length > outer.path.length &&
    outer.path.every((name, index) => name === inner.path[index])
  )
}
