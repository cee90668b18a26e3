import type { CollectionModel, EngineCall } from '../model/model.js'
import { checkNewRecord, checkPatch } from './check-rules.js'
import { isGiven, isUnchanged } from './related.js'
import type { Rewritten } from './rewritten.js'

/** Checks the rules of a new record and of its nested records; throws when one is violated. */
export function checkRecord(
  collection: CollectionModel,
  { given, columns, related }: Rewritten,
  call: EngineCall,
  foreign: readonly string[] = [],
): void {
  const pending = new Set(foreign)
  for (const [relation, record] of related) {
    if (isGiven(relation, columns)) {
      checkPatch(relation.target, record, call)
      continue
    }
    if (relation.kind === 'OneToOne') {
      checkRecord(
        relation.target,
        record,
        call,
        relation.keys.map(({ to }) => to),
      )
    } else if (!isUnchanged(record)) {
      checkRecord(relation.target, record, call)
      for (const { from } of relation.keys) pending.add(from)
    }
  }
  checkNewRecord(collection, { ...given, ...columns }, call, pending)
}
