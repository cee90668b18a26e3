import { isSameValue } from '../record/is-same-value.js'
import type { ActivityEntry, HistoryEntry, NoteEntry, TimelineEntry } from './timeline-entry.js'

/** The values of a field before and after an event. */
interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** What happened, in one word. */
export type EventVerb =
  | 'created'
  | 'updated'
  | 'deleted'
  | 'restored'
  | 'reverted'
  | 'ran'
  | 'asked'
  | 'approved'
  | 'rejected'
  | 'wrote'
  | 'archivedNote'
  | 'reopenedNote'
  | 'other'

/** Something that happened to a record: all that is known about it, once. */
export interface TimelineEvent {
  readonly id: string
  readonly at: string
  readonly kind: 'note' | 'change' | 'action'
  readonly verb: EventVerb
  readonly who?: { readonly id: number; readonly name: string }
  /** The name of an action, or what was changed besides fields. */
  readonly label?: string
  /** How many records it was done to at once. */
  readonly recordCount: number
  readonly changes: readonly FieldChange[]
  readonly correlationKey?: string
  readonly noteId?: string
  readonly hasFailed: boolean
  /** It began, and how it ended is not known. */
  readonly isPending: boolean
  /** The time of its last change in the audit trail: the record had its values from then on. */
  readonly stateAt?: string
}

const verbs: Readonly<Record<string, readonly [TimelineEvent['kind'], EventVerb]>> = {
  create: ['change', 'created'],
  update: ['change', 'updated'],
  delete: ['change', 'deleted'],
  action: ['action', 'ran'],
  action_failed: ['action', 'ran'],
  createApproval: ['action', 'asked'],
  approveApproval: ['action', 'approved'],
  rejectApproval: ['action', 'rejected'],
  deleteNote: ['note', 'archivedNote'],
  openNote: ['note', 'reopenedNote'],
}

/** Entries that say no more than the thread of the note does. */
const inThreads: ReadonlySet<string> = new Set(['createNote', 'createMessage'])

const failure = /(?:^| \()failed\)?$/

/** Whether the thread of a note shows what the entry says. */
export function isShownByThread(entry: TimelineEntry): boolean {
  return entry.source === 'activity' && inThreads.has(entry.action)
}

/**
 * Builds the event of entries that belong together, which are not empty.
 *
 * @example
 * buildEvent('request 2f6c…', [activityEntry, historyEntry]).changes // [{ field: 'status', … }]
 */
export function buildEvent(id: string, entries: readonly TimelineEntry[]): TimelineEvent {
  const sorted = [...entries].sort(compareAge)
  const history = sorted.filter((entry): entry is HistoryEntry => entry.source === 'history')
  const activity = sorted.filter((entry): entry is ActivityEntry => entry.source === 'activity')
  const note = sorted.find((entry): entry is NoteEntry => entry.source === 'note')
  const [kind, verb] = findVerb(note, activity, history)
  const stated = activity[0]?.label
  const action = history.find(({ actionName }) => actionName !== undefined)?.actionName
  const label = verb === 'restored' || verb === 'reverted' ? undefined : (stated ?? action)
  const hasFailed =
    history.some(({ operation }) => operation === 'action_failed') || failure.test(stated ?? '')
  const who = (history.find(each => each.who) ?? sorted.find(each => each.who))?.who
  const key = sorted.find(({ correlationKey }) => correlationKey !== undefined)?.correlationKey
  const named = label?.replace(failure, '')
  return {
    id,
    at: sorted.at(-1)?.at ?? '',
    kind,
    verb,
    recordCount: activity[0]?.recordCount ?? 1,
    changes: kind === 'note' || verb === 'created' ? [] : foldChanges(history),
    hasFailed,
    isPending: history.some(({ isPending }) => isPending),
    ...(who && { who }),
    ...(named && { label: named }),
    ...(key !== undefined && { correlationKey: key }),
    ...(note && { noteId: note.id }),
    ...(history.length > 0 && { stateAt: history.at(-1)!.at }),
  }
}

function findVerb(
  note: NoteEntry | undefined,
  activity: readonly ActivityEntry[],
  history: readonly HistoryEntry[],
): readonly [TimelineEvent['kind'], EventVerb] {
  if (note) return ['note', 'wrote']
  const [first] = activity
  if (first?.label === 'restored' || first?.label === 'reverted') return ['change', first.label]
  // An action is the reason of what its code wrote.
  const action = history.find(({ operation }) => operation.startsWith('action'))
  const name = first?.action ?? action?.operation ?? history[0]?.operation ?? ''
  return (Object.hasOwn(verbs, name) && verbs[name]) || ['action', 'other']
}

/** From the value before the first change of each field to the one after its last, oldest first. */
function foldChanges(history: readonly HistoryEntry[]): readonly FieldChange[] {
  const changes = new Map<string, FieldChange>()
  for (const { before, after } of history) {
    for (const field of Object.keys({ ...before, ...after })) {
      const known = changes.get(field)
      const earlier = known ? known.before : (before[field] ?? null)
      const later = Object.hasOwn(after, field) ? after[field] : (known?.after ?? null)
      changes.set(field, { field, before: earlier, after: later })
    }
  }
  // A redacted field changed, although both of its values read the same.
  return [...changes.values()].filter(
    ({ before, after }) => before === redacted || !isSameValue(before, after),
  )
}

/** What the audit trail has in place of a value that it does not store. */
export const redacted = '[redacted]'

function compareAge(one: TimelineEntry, other: TimelineEntry): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1
  if (one.source !== other.source) return one.source < other.source ? -1 : 1
  return one.id.localeCompare(other.id, 'en', { numeric: true })
}
