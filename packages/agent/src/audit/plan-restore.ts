import { ownValue } from '@service/base'
import type { CollectionModel, ColumnModel } from '@service/engine'
import type { RestoredRecord, UnrestoredReason } from '@service/protocol'
import type { Access } from '../gateway/access.js'
import { exportedName } from '../query/exported-name.js'
import { isHidden } from '../query/require-uses.js'
import { holdsBytes } from '../serialise/binary.js'
import type { AuditTrail, AuditValues } from './audit-trail.js'

/** Where values are restored, and for whom. */
export interface RestoreContext {
  readonly trail: AuditTrail
  readonly collection: CollectionModel
  readonly access: Access
}

/** Earlier values of a record, by internal name. */
export interface RestoreTarget {
  /** The record as it is. */
  readonly current: AuditValues
  /** The values to restore. */
  readonly earlier: AuditValues
  /** Values that the record must still have; a column without one may have any. */
  readonly expected: AuditValues
  /** Only these columns; undefined for all. */
  readonly fields?: ReadonlySet<string>
}

/** By exported name. */
export type RestorePlan = Pick<RestoredRecord, 'changes' | 'changedSince' | 'unrestored'>

/** Compares a record with earlier values: what can be written, what changed since, what cannot be restored. */
export function planRestore(context: RestoreContext, target: RestoreTarget): RestorePlan {
  const { current, earlier, expected, fields } = target
  const changes: Record<string, RestorePlan['changes'][string]> = {}
  const changedSince: Record<string, RestorePlan['changedSince'][string]> = {}
  const unrestored: Record<string, UnrestoredReason> = {}
  for (const column of listShownColumns(context, Object.keys(earlier))) {
    const { name } = column
    if (fields && !fields.has(name)) continue
    const [from, to] = [ownValue(current, name) ?? null, earlier[name]]
    const reason = findReason(context, column, to)
    const shown = exportedName(column)
    if (reason === 'redacted') unrestored[shown] = reason
    else if (isSame(from, to)) continue
    else if (reason) unrestored[shown] = reason
    else if (Object.hasOwn(expected, name) && !isSame(from, expected[name])) {
      changedSince[shown] = { expected: expected[name], current: from, to }
    } else changes[shown] = { from, to }
  }
  return { changes, changedSince, unrestored }
}

/** The columns that the caller may see. A part of a JSON column is restored with the whole column. */
function listShownColumns(
  { collection, access }: RestoreContext,
  names: readonly string[],
): readonly ColumnModel[] {
  return names.flatMap(name => {
    const field = collection.fields.get(name)
    if (field?.kind !== 'Column' || field.export === 'hidden') return []
    if (isHidden(access, collection, field)) return []
    return field.jsonPath && names.includes(field.jsonPath.column) ? [] : [field]
  })
}

/** Why a column cannot get this value. */
export function findReason(
  { trail, collection, access }: RestoreContext,
  column: ColumnModel,
  value: unknown,
): UnrestoredReason | undefined {
  if (trail.redacted.includes(`${collection.name}.${column.name}`)) return 'redacted'
  if (column.isPrimaryKey) return 'key'
  if (column.write.kind === 'none') return 'readOnly'
  if (value !== null && holdsBytes(column.columnType)) return 'bytes'
  return access.lockedIn?.(collection)?.has(column) ? 'notAllowed' : undefined
}

/** Both values are canonical, so that equal ones have equal texts. */
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
