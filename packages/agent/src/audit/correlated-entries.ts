import type { CollectionModel, EngineCall } from '@service/engine'
import type { PrivateContext } from '../routes/route.js'
import type { AuditEntry, AuditTrail } from './audit-trail.js'
import { type ShownEntry, shownEntry } from './shown-entry.js'
import { readVisibility } from './visibility.js'

/** The entries of several collections that the caller may see, in their order. */
export async function correlatedEntries(
  { runtime, access }: PrivateContext,
  trail: AuditTrail,
  entries: readonly AuditEntry[],
  call: EngineCall,
): Promise<ShownEntry[]> {
  const shown = new Map<number, ShownEntry>()
  for (const [name, ofCollection] of groupByCollection(entries)) {
    const collection = runtime.model.collections.get(name)
    if (collection?.isExported && access.can('read', collection)) {
      await show(collection, ofCollection)
    }
  }
  return entries.flatMap(({ id }) => shown.get(id) ?? [])

  async function show(collection: CollectionModel, group: readonly AuditEntry[]): Promise<void> {
    const ids = [...new Set(group.flatMap(({ recordId }) => recordId ?? []))]
    const visibility = await readVisibility(trail, collection, ids, call)
    for (const entry of group) {
      // An entry without a record belongs to the collection, which the caller may read.
      const seen = entry.recordId === null ? 'shown' : visibility.get(entry.recordId)
      if (seen && seen !== 'hidden')
        shown.set(entry.id, shownEntry(entry, collection, access, seen))
    }
  }
}

function groupByCollection(entries: readonly AuditEntry[]): ReadonlyMap<string, AuditEntry[]> {
  const groups = new Map<string, AuditEntry[]>()
  for (const entry of entries) {
    const group = groups.get(entry.collection)
    if (group) group.push(entry)
    else groups.set(entry.collection, [entry])
  }
  return groups
}
