import { isRefreshEvent, type RefreshEvent, refreshEvents } from './event-kinds.js'
import type { Place } from './event-text.js'

/** An event of the feed. */
export interface FeedEvent {
  readonly seq: number
  readonly kind: string
  readonly renderingIds: readonly number[] | null
}

/** How far the feed is, and its last events. */
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

/** Whether the events at hand are all that came after a place; none of an earlier epoch are. */
export function isCovered(place: Place, { epoch, lastSeq, events }: FeedEnd): boolean {
  if (place.epoch !== epoch || place.seq > lastSeq) return false
  const first = events.find(event => event.seq > place.seq)
  return first ? first.seq === place.seq + 1 : place.seq === lastSeq
}

/**
 * What to send to somebody at a place: of each kind the last event, with the renderings of all of
 * them. Sent in this order, the id of each is true: everything before it has been said.
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

/** One event of each kind, for somebody of whom nothing is known. */
export function allEvents(place: Place, renderingIds: readonly number[]): readonly Missed[] {
  return refreshEvents.map(event => ({ event, place, data: dataOf(event, renderingIds) }))
}

const dataOf = (event: RefreshEvent, renderingIds: Iterable<number>) =>
  event === 'refresh-renderings' ? { renderingIds: [...renderingIds].sort((a, b) => a - b) } : {}
