import { ValidationError } from '@service/base'
import { type HttpResponse, jsonResponse } from '@service/http'
import type { AuditQuery } from '../audit/audit-trail.js'
import { correlatedEntries } from '../audit/correlated-entries.js'
import { findAll, findHistory, requireTrail } from '../audit/find-history.js'
import { parseHistoryQuery, readTimezone } from '../audit/parse-history-query.js'
import { readAt } from '../audit/read-at.js'
import { readHistory } from '../audit/read-history.js'
import { rebuildState } from '../audit/rebuild-state.js'
import { shownValues } from '../audit/shown-entry.js'
import { noHistory } from '../audit/visibility.js'
import { exportedCollection } from '../query/exported-collection.js'
import { type Parameters, parseParameters } from '../query/parameters.js'
import { bodyObject } from './body-object.js'
import type { PrivateContext, PrivateRoute } from './route.js'

const maxKeys = 100
const maxEntries = 1000

/** The history of a record. */
async function history(context: PrivateContext): Promise<HttpResponse> {
  const found = await findHistory(context)
  const requested = parseHistoryQuery(found.collection, found.parameters, context.access)
  const { entries, count } = await readHistory(found, requested, context.access)
  const query = { collection: found.collection.name, recordIds: [found.recordId] }
  const availableUsers = requested.isFirst ? await found.trail.users(query) : undefined
  return jsonResponse(200, { data: entries, meta: { count, availableUsers } })
}

/** A record as it was at an instant. */
async function state(context: PrivateContext): Promise<HttpResponse> {
  const { trail, collection, recordId, parameters, visibility, current } =
    await findHistory(context)
  const { from } = readAt(parameters)
  const later = await findAll(trail, { collection: collection.name, recordIds: [recordId], from })
  const values = rebuildState(current, later)
  if (!values) throw noHistory(collection, recordId)
  const data = visibility === 'shown' ? shownValues(values, collection, context.access) : {}
  return jsonResponse(200, { data })
}

/** The changes made by the requests with these correlation keys, oldest first. */
async function correlated(
  context: PrivateContext,
  correlationKeys: readonly string[],
): Promise<HttpResponse> {
  const trail = requireTrail(context)
  if (correlationKeys.length > maxKeys) {
    throw new ValidationError(`Ask for at most ${maxKeys} correlation keys at once.`)
  }
  const parameters = parseParameters(context.query)
  const query = { correlationKeys, ...narrowing(context, parameters) }
  const entries = await trail.find(query, { order: 'oldest', skip: 0, limit: maxEntries })
  const call = context.access.call(readTimezone(parameters))
  return jsonResponse(200, { data: await correlatedEntries(context, trail, entries, call) })
}

function narrowing({ runtime, access }: PrivateContext, parameters: Parameters): AuditQuery {
  const [name, recordId] = [parameters('collection'), parameters('recordId')]
  if (!name) return {}
  const collection = exportedCollection(runtime.model, name, access)
  access.require('read', collection)
  return { collection: name, ...(recordId && { recordIds: [recordId] }) }
}

function readKeys(given: unknown): readonly string[] {
  const keys = typeof given === 'string' ? given.split(',') : given
  if (Array.isArray(keys) && keys.every(key => typeof key === 'string')) return keys
  throw new ValidationError("'correlationKeys' must be a list of texts.")
}

/** These routes respond with 404 unless the option `auditTrail` is set. */
export const auditTrailRoutes: readonly PrivateRoute[] = [
  { method: 'GET', path: '/_audit-trail/:collection/:id', isRead: true, handler: history },
  { method: 'GET', path: '/_audit-trail/:collection/:id/state', isRead: true, handler: state },
  {
    method: 'GET',
    path: '/_audit-trail/correlation/:key',
    isRead: true,
    handler: context => correlated(context, [context.params.key!]),
  },
  {
    method: 'GET',
    path: '/_audit-trail/correlations',
    isRead: true,
    handler: async context =>
      correlated(context, readKeys(parseParameters(context.query)('correlationKeys'))),
  },
  {
    method: 'POST',
    path: '/_audit-trail/correlations',
    isRead: true,
    handler: async context =>
      correlated(context, readKeys((await bodyObject(context)).correlationKeys)),
  },
]
