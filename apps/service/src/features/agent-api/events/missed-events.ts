import { isRefreshEvent, type RefreshEvent, refreshEvents } from './event-kinds.js'
import type { FeedOffset } from './event-text.js'

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
export interface MissedEvent {
  readonly event: RefreshEvent
  readonly offset: FeedOffset
  readonly data: object
}

/** Whether the loaded events include everything after an offset; never true for another epoch. */
export function isCovered(offset: FeedOffset, { epoch, lastSeq, events }: FeedEnd): boolean {
  if (offset.epoch !== epoch || offset.seq > lastSeq) return false
  const first = events.find(event => event.seq > offset.seq)
  return first ? first.seq === offset.seq + 1 : offset.seq === lastSeq
}

/**
 * The events to send to a subscriber at an offset: the last one of each kind, with the renderings of all
 * events of that kind. They are in ascending order, so each id is correct: everything before it has been
 * sent.
 */
export function missedEvents(
  offset: FeedOffset,
  events: readonly FeedEvent[],
): readonly MissedEvent[] {
  const last = new Map<RefreshEvent, MissedEvent>()
  const renderings = new Set<number>()
  for (const { seq, kind, renderingIds } of events) {
    if (seq <= offset.seq || !isRefreshEvent(kind)) continue
    for (const id of renderingIds ?? []) renderings.add(id)
    last.delete(kind)
    last.set(kind, {
      event: kind,
      offset: { ...offset, seq },
      data: buildEventData(kind, renderings),
    })
  }
  return [...last.values()]
}

/** One event of each kind, for a subscriber whose offset is unknown. */
export function allEvents(
  offset: FeedOffset,
  renderingIds: readonly number[],
): readonly MissedEvent[] {
  return refreshEvents.map(event => ({
    event,
    offset,
    data: buildEventData(event, renderingIds),
  }))
}

const buildEventData = (event: RefreshEvent, renderingIds: Iterable<number>) =>
  event === 'refresh-renderings' ? { renderingIds: [...renderingIds].sort((a, b) => a - b) } : {}
