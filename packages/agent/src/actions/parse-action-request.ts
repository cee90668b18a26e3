import { UnprocessableError, ValidationError } from '@service/datasource-toolkit'
import type { ActionRequest, EngineCall, Filter, RelatedTo } from '@service/engine'
import { exportedCollection } from '../query/exported-collection.js'
import { parametersOf } from '../query/parameters.js'
import { parseSelection } from '../query/parse-selection.js'
import { parseTimezone } from '../query/parse-timezone.js'
import { requireCrossings } from '../query/require-crossings.js'
import { withLiveSegment } from '../query/with-live-segment.js'
import { findParent, parseParent } from '../record/parent.js'
import { isObject } from '../record/parse-document.js'
import { bodyObject } from '../routes/body-object.js'
import type { PrivateContext } from '../routes/route.js'
import { show } from '../show.js'
import { type FoundAction, findAction } from './find-action.js'

type PlainObject = Readonly<Record<string, unknown>>

/** An action that the caller may trigger, on which records, and the attributes of the body. */
export interface ParsedAction {
  readonly request: Omit<ActionRequest, 'values'>
  readonly attributes: PlainObject
  readonly call: EngineCall
}

/** Reads what the requests for running an action and for its form have in common. */
export async function parseActionRequest(context: PrivateContext): Promise<ParsedAction> {
  const found = findAction(context)
  const call = context.access.call(parseTimezone(parametersOf(context.query)))
  const body = await bodyObject(context)
  const attributes = isObject(body.data) ? body.data.attributes : undefined
  if (!isObject(attributes)) {
    throw new ValidationError('The body must be like {"data":{"attributes":{…}}}.')
  }
  refuseApproval(attributes)
  const filter = await selectedRecords(context, found, body, attributes, call)
  return { request: { ...found, filter }, attributes, call }
}

/** Approvals replace the body by one that was signed; a request for one must not run as another. */
function refuseApproval({ signed_approval_request, requester_id }: PlainObject): void {
  if (signed_approval_request === undefined || signed_approval_request === null) {
    if (requester_id === undefined || requester_id === null) return
    throw new UnprocessableError("'requester_id' cannot be sent.")
  }
  throw new UnprocessableError('This agent does not run approved requests.')
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
  const selected = action.scope === 'Global' ? everything(body, attributes) : body
  const selection = parseSelection(collection, selected, query, access)
  requireCrossings(access, selection.crossings)
  const { filter } = await withLiveSegment(runtime, access, selection, selection, call)
  const related = await findRelated(context, { collection, action }, attributes, call)
  return related ? { ...filter, related } : filter
}

function requireOneId(action: string, { ids, all_records }: PlainObject): void {
  const isOne = Array.isArray(ids) && ids.length === 1
  if (isOne && all_records !== true && all_records !== 'true') return
  throw new ValidationError(
    `'${action}' runs on one record: 'data.attributes.ids' must hold one id.`,
  )
}

/** Ids mean nothing to an action on no record. */
function everything(body: PlainObject, attributes: PlainObject): PlainObject {
  const all = { ...attributes, all_records: true, all_records_ids_excluded: [] }
  return { ...body, data: { attributes: all } }
}

/** The parent that the records were selected under, when there was one. */
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
  const parent = parseParent(origin, { id: id!, relation: relation! }, access)
  if (parent.relation.target !== collection) {
    throw new ValidationError(
      `'${relation}' of '${origin.name}' leads to '${parent.relation.target.name}', not to '${collection.name}'.`,
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
