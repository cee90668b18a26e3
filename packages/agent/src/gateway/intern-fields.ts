import type { CollectionModel, FieldModel } from '@service/engine'

type FieldSet = ReadonlySet<FieldModel>

const known = new WeakMap<CollectionModel, Map<string, FieldSet>>()
/** More than the roles of most environments. */
const maxRemembered = 1000

/** Returns the same set for the same fields: plans and queries are cached by its identity, for all users of a role. */
export function internFields(collection: CollectionModel, fields: readonly FieldModel[]): FieldSet {
  let sets = known.get(collection)
  if (!sets || sets.size >= maxRemembered) {
    sets = new Map()
    known.set(collection, sets)
  }
  const key = JSON.stringify(fields.map(field => field.name))
  const set = sets.get(key) ?? new Set(fields)
  sets.set(key, set)
  return set
}
