import type { CollectionModel, ColumnModel, FieldModel } from '@service/engine'

/** The document columns that contain a column, directly or nested. */
export function wholesOf({ fields }: CollectionModel, part: ColumnModel): readonly ColumnModel[] {
  if (!part.place) return []
  return [...fields.values()].filter(isColumn).filter(whole => isInside(part, whole))
}

/** The columns inside a document column, directly or nested. */
export function partsOf(collection: CollectionModel, whole: FieldModel): readonly ColumnModel[] {
  if (whole.kind !== 'Column') return []
  return placesIn(collection).filter(part => isInside(part, whole))
}

const places = new WeakMap<CollectionModel, readonly ColumnModel[]>()

function placesIn(collection: CollectionModel): readonly ColumnModel[] {
  const known = places.get(collection)
  if (known) return known
  const found = [...collection.fields.values()].filter(isColumn).filter(({ place }) => place)
  places.set(collection, found)
  return found
}

function isColumn(field: FieldModel): field is ColumnModel {
  return field.kind === 'Column'
}

function isInside({ place: inner }: ColumnModel, whole: ColumnModel): boolean {
  if (inner === undefined) return false
  if (inner.column === whole.name) return true
  const { place: outer } = whole
  return (
    inner.column === outer?.column &&
    inner.path.length > outer.path.length &&
    outer.path.every((name, index) => name === inner.path[index])
  )
}
