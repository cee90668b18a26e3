import type { Draft, DraftCollection, DraftField } from '../../model/draft.js'
import type { CollectionSoFar, ColumnSoFar, RelationSoFar } from './plugin.js'

/** Returns the collections of a draft in their current state. */
export function collectionsSoFar(draft: Draft): ReadonlyMap<string, CollectionSoFar> {
  return new Map([...draft].map(([name, collection]) => [name, collectionSoFar(collection)]))
}

export function collectionSoFar({ name, fields }: DraftCollection): CollectionSoFar {
  return {
    name,
    fields: new Map([...fields].map(([fieldName, field]) => [fieldName, fieldSoFar(field)])),
  }
}

function fieldSoFar(field: DraftField): ColumnSoFar | RelationSoFar {
  if (field.kind !== 'Column') {
    const { kind, name, foreignCollection, throughCollection } = field
    return { kind, name, foreignCollection, throughCollection }
  }
  const { kind, name, columnType, enumValues, defaultValue, isPrimaryKey, allowNull } = field
  return {
    kind,
    name,
    columnType,
    enumValues,
    defaultValue,
    isPrimaryKey,
    allowNull,
    isReadOnly: field.write.kind === 'none',
    isSortable: field.sort.kind !== 'none',
    operators: new Set(field.filter.keys()),
  }
}
