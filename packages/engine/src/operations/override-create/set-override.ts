import { ValidationError } from '@service/base'
import type { DraftCollection } from '../../model/draft.js'
import type { Overrides } from '../../write/overrides.js'

/** Replaces a write of the source by custom code; at most once. */
export function setOverride<V extends keyof Overrides>(
  collection: DraftCollection,
  verb: V,
  handler: Overrides[V],
): void {
  if (typeof handler !== 'function') {
    throw new ValidationError(`The override of ${verb} needs a function.`)
  }
  if (collection.overrides?.[verb]) {
    throw new ValidationError(`'${collection.name}' already has an override of ${verb}.`)
  }
  collection.overrides = { ...collection.overrides, [verb]: handler }
  const { isReadOnly, missingPrivileges } = collection.source.schema
  if (verb !== 'delete' && (isReadOnly || missingPrivileges?.has(verb))) makeWritable(collection)
}

/** An override can write what a source cannot, such as a view. */
function makeWritable(collection: DraftCollection): void {
  for (const field of collection.fields.values()) {
    if (field.kind !== 'Column' || field.read.kind !== 'native') continue
    if (field.write.kind === 'none') field.write = { kind: 'native' }
  }
}
