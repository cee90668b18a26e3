import type { Row } from '@service/datasource-toolkit'
import type { CollectionModel, EngineCall, RecordedChange } from '@service/engine'
import { packId } from '../query/parse-id.js'
import type { AuditUser, AuditValues, NewAuditEntry, SettledEntry } from './audit-trail.js'
import { canonicalValues, type Difference, findDifference } from './canonical-values.js'

export type IsRedacted = (column: string) => boolean

/** How an entry ended: with the announced values, not at all, or with other values. */
export type EntryEnd = 'kept' | 'void' | NonNullable<SettledEntry['change']>

/** The pseudo-column in which an entry notes what it leaves out. */
export const noteName = '(note)'

/** One entry per record, with what is known before the change. */
export function newEntries(
  change: RecordedChange,
  call: EngineCall,
  isRedacted: IsRedacted,
): NewAuditEntry[] {
  const { caller, now } = call
  const common = {
    timestamp: new Date(Math.max(now.getTime(), Date.now())).toISOString(),
    operation: change.operation,
    collection: change.collection.name,
    recordId: null,
    user: caller ? toAuditUser(caller) : null,
    actionName: change.action ?? null,
    correlationKey: caller?.requestId ?? null,
    previousValues: {},
    newValues: {},
  }
  const entries: NewAuditEntry[] = change.records.map(row => ({
    ...common,
    recordId: formatRecordId(change.collection, row),
    ...valuesBefore(change, row, isRedacted),
  }))
  if (change.isPartial) {
    const note = `More than ${change.records.length} records were selected: the others are not kept.`
    entries.push({ ...common, newValues: { [noteName]: note } })
  }
  return entries.length > 0 ? entries : [common]
}

function valuesBefore(
  { operation, patch = {} }: RecordedChange,
  row: Row,
  isRedacted: IsRedacted,
): Pick<NewAuditEntry, 'previousValues' | 'newValues'> {
  if (operation === 'create') {
    return { previousValues: {}, newValues: canonicalValues(row, isRedacted) }
  }
  if (operation === 'update') return findDifference(pick(row, patch), patch, isRedacted)
  return { previousValues: canonicalValues(row, isRedacted), newValues: {} }
}

/** How each entry ended. `after` is absent when it is unknown. */
export function entryEnds(
  change: RecordedChange,
  entries: readonly NewAuditEntry[],
  after: readonly (Row | undefined)[] | undefined,
  isRedacted: IsRedacted,
): EntryEnd[] {
  return entries.map((entry, index): EntryEnd => {
    const before = change.records[index]
    const row = after?.[index]
    if (!before || !after) return 'kept'
    if (change.operation === 'delete') return row ? 'void' : 'kept'
    if (!row) return 'kept'
    if (change.operation === 'create') {
      const newValues = canonicalValues(row, isRedacted)
      return { ...entry, recordId: formatRecordId(change.collection, row), newValues }
    }
    const difference = findDifference(before, row, isRedacted)
    const isSame =
      Object.keys({ ...difference.previousValues, ...difference.newValues }).length === 0
    if (isSame && change.operation === 'update') return 'void'
    return isEqual(entry, difference) ? 'kept' : { ...entry, ...difference }
  })
}

/** How an entry of a failed action ended. */
export function asFailed(entry: NewAuditEntry, end: EntryEnd): EntryEnd {
  return { ...(typeof end === 'object' ? end : entry), operation: 'action_failed' }
}

function formatRecordId(collection: CollectionModel, row: Row): string | null {
  const { primaryKey } = collection
  const isKnown = primaryKey.every(({ name }) => (row[name] ?? null) !== null)
  return isKnown && primaryKey.length > 0 ? packId(collection, row) : null
}

function isEqual(entry: NewAuditEntry, { previousValues, newValues }: Difference): boolean {
  const serializeValues = (...values: readonly AuditValues[]) => JSON.stringify(values)
  return (
    serializeValues(entry.previousValues, entry.newValues) ===
    serializeValues(previousValues, newValues)
  )
}

const pick = (row: Row, patch: Row): Row =>
  Object.fromEntries(Object.keys(patch).map(name => [name, row[name]]))

function toAuditUser({ id, firstName, lastName, email }: AuditUser): AuditUser {
  return { id, firstName, lastName, email }
}
