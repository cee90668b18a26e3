import type { AuditEntry, AuditValues } from './audit-trail.js'

/** What one request did to one record. */
export interface FoldedChange {
  readonly operation: 'create' | 'update' | 'delete'
  /** The values before the first change of each column. */
  readonly before: AuditValues
  /** The values after the last change of each column. */
  readonly after: AuditValues
}

/** Folds the entries of each record, oldest first. An action and what its code wrote are one change. */
export function foldEntries(entries: readonly AuditEntry[]): ReadonlyMap<string, FoldedChange> {
  const changes = new Map<string, FoldedChange>()
  for (const entry of entries) {
    if (entry.recordId === null) continue
    changes.set(entry.recordId, fold(changes.get(entry.recordId), entry))
  }
  return changes
}

function fold(known: FoldedChange | undefined, entry: AuditEntry): FoldedChange {
  const { previousValues, newValues } = entry
  const before = { ...previousValues, ...known?.before }
  const after = { ...known?.after, ...newValues }
  if (known?.operation === 'create') return { operation: 'create', before, after }
  const { operation } = entry
  if (operation === 'create' || operation === 'delete') return { operation, before, after }
  return { operation: known?.operation ?? 'update', before, after }
}
