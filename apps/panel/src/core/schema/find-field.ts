import type { CollectionModel, Collections, FieldModel } from './collection-model.js'

/** A field, and the to-one relations that lead to it. */
export interface FoundField {
  readonly field: FieldModel
  readonly relations: readonly FieldModel[]
  /** The collection that has the field. */
  readonly collection: CollectionModel
}

/**
 * Finds the field that a path such as `customer:city` names; undefined when a part of it does not
 * exist for the caller.
 *
 * @example
 * findField(collections, orders, 'customer:city')?.field.columnType // 'String'
 */
export function findField(
  collections: Collections,
  collection: CollectionModel,
  path: string,
): FoundField | undefined {
  const names = path.split(':')
  const relations: FieldModel[] = []
  let current = collection
  for (const name of names.slice(0, -1)) {
    const relation = current.fields.get(name)
    const target = relation?.kind === 'to-one' && collections.get(relation.target ?? '')
    if (!relation || !target) return undefined
    relations.push(relation)
    current = target
  }
  const field = current.fields.get(names.at(-1) ?? '')
  return field && { field, relations, collection: current }
}

/**
 * Returns the label of a path: `Customer › City`.
 *
 * @example
 * formatPath({ relations: [customer], field: city, collection: customers }) // 'Customer › City'
 */
export function formatPath({ relations, field }: FoundField): string {
  return [...relations, field].map(({ label }) => label).join(' › ')
}
