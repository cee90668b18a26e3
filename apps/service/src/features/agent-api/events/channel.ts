import type { Kysely } from 'kysely'
import type { Config } from '../../../config.js'
import { isAddressAllowed } from '../../../http/access/check-address.js'
import type { EventStream } from '../../../http/event-stream.js'
import type { Database } from '../../../store/schema.js'
import { eventText, type FeedOffset } from './event-text.js'
import { allEvents, isCovered, missedEvents } from './missed-events.js'
import { type ChannelState, formatFeedHead, readChannel, readRenderingIds } from './read-channel.js'

/** An open stream and the offset its subscriber has reached. */
export interface Subscriber {
  readonly stream: EventStream
  readonly secretHash: string
  readonly address: string
  /** Undefined until known: a subscriber without a `Last-Event-ID` starts at the end of the feed. */
  offset: FeedOffset | undefined
  /** True until the first event is sent. */
  isNew: boolean
  /** When the subscriber's secret expires, in milliseconds since 1970; null when it does not. */
  expiresAt: number | null
}

/** The streams of one environment on this instance. */
export interface Channel {
  readonly isEmpty: boolean
  add(subscriber: Subscriber): void
  remove(subscriber: Subscriber): void
  /** Reads new events, sends them to all subscribers, and ends the streams of those no longer allowed. */
  refresh(): Promise<void>
  /** Whether there are events to read, given the current head of the feed. */
  isBehind(head: string | undefined): boolean
  /** Sends a heartbeat to every subscriber. */
  sendHeartbeats(): void
  end(): void
}

/** Creates an empty channel. Changes that arrive during a read share the next read. */
export function createChannel(
  db: Kysely<Database>,
  environmentId: number,
  { ipRulesAllowLoopback }: Pick<Config, 'ipRulesAllowLoopback'>,
): Channel {
  const subscribers = new Set<Subscriber>()
  let head: string | undefined
  let running: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined

  const endAll = () => {
    for (const { stream } of subscribers) stream.end()
  }

  const read = async () => {
    head = undefined
    const listeners = [...subscribers]
    const state = await readChannel(db, environmentId, firstSeq(listeners))
    if (!state) return endAll()
    closeRevokedStreams(listeners, state, ipRulesAllowLoopback)
    const isAnyLost = listeners.some(listener => hasLostEvents(listener, state))
    const renderingIds = isAnyLost ? await readRenderingIds(db, environmentId) : []
    const end = { epoch: state.epoch, seq: state.lastSeq }
    for (const listener of listeners) sendMissedEvents(listener, state, end, renderingIds)
    head = formatFeedHead(state.epoch, state.lastSeq)
  }

  return {
    get isEmpty() {
      return subscribers.size === 0
    },
    add: subscriber => void subscribers.add(subscriber),
    remove: subscriber => void subscribers.delete(subscriber),
    refresh() {
      queued ??= running.then(() => {
        queued = undefined
        const run = read()
        running = run.catch(() => {})
        return run
      })
      return queued
    },
    isBehind: now => head === undefined || now !== head || hasEnded(subscribers, Date.now()),
    sendHeartbeats: () => sendHeartbeats(subscribers),
    end: endAll,
  }
}

/** The sequence number to read from: that of the subscriber furthest behind. */
function firstSeq(listeners: readonly Subscriber[]): number {
  return Math.min(Number.MAX_SAFE_INTEGER, ...listeners.flatMap(({ offset }) => offset?.seq ?? []))
}

function closeRevokedStreams(
  listeners: readonly Subscriber[],
  { secrets, ipRules }: ChannelState,
  allowsLoopback: boolean,
): void {
  for (const listener of listeners) {
    const end = secrets[listener.secretHash]
    const isAllowed = isAddressAllowed(ipRules, listener.address, allowsLoopback)
    if (end === undefined || !isAllowed) listener.stream.end()
    else listener.expiresAt = end
  }
}

/** Whether events that a subscriber has missed are no longer stored. */
const hasLostEvents = ({ offset }: Subscriber, state: ChannelState) =>
  offset !== undefined && !isCovered(offset, state)

function sendMissedEvents(
  listener: Subscriber,
  state: ChannelState,
  end: FeedOffset,
  renderingIds: readonly number[],
): void {
  const { stream, offset } = listener
  const missed = hasLostEvents(listener, state)
    ? allEvents(end, renderingIds)
    : missedEvents(offset ?? end, state.events)
  for (const { event, offset: at, data } of missed) stream.send(eventText(event, at, data))
  if (listener.isNew) stream.send(eventText('heartbeat', end))
  listener.offset = end
  listener.isNew = false
}

/** Most subscribers are at the same offset, so one text serves all of them. */
function sendHeartbeats(subscribers: Iterable<Subscriber>): void {
  let text: Uint8Array | undefined
  let written: FeedOffset | undefined
  for (const { stream, offset, isNew } of subscribers) {
    if (isNew || !offset) continue
    if (!text || offset !== written) text = eventText('heartbeat', offset)
    written = offset
    stream.send(text)
  }
}

function hasEnded(subscribers: Iterable<Subscriber>, now: number): boolean {
  for (const { expiresAt } of subscribers) if (expiresAt !== null && expiresAt <= now) return true
  return false
}
