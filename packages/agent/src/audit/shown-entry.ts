import type { CollectionModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import { exportedName } from '../query/exported-name.js'
import { isHidden } from '../query/require-uses.js'
import { noteName } from './audit-entries.js'
import type { AuditEntry, AuditValues } from './audit-trail.js'
import type { Visibility } from './visibility.js'

/** An entry as clients receive it. */
export interface ShownEntry extends Omit<AuditEntry, 'user'> {
  readonly userId: number | null
  readonly userFirstName: string | null
  readonly userLastName: string | null
  readonly userEmail: string | null
}

/** An entry with exported names, without what the caller may not see. */
export function shownEntry(
  { user, ...entry }: AuditEntry,
  collection: CollectionModel,
  access: Access,
  visibility: Visibility,
): ShownEntry {
  const shown = (values: AuditValues) =>
    visibility === 'shown' ? shownValues(values, collection, access) : {}
  return {
    id: entry.id,
    timestamp: entry.timestamp,
    operation: entry.operation,
    collection: entry.collection,
    recordId: entry.recordId,
    userId: user?.id ?? null,
    userFirstName: user?.firstName ?? null,
    userLastName: user?.lastName ?? null,
    userEmail: user?.email ?? null,
    actionName: entry.actionName,
    correlationKey: entry.correlationKey,
    previousValues: shown(entry.previousValues),
    newValues: shown(entry.newValues),
    status: entry.status,
  }
}

/** Columns that are no longer in the model have no rights, so that they are never shown. */
export function shownValues(
  values: AuditValues,
  collection: CollectionModel,
  access: Access,
): AuditValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (name === noteName) return [[name, value] as const]
      const field = collection.fields.get(name)
      if (!field || field.export === 'hidden' || isHidden(access, collection, field)) return []
      return [[exportedName(field), value] as const]
    }),
  )
}
