import type { PrivateContext } from '../routes/route.js'
import { fitSubject, type Subject } from './fit-subject.js'
import type { NewEntry } from './outbox.js'
import { createRepeatedEntries } from './repeated-entries.js'

const repeated = createRepeatedEntries(1000)

/** A read of no record in particular is told in the same words each time: it is one object. */
export function readEntryOf(subject: Subject, context: PrivateContext): NewEntry {
  const { action, collectionName, recordIds, label } = subject
  if (recordIds || label) return entryOf('read', subject, context)
  const { userId, team: teamName } = context.access
  const known = repeated.find({ userId, teamName, collectionName, action })
  if (known) return known
  const entry = entryOf('read', subject, context)
  repeated.keep(entry)
  return entry
}

/** Who did what. The session tells who, never the request. */
export function entryOf(
  type: NewEntry['type'],
  subject: Subject,
  { access }: PrivateContext,
): NewEntry {
  const { action, collectionName, recordIds, label } = fitSubject(subject)
  const { userId, team: teamName } = access
  return { type, action, userId, teamName, collectionName, recordIds, label }
}
