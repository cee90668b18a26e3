import type { CollectionModel, FieldModel } from '@service/engine'

type FieldSet = ReadonlySet<FieldModel>

const known = new WeakMap<CollectionModel, Map<string, FieldSet>>()
/** As many roles as an environment has, and more. */
const mostRemembered = 1000

/** The one set of these fields: plans and narrowed queries are kept by its identity, for all users of a role. */
export function internFields(collection: CollectionModel, fields: readonly FieldModel[]): FieldSet {
  let sets = known.get(collection)
  if (!sets || sets.size >= mostRemembered) {
    sets = new Map()
    known.set(collection, sets)
  }
  const key = JSON.stringify(fields.map(field => field.name))
  const set = sets.get(key) ?? new Set(fields)
  sets.set(key, set)
  return set
}
