import type { KeyPair } from '@service/datasource-toolkit'
import type { CollectionModel, RelationModel } from '@service/engine'

/** The exported relation from the target back to this collection, when there is one. */
export function inverseRelation(
  relation: RelationModel,
  origin: CollectionModel,
): string | undefined {
  for (const [name, field] of relation.target.view) {
    if (field.kind !== 'Column' && field.target === origin && isInverse(relation, field)) {
      return name
    }
  }
  return undefined
}

function isInverse(a: RelationModel, b: RelationModel): boolean {
  if (a.kind === 'ManyToMany') {
    return (
      b.kind === 'ManyToMany' &&
      a.through === b.through &&
      areInverse(a.originKeys, b.foreignKeys) &&
      areInverse(a.foreignKeys, b.originKeys)
    )
  }
  if (b.kind === 'ManyToMany') return false
  return (a.kind === 'ManyToOne') !== (b.kind === 'ManyToOne') && areInverse(a.keys, b.keys)
}

function areInverse(a: readonly KeyPair[], b: readonly KeyPair[]): boolean {
  const isMirrored = (pair: KeyPair) =>
    b.some(other => other.from === pair.to && other.to === pair.from)
  return a.length === b.length && a.every(isMirrored)
}
