import type { CollectionModel } from '../schema/collection-model.js'
import type { FoundField } from '../schema/find-field.js'

/** Why a cell of a list cannot be edited. */
export type ReadOnlyReason =
  /** The value belongs to a related record. */
  | { readonly kind: 'related'; readonly relation: string }
  /** The role may not edit records of the collection. */
  | { readonly kind: 'right' }
  | { readonly kind: 'key' }
  /** The field itself: computed, locked by a right, or written by the database. */
  | { readonly kind: 'field' }

/**
 * Returns why a cell cannot be edited in its list; undefined when it can.
 *
 * @example
 * explainReadOnly(findField(collections, orders, 'customer:city')!, orders) // { kind: 'related', … }
 */
export function explainReadOnly(
  { field, relations }: FoundField,
  { rights }: CollectionModel,
): ReadOnlyReason | undefined {
  const [relation] = relations
  if (relation) return { kind: 'related', relation: relation.label }
  if (!rights.edit) return { kind: 'right' }
  if (field.isPrimaryKey) return { kind: 'key' }
  return field.isWritable && field.kind !== 'to-many' ? undefined : { kind: 'field' }
}
