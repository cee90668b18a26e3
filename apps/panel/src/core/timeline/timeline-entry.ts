/** What one source knows about an event. */
export type TimelineEntry = ActivityEntry | HistoryEntry | NoteEntry

export type TimelineSource = TimelineEntry['source']

interface EntryBase {
  /** Unique within its source. */
  readonly id: string
  /** When it happened, to the microsecond: instants of all sources can be compared as text. */
  readonly at: string
  /** Identifies the request that caused it; entries of one request are one event. */
  readonly correlationKey?: string
  readonly who?: { readonly id: number; readonly name: string }
}

/** Of the activity log of the service: who did what, without values. */
export interface ActivityEntry extends EntryBase {
  readonly source: 'activity'
  readonly action: string
  readonly label?: string
  readonly recordCount: number
}

/** Of the audit trail of the agent: values before and after. */
export interface HistoryEntry extends EntryBase {
  readonly source: 'history'
  readonly operation: 'create' | 'update' | 'delete' | 'action' | 'action_failed'
  readonly actionName?: string
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
  /** It began, and how it ended is not known. */
  readonly isPending: boolean
}

/** A note that somebody wrote. */
export interface NoteEntry extends EntryBase {
  readonly source: 'note'
}

/**
 * Brings an instant to microseconds: the audit trail has milliseconds.
 *
 * @example
 * toMicroseconds('2026-01-31T12:00:00.5Z') // '2026-01-31T12:00:00.500000Z'
 */
export function toMicroseconds(instant: string): string {
  const [seconds = '', fraction = ''] = instant.replace('Z', '').split('.')
  return `${seconds}.${fraction.padEnd(6, '0')}Z`
}
