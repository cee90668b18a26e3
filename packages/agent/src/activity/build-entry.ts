import type { NewEntry } from './entry-lines.js'
import type { RecordedRequest } from './recorded-request.js'
import { createRepeatedEntries } from './repeated-entries.js'
import { type Subject, truncateEntry, truncateIds } from './truncate-entry.js'

const repeated = createRepeatedEntries(1000)
const repeatedWrites = createRepeatedEntries(1000)

/** The entry of a read without its record ids: equal reads share one object, so that its JSON is built once. */
export function buildReadEntry(
  { action, collectionName, label }: Subject,
  context: RecordedRequest,
): NewEntry {
  const { userId, actor } = context.access
  const known = repeated.find(userId, actor, collectionName, action, label)
  if (known) return known
  const entry = buildEntry('read', { action, collectionName, label }, context)
  repeated.add(entry, actor)
  return entry
}

/** An entry that equal writes share, and what is different in each of them. */
export interface WriteEntry {
  readonly entry: NewEntry
  readonly recordIds?: readonly string[]
  readonly correlationKey: string
}

/** The entry of a write: equal writes share one object, so that its JSON is built once. */
export function buildWriteEntry(
  { action, collectionName, recordIds, label }: Subject,
  context: RecordedRequest,
): WriteEntry {
  const { userId, actor } = context.access
  let entry = repeatedWrites.find(userId, actor, collectionName, action, label)
  if (!entry) {
    entry = buildEntry('write', { action, collectionName, label }, context)
    repeatedWrites.add(entry, actor)
  }
  return {
    entry,
    recordIds: recordIds && truncateIds(recordIds),
    correlationKey: context.requestId,
  }
}

/** Builds an entry; the person comes from the session, never from the request. */
export function buildEntry(
  type: NewEntry['type'],
  subject: Subject,
  { access }: RecordedRequest,
): NewEntry {
  const { action, collectionName, recordIds, label } = truncateEntry(subject)
  const { userId } = access
  const { username, userEmail, teamName, viewedAsRole } = access.actor
  return {
    type,
    action,
    userId,
    username,
    userEmail,
    teamName,
    viewedAsRole,
    collectionName,
    recordIds,
    label,
    // Equal requests share one entry, and only writes are compared with the audit trail.
    correlationKey: undefined,
  }
}
