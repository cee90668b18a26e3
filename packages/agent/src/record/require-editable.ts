import { ForbiddenError } from '@service/base'
import type { CollectionModel, FieldModel, RelationModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import { exportedName } from '../query/exported-name.js'
import { requireUse } from '../query/require-uses.js'

/** Throws 403 unless the caller may write the field. */
export function requireEditable(
  access: Access,
  collection: CollectionModel,
  field: FieldModel,
): void {
  if (!access.lockedIn?.(collection)?.has(field)) return
  const name = exportedName(field)
  access.deny(new ForbiddenError(`Your role may not write the field '${name}'.`), {
    kind: 'field',
    right: 'edit',
    collection: collection.name,
    field: name,
    reason: `The role may not write '${name}', or what it is stored in.`,
  })
}

/**
 * Throws 403 unless the caller may change the target of the relation. A key that is copied to another
 * record must be one they may see, since the copy would reveal it.
 */
export function requireSettable(
  access: Access,
  collection: CollectionModel,
  relation: RelationModel,
): void {
  requireEditable(access, collection, relation)
  if (relation.kind === 'ManyToOne' && !access.mayRead(relation.target)) {
    access.require('read', relation.target)
  }
  const path = exportedName(relation)
  for (const [owner, name] of copiedKeys(collection, relation)) {
    requireUse(access, { collection: owner, field: owner.fields.get(name)!, path })
  }
}

type Key = readonly [owner: CollectionModel, name: string]

function copiedKeys(collection: CollectionModel, relation: RelationModel): readonly Key[] {
  const own = (name: string): Key => [collection, name]
  const foreign = (name: string): Key => [relation.target, name]
  if (relation.kind === 'ManyToOne') return relation.keys.map(({ to }) => foreign(to))
  if (relation.kind !== 'ManyToMany') return relation.keys.map(({ from }) => own(from))
  const { originKeys, foreignKeys } = relation
  return [...originKeys.map(({ from }) => own(from)), ...foreignKeys.map(({ to }) => foreign(to))]
}
