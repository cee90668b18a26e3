import { nameInPath } from '@service/protocol'
import { buildListRequest, type ReadRequest } from '../list/list-request.js'
import { buildSelectionFilter } from '../list/selection-filter.js'
import type { PanelRecord } from '../record/panel-record.js'
import { chooseFacts } from '../record/record-facts.js'
import type { CollectionModel, Collections } from '../schema/collection-model.js'
import type { Approval } from './approval.js'

/** More records of a request are only counted. */
export const mostShownRecords = 20

/**
 * Builds the request of the records that an approval is about, with their titles and what their
 * page says first; undefined when there is nothing to read.
 *
 * @example
 * buildApprovalRecords(orders, collections, ['12', '13'])
 */
export function buildApprovalRecords(
  collection: CollectionModel,
  collections: Collections,
  ids: readonly string[],
): ReadRequest | undefined {
  const shown = ids.slice(0, mostShownRecords)
  if (shown.length === 0 || !collection.rights.browse) return undefined
  const { status, facts, updatedAt } = chooseFacts(collection)
  const fields = [status, ...facts, updatedAt].flatMap(field => (field ? [field.name] : []))
  const filter = buildSelectionFilter(collection, { kind: 'some', ids: new Set(shown) })
  if (!filter) return undefined
  const list = {
    columns: fields.map(field => ({ field })),
    sort: [],
    filter,
    isSearchExtended: false,
    broken: [],
  }
  const { 'page[after]': _, ...query } = buildListRequest(
    { collection },
    list,
    collections,
    '',
  ).query
  return {
    method: 'GET',
    path: `/${nameInPath(collection.name)}`,
    query: { ...query, 'page[size]': String(shown.length) },
  }
}

/**
 * Builds the request that says whether a record was changed since a moment, where the agent keeps
 * an audit trail.
 *
 * @example
 * buildChangesRequest(orders, '12', '2026-09-30T12:00:00.000Z')
 */
export function buildChangesRequest(
  { name }: Pick<CollectionModel, 'name'>,
  id: string,
  since: string,
): ReadRequest {
  return {
    method: 'GET',
    path: `/_audit-trail/${nameInPath(name)}/${encodeURIComponent(id)}`,
    query: { startDate: since, 'page[size]': '1', 'page[number]': '1' },
  }
}

/**
 * Whether a record says of itself that it was changed after it was asked to run the action on it;
 * undefined where it does not say.
 *
 * @example
 * wasChangedSince(record, orders, approval) // true
 */
export function wasChangedSince(
  record: PanelRecord,
  collection: CollectionModel,
  { createdAt }: Pick<Approval, 'createdAt'>,
): boolean | undefined {
  const { updatedAt } = chooseFacts(collection)
  const value = updatedAt && record.values[updatedAt.name]
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : at > Date.parse(createdAt)
}
