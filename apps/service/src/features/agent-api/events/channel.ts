import type { Kysely } from 'kysely'
import type { Config } from '../../../config.js'
import { isAddressAllowed } from '../../../http/access/check-address.js'
import type { Database } from '../../../store/schema.js'
import type { EventStream } from './event-stream.js'
import { eventText, type Place } from './event-text.js'
import { allEvents, isCovered, missedEvents } from './missed-events.js'
import { type ChannelState, headOf, readChannel, readRenderingIds } from './read-channel.js'

/** An open stream and the offset its subscriber has reached. */
export interface Subscriber {
  readonly stream: EventStream
  readonly secretHash: string
  readonly address: string
  /** Undefined until known: a subscriber without a `Last-Event-ID` starts at the end of the feed. */
  place: Place | undefined
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
  beat(): void
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
    closeDoors(listeners, state, ipRulesAllowLoopback)
    const isAnyLost = listeners.some(listener => isLost(listener, state))
    const renderingIds = isAnyLost ? await readRenderingIds(db, environmentId) : []
    const end = { epoch: state.epoch, seq: state.lastSeq }
    for (const listener of listeners) tell(listener, state, end, renderingIds)
    head = headOf(state.epoch, state.lastSeq)
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
    beat: () => beat(subscribers),
    end: endAll,
  }
}

/** The sequence number to read from: that of the subscriber furthest behind. */
function firstSeq(listeners: readonly Subscriber[]): number {
  return Math.min(Number.MAX_SAFE_INTEGER, ...listeners.flatMap(({ place }) => place?.seq ?? []))
}

function closeDoors(
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
const isLost = ({ place }: Subscriber, state: ChannelState) =>
  place !== undefined && !isCovered(place, state)

function tell(
  listener: Subscriber,
  state: ChannelState,
  end: Place,
  renderingIds: readonly number[],
): void {
  const { stream, place } = listener
  const missed = isLost(listener, state)
    ? allEvents(end, renderingIds)
    : missedEvents(place ?? end, state.events)
  for (const { event, place: at, data } of missed) stream.send(eventText(event, at, data))
  if (listener.isNew) stream.send(eventText('heartbeat', end))
  listener.place = end
  listener.isNew = false
}

/** Most subscribers are at the same offset, so one text serves all of them. */
function beat(subscribers: Iterable<Subscriber>): void {
  let text: Uint8Array | undefined
  let written: Place | undefined
  for (const { stream, place, isNew } of subscribers) {
    if (isNew || !place) continue
    if (!text || place !== written) text = eventText('heartbeat', place)
    written = place
    stream.send(text)
  }
}

function hasEnded(subscribers: Iterable<Subscriber>, now: number): boolean {
  for (const { expiresAt } of subscribers) if (expiresAt !== null && expiresAt <= now) return true
  return false
}
