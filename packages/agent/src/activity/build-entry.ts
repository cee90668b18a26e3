import type { NewEntry } from './entry-lines.js'
import type { RecordedRequest } from './recorded-request.js'
import { createRepeatedEntries } from './repeated-entries.js'
import { type Subject, truncateEntry } from './truncate-entry.js'

const repeated = createRepeatedEntries(1000)

/** Reads without record ids share one entry object, so that its JSON is built once. */
export function buildReadEntry(subject: Subject, context: RecordedRequest): NewEntry {
  const { action, collectionName, recordIds, label } = subject
  if (recordIds || label) return buildEntry('read', subject, context)
  const { userId, actor } = context.access
  const known = repeated.find(userId, actor, collectionName, action)
  if (known) return known
  const entry = buildEntry('read', subject, context)
  repeated.add(entry, actor)
  return entry
}

/** Builds an entry; the person comes from the session, never from the request. */
export function buildEntry(
  type: NewEntry['type'],
  subject: Subject,
  { access }: RecordedRequest,
): NewEntry {
  const { action, collectionName, recordIds, label } = truncateEntry(subject)
  const { userId } = access
  const { username, userEmail, teamName } = access.actor
  return {
    type,
    action,
    userId,
    username,
    userEmail,
    teamName,
    collectionName,
    recordIds,
    label,
  }
}
