import { nameInPath } from '@service/protocol'
import type { ReadRequest } from '../list/list-request.js'
import type { WireHistory } from './read-entries.js'

/** Where the next page of a history begins. */
export interface HistoryCursor {
  /** Entries from this instant on have been read. */
  readonly before: string
  /** More than one when a whole page happened within one millisecond. */
  readonly number: number
}

export const historyPageSize = 50

/**
 * Builds the request for a page of a record's history. Pages are found by time, so that entries which are added
 * meanwhile shift nothing.
 *
 * @example
 * buildHistoryRequest('orders', '12', undefined).path // '/_audit-trail/orders/12'
 */
export function buildHistoryRequest(
  collection: string,
  id: string,
  cursor: HistoryCursor | undefined,
): ReadRequest {
  return {
    method: 'GET',
    path: `/_audit-trail/${nameInPath(collection)}/${encodeURIComponent(id)}`,
    query: {
      'page[size]': String(historyPageSize),
      'page[number]': String(cursor?.number ?? 1),
      ...(cursor && { endDate: cursor.before }),
    },
  }
}

/**
 * Returns where the page after this one begins; undefined when this is the last. Other entries of the millisecond in
 * which the page ends follow on the next one, which repeats those that this one has.
 *
 * @example
 * const next = findNextHistory(page, cursor)
 */
export function findNextHistory(
  page: readonly Pick<WireHistory, 'timestamp'>[],
  cursor: HistoryCursor | undefined,
): HistoryCursor | undefined {
  const last = page.at(-1)
  if (!last || page.length < historyPageSize) return undefined
  const before = new Date(Date.parse(last.timestamp) + 1).toISOString()
  return { before, number: before === cursor?.before ? cursor.number + 1 : 1 }
}
