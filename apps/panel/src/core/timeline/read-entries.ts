import { formatPersonName } from '../text/format-person-name.js'
import {
  type ActivityEntry,
  type HistoryEntry,
  type NoteEntry,
  toMicroseconds,
} from './timeline-entry.js'

/** An entry of `GET …/records/{collection}/{id}/activity`. */
export interface WireActivity {
  readonly id: string
  readonly action: string
  readonly label?: string
  readonly recordCount: number
  readonly occurredAt: string
  readonly user: { readonly id: number; readonly username: string }
  readonly correlationKey?: string
}

/** An entry of `GET /_audit-trail/{collection}/{id}`. */
export interface WireHistory {
  readonly id: number
  readonly timestamp: string
  readonly operation: HistoryEntry['operation']
  readonly userId: number | null
  readonly userFirstName: string | null
  readonly userLastName: string | null
  readonly userEmail: string | null
  readonly actionName: string | null
  readonly correlationKey: string | null
  readonly previousValues: Readonly<Record<string, unknown>>
  readonly newValues: Readonly<Record<string, unknown>>
  readonly status: 'pending' | 'done'
}

/** What the timeline needs of a note. */
export interface WireNote {
  readonly id: number
  readonly createdAt: string
  readonly user: { readonly id: number; readonly username: string }
}

/** Reads an entry of the activity log. */
export function readActivity(wire: WireActivity): ActivityEntry {
  const { id, action, label, recordCount, occurredAt, user, correlationKey } = wire
  return {
    source: 'activity',
    id,
    at: toMicroseconds(occurredAt),
    who: { id: user.id, name: user.username },
    action,
    recordCount,
    ...(label !== undefined && { label }),
    ...(correlationKey !== undefined && { correlationKey }),
  }
}

/** Reads an entry of the audit trail. */
export function readHistory(wire: WireHistory): HistoryEntry {
  const { userId, actionName, correlationKey } = wire
  const name = formatPersonName({
    firstName: wire.userFirstName ?? '',
    lastName: wire.userLastName ?? '',
    email: wire.userEmail ?? '',
  })
  return {
    source: 'history',
    id: String(wire.id),
    at: toMicroseconds(wire.timestamp),
    operation: wire.operation,
    before: wire.previousValues,
    after: wire.newValues,
    isPending: wire.status === 'pending',
    ...(userId !== null && { who: { id: userId, name } }),
    ...(actionName !== null && { actionName }),
    ...(correlationKey !== null && { correlationKey }),
  }
}

/** Reads a note. */
export function readNote({ id, createdAt, user }: WireNote): NoteEntry {
  return {
    source: 'note',
    id: String(id),
    at: toMicroseconds(createdAt),
    who: { id: user.id, name: user.username },
  }
}
