import { isObject } from '@service/base'
import type { HttpResponse } from '@service/http'
import type { BulkUpdatePreview, ImportResult } from '@service/protocol'
import { actionSlug, listActions } from '../actions/action-slug.js'
import { describeRestore, describeRestoreRead } from '../audit/restore-activity.js'
import { isOn, parseParameters } from '../query/parameters.js'
import { bodyObject } from '../routes/body-object.js'
import { listAction } from './list-action.js'
import type { RecordedRequest } from './recorded-request.js'
import { selectedIds } from './selected-ids.js'
import type { Subject } from './truncate-entry.js'

/** How a read is recorded after its response. */
export interface ReadActivity {
  readonly type: 'read'
  /** Returns undefined when there is nothing to record. */
  readonly describe: (
    context: RecordedRequest,
  ) => Subject | undefined | Promise<Subject | undefined>
}

/** How a write is recorded before it changes anything. */
export interface WriteActivity {
  readonly type: 'write'
  readonly describe: (context: RecordedRequest) => Subject | Promise<Subject>
  /** Lists the records that were written, when only the response has their ids. */
  readonly listIds?: (response: HttpResponse) => readonly string[]
  /** Describes a response that shows records although nothing was changed: it is recorded as a read. */
  readonly describeRead?: (context: RecordedRequest, response: HttpResponse) => Subject | undefined
}

export type RouteActivity = ReadActivity | WriteActivity

const read = (describe: ReadActivity['describe']): ReadActivity => ({ type: 'read', describe })
const write = (describe: WriteActivity['describe']): WriteActivity => ({ type: 'write', describe })

const restored: WriteActivity = {
  ...write(describeRestore),
  describeRead: describeRestoreRead,
}

/** By method and path. Requests of other routes are not recorded. */
export const routeActivities: Readonly<Record<string, RouteActivity>> = {
  'GET /:collection': read(({ params, query }) => ({
    action: listAction(query),
    collectionName: params.collection,
  })),
  'GET /:collection.csv': read(({ params }) => ({
    action: 'export',
    collectionName: params.collection,
  })),
  'GET /:collection/:id': read(context => oneRecord(context, 'read')),
  'GET /:collection/:id/relationships/:relation': read(context => ({
    ...oneRecord(context, 'listRelatedData'),
    label: context.params.relation,
  })),
  'GET /:collection/:id/relationships/:relation.csv': read(context => ({
    ...oneRecord(context, 'export'),
    label: context.params.relation,
  })),
  'POST /:collection': write(({ params }) => ({
    action: 'create',
    collectionName: params.collection,
  })),
  'PUT /:collection/:id': {
    ...write(context => oneRecord(context, 'update')),
    describeRead: context => oneRecord(context, 'read'),
  },
  'PUT /:collection': {
    ...write(context => selectedRecords(context, 'update')),
    describeRead: sampledRecords,
  },
  'POST /:collection/_import': { ...write(importedRows), listIds: importedIds },
  'PUT /:collection/:id/relationships/:field/:index': write(context =>
    oneRecord(context, 'update'),
  ),
  'DELETE /:collection/:id': write(context => oneRecord(context, 'delete')),
  'DELETE /:collection': write(context => selectedRecords(context, 'delete')),
  'POST /:collection/:id/relationships/:relation': write(changedRelation),
  'PUT /:collection/:id/relationships/:relation': write(changedRelation),
  'DELETE /:collection/:id/relationships/:relation': write(leftRelation),
  'POST /_actions/:collection/:index/:slug': write(action),
  'POST /_actions/:collection/:slug': write(action),
  'POST /stats/:collection': read(({ params }) => ({
    action: 'dashboard',
    collectionName: params.collection,
  })),
  'GET /_charts/:chart': read(agentChart),
  'POST /_charts/:chart': read(agentChart),
  'GET /_charts/:collection/:chart': read(collectionChart),
  'POST /_charts/:collection/:chart': read(collectionChart),
  'GET /_audit-trail/:collection/:id': read(describeHistoryRead),
  'GET /_audit-trail/:collection/:id/state': read(describeHistoryRead),
  'GET /_audit-trail/correlation/:key': read(() => ({ action: 'read', label: auditLabel })),
  'GET /_audit-trail/correlations': read(() => ({ action: 'read', label: auditLabel })),
  'POST /_audit-trail/correlations': read(() => ({ action: 'read', label: auditLabel })),
  'POST /_audit-trail/:collection/:id/restore': restored,
  'POST /_audit-trail/correlation/:key/revert': restored,
  'POST /_internal/native_query': read(() => ({ action: 'dashboard' })),
  'POST /_internal/capabilities': read(describedCollections),
}

function oneRecord({ params }: RecordedRequest, name: string): Subject {
  return { action: name, collectionName: params.collection, recordIds: [params.id!] }
}

async function selectedRecords(context: RecordedRequest, action: string): Promise<Subject> {
  const recordIds = selectedIds(await bodyObject(context))
  return { action, collectionName: context.params.collection, recordIds }
}

/** A dry run shows the values of its samples. */
function sampledRecords({ params }: RecordedRequest, { body }: HttpResponse): Subject | undefined {
  const { samples = [] } = JSON.parse(String(body)) as Partial<BulkUpdatePreview>
  if (samples.length === 0) return undefined
  const recordIds = samples.map(({ id }) => id)
  return { action: 'read', collectionName: params.collection, recordIds }
}

async function importedRows(context: RecordedRequest): Promise<Subject> {
  const { mode } = await bodyObject(context)
  const action = mode === 'upsert' ? 'update' : 'create'
  return { action, collectionName: context.params.collection, label: importLabel }
}

function importedIds({ body }: HttpResponse): readonly string[] {
  const { rows } = JSON.parse(String(body)) as ImportResult
  return rows.flatMap(({ id }) => (id === undefined ? [] : [id]))
}

const importLabel = 'import'
const auditLabel = 'audit trail'

function describeHistoryRead(context: RecordedRequest): Subject {
  return { ...oneRecord(context, 'read'), label: auditLabel }
}

function changedRelation(context: RecordedRequest): Subject {
  return { ...oneRecord(context, 'update'), label: context.params.relation }
}

/** Records that are deleted together with their link belong to the target collection of the relation. */
async function leftRelation(context: RecordedRequest): Promise<Subject> {
  const { runtime, params, query } = context
  if (!isOn(parseParameters(query)('delete'))) return changedRelation(context)
  const relation = runtime.model.collections.get(params.collection!)?.view.get(params.relation!)
  const target = relation?.kind === 'Column' ? undefined : relation?.target
  const recordIds = selectedIds(await bodyObject(context))
  return { action: 'delete', collectionName: target?.name, recordIds }
}

/** An approved request is recorded as the request that was approved, not as the one received. */
async function action(context: RecordedRequest): Promise<Subject> {
  const { runtime, params } = context
  const received = await bodyObject(context)
  const attributes = isObject(received.data) ? received.data.attributes : undefined
  const signed = isObject(attributes) ? attributes.signed_approval_request : undefined
  const approved =
    typeof signed === 'string' ? await runtime.service.readApproval(signed) : undefined
  const name = actionName(context)
  return {
    action: 'action',
    collectionName: params.collection,
    recordIds: selectedIds(approved?.body ?? received),
    label: approved ? `${name} (approval ${approved.approvalId})` : name,
  }
}

function actionName({ runtime, params }: RecordedRequest): string {
  const collection = runtime.model.collections.get(params.collection!)
  const known = collection ? listActions(collection) : []
  const numbered = params.index === undefined ? known : known.slice(Number(params.index))
  return numbered.find(each => actionSlug(each) === params.slug)?.name ?? params.slug!
}

function agentChart({ params }: RecordedRequest): Subject {
  return { action: 'dashboard', label: params.chart }
}

async function collectionChart(context: RecordedRequest): Promise<Subject> {
  const { params, query, request } = context
  const { record_id: given } = request.method === 'POST' ? await bodyObject(context) : {}
  const id = given ?? parseParameters(query)('record_id')
  const recordIds = typeof id === 'string' || typeof id === 'number' ? [String(id)] : undefined
  return {
    action: 'dashboard',
    collectionName: params.collection,
    recordIds,
    label: params.chart,
  }
}

async function describedCollections(context: RecordedRequest): Promise<Subject | undefined> {
  const { collectionNames: names } = await bodyObject(context)
  if (!Array.isArray(names) || names.length === 0) return undefined
  if (names.length === 1) return { action: 'describeCollection', collectionName: names[0] }
  return { action: 'describeCollection', label: names.join(', ') }
}
