import { ValidationError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import { type CollectionModel, isStored, type ToOneModel } from '../model/model.js'
import type { Rewritten } from './rewritten.js'

/** Returns the relations of a kind that some of the records write through. */
export function listRelations(
  records: readonly Rewritten[],
  kind: ToOneModel['kind'],
): readonly ToOneModel[] {
  const relations = new Set(records.flatMap(({ related }) => [...related.keys()]))
  return [...relations].filter(relation => relation.kind === kind)
}

/** Whether the foreign key of a many-to-one relation is written too. */
export function isGiven({ kind, keys }: ToOneModel, row: Row): boolean {
  return kind === 'ManyToOne' && keys.every(({ from }) => (row[from] ?? null) !== null)
}

/** Throws when a new record would be referenced by a key that no source stores. */
export function requireStoredKey(collection: CollectionModel, relation: ToOneModel): void {
  const [owner, side] =
    relation.kind === 'ManyToOne' ? [collection, 'from' as const] : [relation.target, 'to' as const]
  const computed = relation.keys.find(key => !isStored(owner.path(key[side]).column.read))
  if (!computed) return
  throw new ValidationError(
    `'${relation.name}' of '${collection.name}' references no record, and none can be created: its key '${computed[side]}' is computed.`,
  )
}

/** Whether all values are null: where there is no record, none has to be created for them. */
export function isUnchanged({ columns, related }: Rewritten): boolean {
  return (
    Object.values(columns).every(value => value === null) &&
    [...related.values()].every(isUnchanged)
  )
}
