import type { ToOneModel } from '../model/model.js'
import type { Rewritten } from './rewrite.js'

/** The relations of a kind that some of the records write through. */
export function relationsOf(
  records: readonly Rewritten[],
  kind: ToOneModel['kind'],
): readonly ToOneModel[] {
  const relations = new Set(records.flatMap(({ related }) => [...related.keys()]))
  return [...relations].filter(relation => relation.kind === kind)
}

/** Nothing but nulls: where there is no record, none is needed to say so. */
export function isVoid({ columns, related }: Rewritten): boolean {
  return (
    Object.values(columns).every(value => value === null) && [...related.values()].every(isVoid)
  )
}
