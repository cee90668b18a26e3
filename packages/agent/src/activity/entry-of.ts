import type { PrivateContext } from '../routes/route.js'
import { fitSubject, type Subject } from './fit-subject.js'
import type { NewEntry } from './outbox.js'

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
