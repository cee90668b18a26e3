import { ValidationError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import { type CollectionModel, isStored, type ToOneModel } from '../model/model.js'
import type { Rewritten } from './rewritten.js'

/** The relations of a kind that some of the records write through. */
export function relationsOf(
  records: readonly Rewritten[],
  kind: ToOneModel['kind'],
): readonly ToOneModel[] {
  const relations = new Set(records.flatMap(({ related }) => [...related.keys()]))
  return [...relations].filter(relation => relation.kind === kind)
}

/** The foreign key of a many-to-one relation is written too. */
export function isGiven({ kind, keys }: ToOneModel, row: Row): boolean {
  return kind === 'ManyToOne' && keys.every(({ from }) => (row[from] ?? null) !== null)
}

/** Refuses to make a relation lead to a new record by a key that no source stores. */
export function requireStoredKey(collection: CollectionModel, relation: ToOneModel): void {
  const [owner, side] =
    relation.kind === 'ManyToOne' ? [collection, 'from' as const] : [relation.target, 'to' as const]
  const computed = relation.keys.find(key => !isStored(owner.path(key[side]).column.read))
  if (!computed) return
  throw new ValidationError(
    `'${relation.name}' of '${collection.name}' leads to no record, and none can be created: its key '${computed[side]}' is computed.`,
  )
}

/** Nothing but nulls: where there is no record, none is needed to say so. */
export function isVoid({ columns, related }: Rewritten): boolean {
  return (
    Object.values(columns).every(value => value === null) && [...related.values()].every(isVoid)
  )
}
