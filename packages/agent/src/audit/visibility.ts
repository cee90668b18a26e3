import { isServiceError, NotFoundError } from '@service/base'
import { type ConditionTree, evaluate, everyLeaf, type Leaf } from '@service/datasource-toolkit'
import { type CollectionModel, type EngineCall, list } from '@service/engine'
import { matchIds, packId, parseId, type RecordId } from '../query/parse-id.js'
import { lookupCall } from '../record/find-record.js'
import type { AuditTrail, AuditValues } from './audit-trail.js'

/** How much of a record's history a caller may see: everything, only that it exists, or nothing. */
export type Visibility = 'shown' | 'emptied' | 'hidden'

/**
 * By record id. An existing record is visible when it is in the caller's scope. A deleted one is visible
 * to everyone, but its values only if it was in the caller's scope when it was deleted.
 */
export async function readVisibility(
  trail: AuditTrail,
  collection: CollectionModel,
  recordIds: readonly string[],
  call: EngineCall,
): Promise<ReadonlyMap<string, Visibility>> {
  const scope = call.findScope?.(collection)
  if (!scope) return new Map(recordIds.map(id => [id, 'shown']))
  const ids = recordIds.flatMap(text => parseKnownId(collection, text))
  const unscoped = { ...lookupCall(call), findScope: undefined }
  const [seen, existing, gone] = await Promise.all([
    presentIds(collection, ids, lookupCall(call)),
    presentIds(collection, ids, unscoped),
    lastValues(trail, collection, recordIds),
  ])
  const visibility = (id: string): Visibility => {
    if (seen.has(id)) return 'shown'
    if (existing.has(id)) return 'hidden'
    return isInScope(scope, gone.get(id), trail, collection, call) ? 'shown' : 'emptied'
  }
  return new Map(recordIds.map(id => [id, visibility(id)]))
}

/** An id that cannot be parsed any more belongs to no record. */
function parseKnownId(collection: CollectionModel, text: string): readonly RecordId[] {
  try {
    return [parseId(collection, text)]
  } catch (error) {
    if (isServiceError(error)) return []
    throw error
  }
}

async function presentIds(
  collection: CollectionModel,
  ids: readonly RecordId[],
  call: EngineCall,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const projection = collection.primaryKey.map(({ name }) => name)
  const filter = { conditionTree: matchIds(collection, ids) }
  const rows = await list({ collection, filter, projection, sort: [] }, call)
  return new Set(rows.map(row => packId(collection, row)))
}

/** The values of records when they were deleted. */
async function lastValues(
  trail: AuditTrail,
  { name }: CollectionModel,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, AuditValues>> {
  const query = { collection: name, recordIds, operation: 'delete' } as const
  const entries = await trail.find(query, { order: 'oldest', skip: 0, limit: 1000 })
  return new Map(entries.map(entry => [entry.recordId ?? '', entry.previousValues]))
}

/** A scope that the stored values cannot decide counts as not matched. */
function isInScope(
  scope: ConditionTree,
  values: AuditValues | undefined,
  { redacted }: AuditTrail,
  collection: CollectionModel,
  call: EngineCall,
): boolean {
  const findColumnType = (name: string) => {
    const field = collection.fields.get(name)
    return field?.kind === 'Column' ? field.columnType : undefined
  }
  const isKept = ({ field }: Leaf) =>
    values !== undefined &&
    field in values &&
    findColumnType(field) !== 'Binary' &&
    !redacted.includes(`${collection.name}.${field}`)
  return everyLeaf(scope, isKept) && evaluate(scope, values ?? {}, findColumnType, call)
}

export function noHistory(collection: CollectionModel, id: string): NotFoundError {
  return new NotFoundError(`No record '${id}' in '${collection.name}'.`)
}
