import { ForbiddenError, NotFoundError, UnprocessableError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import {
  checkRules,
  create,
  type EngineCall,
  requireWritable,
  updateExpectedRecord,
} from '@service/engine'
import type { RestoredRecord, UnrestoredReason } from '@service/protocol'
import { exportedName } from '../query/exported-name.js'
import { parseId } from '../query/parse-id.js'
import { getLookup } from '../record/find-record.js'
import { guardWrite } from '../record/guard-write.js'
import { parseAttributes } from '../record/parse-attributes.js'
import { refuseCreations } from '../record/refuse-creations.js'
import { staleRecord } from '../record/stale-record.js'
import type { AuditValues } from './audit-trail.js'
import { canonicalValues } from './canonical-values.js'
import { findReason, planRestore, type RestoreContext, type RestoreTarget } from './plan-restore.js'
import { listStoredColumns } from './read-stored.js'

/** One restore of a record, or its dry run. */
export interface RestoreRun extends RestoreContext {
  readonly recordId: string
  readonly call: EngineCall
  readonly isDryRun: boolean
}

/** Writes earlier values to a record. Only columns that still have the values read before are written. */
export async function restoreValues(
  run: RestoreRun,
  row: Row,
  target: Omit<RestoreTarget, 'current'>,
): Promise<RestoredRecord> {
  const { collection, access, recordId, call, isDryRun } = run
  const plan = planRestore(run, { ...target, current: canonicalValues(row) })
  const isChanged = Object.keys(plan.changes).length > 0
  const result = { ...describe(run), operation: isChanged ? 'update' : 'none', ...plan } as const
  if (!isChanged) return result
  const attributes = mapValues(plan.changes, ({ to }) => to)
  const patch = parseAttributes(collection, attributes, access)
  const writing = refuseCreations(access, collection, patch, call)
  if (isDryRun) {
    await guardWrite(access, collection, async () => checkRules(collection, patch, call))
    return result
  }
  const expected = Object.fromEntries(Object.keys(patch).map(name => [name, row[name] ?? null]))
  const query = getLookup(collection, Object.keys(patch))
  const id = parseId(collection, recordId)
  const { isFound, current } = await guardWrite(access, collection, () =>
    updateExpectedRecord(query, id, patch, expected, writing),
  )
  if (!isFound) throw new NotFoundError(`No record '${recordId}' in '${collection.name}'.`)
  if (current) throw staleRecord(collection, recordId, current)
  return result
}

/** Creates a deleted record again, with the same key and all of its values. */
export async function restoreDeleted(
  run: RestoreRun,
  values: AuditValues,
): Promise<RestoredRecord> {
  const { collection, access, call, isDryRun } = run
  access.require('add', collection)
  requireWritable(collection, 'create')
  const attributes = listAttributes(run, values)
  const row = parseAttributes(collection, attributes, access)
  const writing = refuseCreations(access, collection, row, call)
  const result = {
    ...describe(run),
    operation: 'create',
    changes: mapValues(attributes, to => ({ from: null, to })),
    changedSince: {},
    unrestored: {},
  } as const
  if (isDryRun) await guardWrite(access, collection, async () => checkRules(collection, row, call))
  else await guardWrite(access, collection, () => create(collection, [row], writing))
  return result
}

/** Throws unless every value is known and may be written: half a record would pass for the whole. */
function listAttributes(run: RestoreRun, values: AuditValues): Record<string, unknown> {
  requireAllSeen(run)
  const { collection } = run
  const given = Object.keys(values).filter(name => values[name] !== null)
  const attributes: Record<string, unknown> = {}
  for (const name of given) {
    const column = collection.fields.get(name)
    // A column that the model no longer has is not needed any more; a part is restored with its whole.
    if (column?.kind !== 'Column' || column.jsonPath) continue
    if (column.export === 'hidden') throw cannotCreate(run, 'A column is not exported')
    const reason = findReason(run, column, values[name])
    if (reason === 'readOnly') continue
    const isNewKey = reason === 'key' && column.write.kind !== 'none'
    if (reason && !isNewKey) throw cannotCreate(run, `'${exportedName(column)}' ${causes[reason]}`)
    attributes[exportedName(column)] = values[name]
  }
  return attributes
}

/** Refused whatever the values are, which would otherwise tell whether a hidden field had one. */
function requireAllSeen({ collection, access, recordId }: RestoreRun): void {
  const hidden = access.hiddenIn?.(collection)
  const stored = listStoredColumns(collection)
  if (!hidden || !stored.some(name => hidden.has(collection.fields.get(name)!))) return
  const { name } = collection
  access.deny(
    new ForbiddenError(
      `Record '${recordId}' of '${name}' cannot be created again: your role may not read all of its fields.`,
    ),
    {
      kind: 'collection',
      right: 'read',
      collection: name,
      reason: `The role may not read every field of '${name}'.`,
    },
  )
}

const causes: Readonly<Record<UnrestoredReason, string>> = {
  redacted: 'is redacted in the audit trail',
  bytes: 'contained bytes, which the audit trail does not store',
  key: 'is generated by the database, so that the record would get another key',
  readOnly: 'is read-only',
  notAllowed: 'may not be written by your role',
}

function cannotCreate({ collection, recordId }: RestoreRun, cause: string): UnprocessableError {
  return new UnprocessableError(
    `Record '${recordId}' of '${collection.name}' cannot be created again. ${cause}.`,
  )
}

const describe = ({ collection, recordId }: RestoreRun) => ({
  collection: collection.name,
  recordId,
})

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))
}
