import { isRefreshEvent, type RefreshEvent, refreshEvents } from './event-kinds.js'
import type { Place } from './event-text.js'

/** An event of the feed. */
export interface FeedEvent {
  readonly seq: number
  readonly kind: string
  readonly renderingIds: readonly number[] | null
}

/** The head of the feed and its last events. */
export interface FeedEnd {
  readonly epoch: string
  readonly lastSeq: number
  readonly events: readonly FeedEvent[]
}

/** An event to send. */
export interface Missed {
  readonly event: RefreshEvent
  readonly place: Place
  readonly data: object
}

/** Whether the loaded events include everything after an offset; never true for another epoch. */
export function isCovered(place: Place, { epoch, lastSeq, events }: FeedEnd): boolean {
  if (place.epoch !== epoch || place.seq > lastSeq) return false
  const first = events.find(event => event.seq > place.seq)
  return first ? first.seq === place.seq + 1 : place.seq === lastSeq
}

/**
 * The events to send to a subscriber at an offset: the last one of each kind, with the renderings of all
 * events of that kind. They are in ascending order, so each id is correct: everything before it has been
 * sent.
 */
export function missedEvents(place: Place, events: readonly FeedEvent[]): readonly Missed[] {
  const last = new Map<RefreshEvent, Missed>()
  const renderings = new Set<number>()
  for (const { seq, kind, renderingIds } of events) {
    if (seq <= place.seq || !isRefreshEvent(kind)) continue
    for (const id of renderingIds ?? []) renderings.add(id)
    last.delete(kind)
    last.set(kind, { event: kind, place: { ...place, seq }, data: dataOf(kind, renderings) })
  }
  return [...last.values()]
}

/** One event of each kind, for a subscriber whose offset is unknown. */
export function allEvents(place: Place, renderingIds: readonly number[]): readonly Missed[] {
  return refreshEvents.map(event => ({ event, place, data: dataOf(event, renderingIds) }))
}

const dataOf = (event: RefreshEvent, renderingIds: Iterable<number>) =>
  event === 'refresh-renderings' ? { renderingIds: [...renderingIds].sort((a, b) => a - b) } : {}
