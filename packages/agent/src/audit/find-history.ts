import type { CollectionModel, EngineCall } from '@service/engine'
import { readRecord } from '@service/engine'
import { RouteNotFoundError } from '@service/http'
import { exportedCollection } from '../query/exported-collection.js'
import { type Parameters, parseParameters } from '../query/parameters.js'
import { packId, parseId, type RecordId, rowOfId } from '../query/parse-id.js'
import { getLookup, lookupCall } from '../record/find-record.js'
import type { PrivateContext } from '../routes/route.js'
import type { AuditEntry, AuditQuery, AuditTrail, AuditValues } from './audit-trail.js'
import { canonicalValues } from './canonical-values.js'
import { readTimezone } from './parse-history-query.js'
import { listStoredColumns } from './read-stored.js'
import { noHistory, readVisibility, type Visibility } from './visibility.js'

/** The history of one record that the caller may see at least in part. */
export interface FoundHistory {
  readonly trail: AuditTrail
  readonly collection: CollectionModel
  readonly recordId: string
  readonly parameters: Parameters
  readonly visibility: Visibility
  /** The current record; absent when it was deleted. */
  readonly current?: AuditValues
}

/** Returns the audit trail of this agent, or throws 404. */
export function requireTrail({ runtime, request }: PrivateContext): AuditTrail {
  const { auditTrail } = runtime.options
  if (auditTrail) return auditTrail
  throw new RouteNotFoundError(request.url)
}

/** Finds the history of the record in the path, or throws 404. */
export async function findHistory(context: PrivateContext): Promise<FoundHistory> {
  const { runtime, params, query, access } = context
  const trail = requireTrail(context)
  const collection = exportedCollection(runtime.model, params.collection!, access)
  access.require('read', collection)
  const parameters = parseParameters(query)
  const id = parseId(collection, params.id!)
  const recordId = packId(collection, rowOfId(collection, id))
  const call = access.call(readTimezone(parameters))
  const visibility = (await readVisibility(trail, collection, [recordId], call)).get(recordId)!
  if (visibility === 'hidden') throw noHistory(collection, recordId)
  const current = await readCurrent(trail, collection, id, call)
  const isKnown =
    current ?? (await trail.count({ collection: collection.name, recordIds: [recordId] }))
  if (!isKnown) throw noHistory(collection, recordId)
  return { trail, collection, recordId, parameters, visibility, ...(current && { current }) }
}

async function readCurrent(
  { redacted }: AuditTrail,
  collection: CollectionModel,
  id: RecordId,
  call: EngineCall,
): Promise<AuditValues | undefined> {
  const query = getLookup(collection, listStoredColumns(collection))
  const row = await readRecord(query, id, lookupCall(call))
  return row && canonicalValues(row, name => redacted.includes(`${collection.name}.${name}`))
}

const chunkSize = 1000

/** Reads all entries of a query, newest first. */
export async function findAll(trail: AuditTrail, query: AuditQuery): Promise<AuditEntry[]> {
  const found: AuditEntry[] = []
  for (;;) {
    const page = { order: 'newest', skip: found.length, limit: chunkSize } as const
    const entries = await trail.find(query, page)
    found.push(...entries)
    if (entries.length < chunkSize) return found
  }
}
