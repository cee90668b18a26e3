import { isServiceError, NotFoundError, UnprocessableError, ValidationError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import { type CollectionModel, type EngineCall, requireWritable } from '@service/engine'
import { type HttpResponse, jsonResponse } from '@service/http'
import { maxRevertedRecords, type RestoredRecord, type RestoreMeta } from '@service/protocol'
import type { AuditEntry, AuditTrail } from '../audit/audit-trail.js'
import { findAll, findHistory, requireTrail } from '../audit/find-history.js'
import { type FoldedChange, foldEntries } from '../audit/fold-entries.js'
import { readTimezone } from '../audit/parse-history-query.js'
import { parseRestore, parseRevert } from '../audit/parse-restore.js'
import { readAt } from '../audit/read-at.js'
import { readStoredRows } from '../audit/read-stored.js'
import { rebuildState } from '../audit/rebuild-state.js'
import { noteRestore } from '../audit/restore-activity.js'
import { type RestoreRun, restoreDeleted, restoreValues } from '../audit/restore-record.js'
import { noHistory, readVisibility } from '../audit/visibility.js'
import { exportedCollection } from '../query/exported-collection.js'
import { type Parameters, parseParameters } from '../query/parameters.js'
import { parseId } from '../query/parse-id.js'
import { bodyObject } from './body-object.js'
import type { PrivateContext, PrivateRoute } from './route.js'

/** Writes the values that a record had at an instant, or creates a deleted record again. */
async function restore(context: PrivateContext): Promise<HttpResponse> {
  const { access } = context
  const found = await findHistory(context)
  const { trail, collection, recordId, parameters, visibility } = found
  const { fields, expected, isDryRun } = parseRestore(await bodyObject(context), collection, access)
  const { from } = readAt(parameters)
  const later = await findAll(trail, { collection: collection.name, recordIds: [recordId], from })
  const state = rebuildState(found.current, later)
  if (!state || visibility !== 'shown') throw noHistory(collection, recordId)
  const call = access.call(readTimezone(parameters))
  const run = { trail, collection, access, recordId, call, isDryRun }
  if (!found.current) {
    if (fields) throw new ValidationError("A deleted record is restored whole: leave out 'fields'.")
    note(context, collection, 'create', [recordId], 'restored')
    return respond(context, await restoreDeleted(run, state), isDryRun)
  }
  requireEdit(context, collection)
  const row = (await readStoredRows(collection, [parseId(collection, recordId)], call)).get(
    recordId,
  )
  if (!row) throw noHistory(collection, recordId)
  note(context, collection, 'update', [recordId], 'restored')
  const changed = listChangedColumns(later, Object.keys(state))
  const earlier = Object.fromEntries(changed.map(name => [name, state[name] ?? null]))
  return respond(context, await restoreValues(run, row, { earlier, expected, fields }), isDryRun)
}

/** A record that was deleted and created again in between may differ everywhere. */
function listChangedColumns(
  later: readonly AuditEntry[],
  all: readonly string[],
): readonly string[] {
  const isReplaced = later.some(({ operation }) => operation === 'create' || operation === 'delete')
  if (isReplaced) return all
  return [...new Set(later.flatMap(({ previousValues }) => Object.keys(previousValues)))]
}

const maxEntries = 1000

/** Writes the values that records had before a request, where they still have the values it wrote. */
async function revert(context: PrivateContext): Promise<HttpResponse> {
  const { access, params } = context
  const trail = requireTrail(context)
  const parameters = parseParameters(context.query)
  const call = access.call(readTimezone(parameters))
  const { collection, entries } = await findReverted(context, trail, parameters)
  requireEdit(context, collection)
  const { fields, isDryRun } = parseRevert(await bodyObject(context), collection, access)
  const changes = await keepVisible(trail, collection, foldEntries(entries), call)
  if (changes.size === 0) throw noChanges(params.key!)
  requireFew(changes.size)
  const ids = [...changes.keys()]
  note(context, collection, 'update', ids, 'reverted')
  const parsed = ids.map(id => parseId(collection, id))
  const rows = await readStoredRows(collection, parsed, call)
  const results: RestoredRecord[] = []
  for (const [recordId, change] of changes) {
    const run = { trail, collection, access, recordId, call, isDryRun }
    const revertOne = revertRecord(run, change, rows.get(recordId), fields)
    // One record: its error is the response. Of several, the others are reverted all the same.
    results.push(await (ids.length === 1 ? revertOne : reportError(run, revertOne)))
  }
  return respond(context, results, isDryRun)
}

function revertRecord(
  run: RestoreRun,
  { operation, before, after }: FoldedChange,
  row: Row | undefined,
  fields: ReadonlySet<string> | undefined,
): Promise<RestoredRecord> {
  if (operation === 'create') return Promise.resolve(untouched(run, 'created'))
  if (operation === 'update') {
    if (!row) return Promise.resolve(untouched(run, 'deletedSince'))
    return restoreValues(run, row, { earlier: before, expected: after, fields })
  }
  return row ? Promise.resolve(untouched(run, 'createdSince')) : restoreDeleted(run, before)
}

function untouched(
  { collection, recordId }: RestoreRun,
  obstacle?: RestoredRecord['obstacle'],
): RestoredRecord {
  return {
    collection: collection.name,
    recordId,
    operation: 'none',
    ...(obstacle && { obstacle }),
    changes: {},
    changedSince: {},
    unrestored: {},
  }
}

async function reportError(
  run: RestoreRun,
  reverting: Promise<RestoredRecord>,
): Promise<RestoredRecord> {
  try {
    return await reverting
  } catch (error) {
    if (!isServiceError(error) || error.status >= 500) throw error
    return { ...untouched(run), error: { name: error.name, detail: error.message } }
  }
}

interface Reverted {
  readonly collection: CollectionModel
  readonly entries: readonly AuditEntry[]
}

/** The entries of the request, in the one collection that is reverted. */
async function findReverted(
  { runtime, access, params }: PrivateContext,
  trail: AuditTrail,
  parameters: Parameters,
): Promise<Reverted> {
  const key = params.key!
  const [name, recordId] = [parameters('collection'), parameters('recordId')]
  if (recordId && !name) {
    throw new ValidationError("The parameter 'recordId' needs the parameter 'collection'.")
  }
  const named = name ? exportedCollection(runtime.model, name, access) : undefined
  if (named) access.require('read', named)
  const query = {
    correlationKeys: [key],
    ...(name && { collection: name }),
    ...(recordId && { recordIds: [recordId] }),
  }
  const page = { order: 'oldest', skip: 0, limit: maxEntries + 1 } as const
  const entries = await trail.find(query, page)
  if (entries.length > maxEntries) requireFew(entries.length)
  const collections = [...new Set(entries.map(entry => entry.collection))].flatMap(each => {
    const collection = runtime.model.collections.get(each)
    return collection?.isExported && access.can('read', collection) ? [collection] : []
  })
  const [collection, ...others] = collections
  if (!collection) throw noChanges(key)
  if (others.length > 0) {
    const names = collections.map(each => `'${each.name}'`).join(', ')
    throw new UnprocessableError(
      `The request changed several collections: ${names}. Revert one at a time, with the parameter 'collection'.`,
    )
  }
  return { collection, entries: entries.filter(entry => entry.collection === collection.name) }
}

async function keepVisible(
  trail: AuditTrail,
  collection: CollectionModel,
  changes: ReadonlyMap<string, FoldedChange>,
  call: EngineCall,
): Promise<ReadonlyMap<string, FoldedChange>> {
  const visibility = await readVisibility(trail, collection, [...changes.keys()], call)
  return new Map([...changes].filter(([id]) => visibility.get(id) === 'shown'))
}

function requireFew(count: number): void {
  if (count <= maxRevertedRecords) return
  throw new UnprocessableError(
    `The request changed more than ${maxRevertedRecords} records. Revert them one at a time, with the ` +
      "parameters 'collection' and 'recordId'.",
  )
}

function requireEdit({ access }: PrivateContext, collection: CollectionModel): void {
  access.require('edit', collection)
  requireWritable(collection, 'update')
}

const noChanges = (key: string) =>
  new NotFoundError(`The request '${key}' changed no record that you may see.`)

function note(
  { request }: PrivateContext,
  { name }: CollectionModel,
  action: 'create' | 'update',
  recordIds: readonly string[],
  label: string,
): void {
  noteRestore(request, { action, collectionName: name, recordIds, label })
}

function respond(
  { requestId }: PrivateContext,
  data: RestoredRecord | readonly RestoredRecord[],
  dryRun: boolean,
): HttpResponse {
  const meta: RestoreMeta = { dryRun, correlationKey: requestId }
  return jsonResponse(200, { data, meta })
}

/** These routes respond with 404 unless the option `auditTrail` is set. */
export const restoreRoutes: readonly PrivateRoute[] = [
  { method: 'POST', path: '/_audit-trail/:collection/:id/restore', handler: restore },
  { method: 'POST', path: '/_audit-trail/correlation/:key/revert', handler: revert },
]
