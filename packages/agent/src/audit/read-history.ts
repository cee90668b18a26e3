import type { Access } from '../gateway/access.js'
import type { AuditEntry } from './audit-trail.js'
import type { FoundHistory } from './find-history.js'
import type { HistoryQuery } from './parse-history-query.js'
import { type ShownEntry, shownEntry } from './shown-entry.js'
import type { Visibility } from './visibility.js'

export interface History {
  readonly entries: readonly ShownEntry[]
  readonly count: number
}

const chunkSize = 1000
/** Number of entries searched for a text or a field; older ones are not found. */
const maxSearched = 20_000

/** Reads a page of a record's history. */
export async function readHistory(
  { trail, collection, recordId, visibility }: FoundHistory,
  historyQuery: HistoryQuery,
  access: Access,
): Promise<History> {
  const query = { ...historyQuery.query, collection: collection.name, recordIds: [recordId] }
  const { order, skip, limit } = historyQuery.page
  const show = (entry: AuditEntry) => shownEntry(entry, collection, access, visibility)
  const isSearched = historyQuery.fields !== undefined || historyQuery.search !== undefined
  if (!isSearched && !access.hiddenIn?.(collection)) {
    const [entries, count] = await Promise.all([
      trail.find(query, historyQuery.page),
      trail.count(query),
    ])
    return { entries: entries.map(show), count }
  }
  const found: ShownEntry[] = []
  for (let start = 0; start < maxSearched; start += chunkSize) {
    const entries = await trail.find(query, { order, skip: start, limit: chunkSize })
    found.push(...entries.map(show).filter(entry => isAsked(entry, historyQuery, visibility)))
    if (entries.length < chunkSize) break
  }
  return { entries: found.slice(skip, skip + limit), count: found.length }
}

/** Searches visible values only; entries without a visible change are left out. */
function isAsked(
  entry: ShownEntry,
  { fields, search }: HistoryQuery,
  visibility: Visibility,
): boolean {
  const values = { ...entry.previousValues, ...entry.newValues }
  const isBlank = Object.keys(values).length === 0
  if (isBlank && entry.operation === 'update' && visibility === 'shown') return false
  if (fields && !fields.some(name => name in values)) return false
  return search === undefined || formatSearchText(entry).includes(search)
}

function formatSearchText(entry: ShownEntry): string {
  const { id: _, timestamp: __, correlationKey: ___, ...searched } = entry
  return JSON.stringify(searched).toLowerCase()
}
