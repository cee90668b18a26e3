import { isObject, show, UnprocessableError, ValidationError } from '@service/base'
import { AmbiguousIdError, packId } from '@service/datasource-toolkit'
import {
  type ActionRequest,
  count,
  type EngineCall,
  type Filter,
  type RelatedTo,
} from '@service/engine'
import { exportedCollection } from '../query/exported-collection.js'
import { parseId } from '../query/parse-id.js'
import { parseSelection } from '../query/parse-selection.js'
import { readTimezone } from '../query/parse-timezone.js'
import { withLiveSegment } from '../query/with-live-segment.js'
import { lookupCall } from '../record/find-record.js'
import { findParent, toParent } from '../record/parent.js'
import { bodyObject } from '../routes/body-object.js'
import type { PrivateContext } from '../routes/route.js'
import type { FoundAction } from './find-action.js'

type PlainObject = Readonly<Record<string, unknown>>

/** The body of an action request. */
export interface ActionBody {
  readonly body: PlainObject
  readonly attributes: PlainObject
}

/** An action with the records it was requested for and the attributes that were sent. */
export interface ParsedAction {
  readonly request: Omit<ActionRequest, 'values'>
  readonly attributes: PlainObject
  /** How many record ids were sent; undefined when the request selects all records that the filter matches. */
  readonly countNamed: () => number | undefined
  readonly call: EngineCall
}

/** Reads `{"data":{"attributes":{…}}}`; rejects `requester_id`, which only the service may set. */
export async function readActionBody(context: PrivateContext): Promise<ActionBody> {
  const received = toActionBody(await bodyObject(context))
  const { requester_id } = received.attributes
  if (requester_id === undefined || requester_id === null) return received
  throw new UnprocessableError("'requester_id' cannot be sent.")
}

export function toActionBody(body: PlainObject): ActionBody {
  const attributes = isObject(body.data) ? body.data.attributes : undefined
  if (isObject(attributes)) return { body, attributes }
  throw new ValidationError('The body must be like {"data":{"attributes":{…}}}.')
}

/** Resolves the records that an action request selects; `query` may restrict them further. */
export async function parseActionRequest(
  context: PrivateContext,
  found: FoundAction,
  { body, attributes }: ActionBody,
  query: string,
): Promise<ParsedAction> {
  const call = context.access.call(readTimezone(context.query))
  const filter = await selectedRecords({ ...context, query }, found, body, attributes, call)
  const countNamed = () => countRecordIds(found, attributes)
  return { request: { ...found, filter }, attributes, countNamed, call }
}

/** Counts the record ids that were sent; undefined when all records of the filter are selected. */
function countRecordIds(
  { collection, action }: FoundAction,
  attributes: PlainObject,
): number | undefined {
  if (action.scope === 'Global' || isAll(attributes) || !Array.isArray(attributes.ids)) {
    return undefined
  }
  const ids = attributes.ids.map(id => packId(parseId(collection, String(id))))
  return new Set(ids).size
}

async function selectedRecords(
  context: PrivateContext,
  { collection, action }: FoundAction,
  body: PlainObject,
  attributes: PlainObject,
  call: EngineCall,
): Promise<Filter> {
  const { runtime, query, access } = context
  if (action.scope === 'Single') requireOneId(action.name, attributes)
  const selected = action.scope === 'Global' ? selectAllRecords(body, attributes) : body
  const selection = parseSelection(collection, selected, query, access)
  const { filter } = await withLiveSegment(runtime, access, selection, selection, call)
  const related = await findRelated(context, { collection, action }, attributes, call)
  const chosen = related ? { ...filter, related } : filter
  await requireOneEach({ collection, action }, attributes, chosen, call)
  return chosen
}

/** Rejects ids that several records share: the action would run on records that were not selected. */
async function requireOneEach(
  { collection, action }: FoundAction,
  attributes: PlainObject,
  filter: Filter,
  call: EngineCall,
): Promise<void> {
  if (collection.hasProvenKey) return
  const size = countRecordIds({ collection, action }, attributes)
  if (size === undefined) return
  const found = await count({ collection, filter }, lookupCall(call))
  if (found <= size) return
  const key = collection.primaryKey.map(column => column.name)
  throw new AmbiguousIdError(collection.name, key, String(attributes.ids))
}

function requireOneId(action: string, attributes: PlainObject): void {
  const { ids } = attributes
  if (Array.isArray(ids) && ids.length === 1 && !isAll(attributes)) return
  throw new ValidationError(
    `'${action}' runs on one record: 'data.attributes.ids' must hold one id.`,
  )
}

function isAll({ all_records }: PlainObject): boolean {
  return all_records === true || all_records === 'true'
}

/** A global action runs on no record, so that ids sent with it are ignored. */
function selectAllRecords(body: PlainObject, attributes: PlainObject): PlainObject {
  const all = { ...attributes, all_records: true, all_records_ids_excluded: [] }
  return { ...body, data: { attributes: all } }
}

/** The parent record that the records were listed under; undefined when there is none. */
async function findRelated(
  { runtime, access }: PrivateContext,
  { collection }: FoundAction,
  attributes: PlainObject,
  call: EngineCall,
): Promise<RelatedTo | undefined> {
  const relationName = attributes.parent_association_name
  if (relationName === undefined || relationName === null || relationName === '') return undefined
  const [name, id, relation] = [
    attributes.parent_collection_name,
    attributes.parent_collection_id,
    relationName,
  ].map(readText)
  const origin = exportedCollection(runtime.model, name!, access)
  const parent = toParent(origin, { id: id!, relation: relation! }, access)
  if (parent.relation.target !== collection) {
    throw new ValidationError(
      `'${relation}' of '${origin.name}' references '${parent.relation.target.name}', not '${collection.name}'.`,
    )
  }
  return { relation: parent.relation, parent: await findParent(parent, call) }
}

function readText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new ValidationError(
    `The parent of the records needs 'parent_collection_name', 'parent_collection_id' and 'parent_association_name', not ${show(value)}.`,
  )
}
