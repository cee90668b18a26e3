import type {
  CollectionModel,
  Collections,
  FieldModel,
} from '../../../core/schema/collection-model.js'

/** Fields that can be filtered: of the collection, then of each record it belongs to. */
export interface FieldGroup {
  /** Null for the collection's own fields. */
  readonly label: string | null
  readonly fields: readonly { readonly path: string; readonly label: string }[]
}

export function listFieldGroups(
  collections: Collections,
  collection: CollectionModel,
): readonly FieldGroup[] {
  const relations = [...collection.fields.values()].filter(({ kind }) => kind === 'to-one')
  return [
    { label: null, fields: listFields(collection, '') },
    ...relations.flatMap(relation => {
      const target = collections.get(relation.target ?? '')
      return target
        ? [{ label: relation.label, fields: listFields(target, `${relation.name}:`) }]
        : []
    }),
  ].filter(({ fields }) => fields.length > 0)
}

function listFields({ fields }: CollectionModel, prefix: string) {
  return [...fields.values()]
    .filter(canBeFiltered)
    .map(({ name, label }) => ({ path: prefix + name, label }))
}

function canBeFiltered({ kind, operators, isSecret }: FieldModel): boolean {
  return kind === 'column' && operators.length > 0 && !isSecret
}
