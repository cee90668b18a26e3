import type { Kysely } from 'kysely'
import { isAddressAllowed } from '../../../http/access/check-address.js'
import type { Database } from '../../../store/schema.js'
import { type Feed, readFeed } from '../read-feed.js'
import type { EventStream } from './event-stream.js'
import { eventText, type Place } from './event-text.js'
import { allEvents, type FeedEvent, isCovered, missedEvents } from './missed-events.js'
import { type Doors, readDoors, readEvents, readRenderingIds } from './read-events.js'

/** An open stream, and how far its reader has come. */
export interface Subscriber {
  readonly stream: EventStream
  readonly secretHash: string
  readonly address: string
  /** Undefined until it is known: a reader who names none begins at the end of the feed. */
  place: Place | undefined
  /** Has received nothing yet. */
  isNew: boolean
  /** When its secret ends, in milliseconds since 1970. */
  expiresAt: number | null
}

/** The streams of one environment on this instance. */
export interface Channel {
  readonly isEmpty: boolean
  add(subscriber: Subscriber): void
  remove(subscriber: Subscriber): void
  /** Reads what has happened and tells everyone; who may not listen any more is cut off. */
  refresh(): Promise<void>
  /** Whether there is something to read, given how far the feed is. */
  isBehind(head: string | undefined): boolean
  /** Tells everyone that the stream is alive. */
  beat(): void
  end(): void
}

/** Opens an empty channel. Whatever happens at once is read together. */
export function createChannel(db: Kysely<Database>, environmentId: number): Channel {
  const subscribers = new Set<Subscriber>()
  let head: string | undefined
  let running: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined

  const read = async () => {
    head = undefined
    const doors = await readDoors(db, environmentId)
    closeDoors(subscribers, doors)
    const feed = await readFeed(db, environmentId)
    await tell([...subscribers], feed)
    head = headOf(feed)
  }

  const tell = async (listeners: readonly Subscriber[], feed: Feed) => {
    const end = { epoch: feed.epoch, seq: feed.lastSeq }
    const places = listeners.flatMap(({ place }) => (place?.epoch === feed.epoch ? place.seq : []))
    const first = Math.min(feed.lastSeq, ...places)
    const events = first < feed.lastSeq ? await readEvents(db, environmentId, first) : []
    const isLost = ({ place }: Subscriber) => place && !isCovered(place, feed, events)
    const renderingIds = listeners.some(isLost) ? await readRenderingIds(db, environmentId) : []
    for (const listener of listeners) {
      const { stream, place = end } = listener
      const missed = isLost(listener)
        ? allEvents(end, renderingIds)
        : missedEvents(place, upTo(events, end))
      for (const { event, place: at, data } of missed) stream.send(eventText(event, at, data))
      if (listener.isNew) stream.send(eventText('heartbeat', end))
      listener.place = end
      listener.isNew = false
    }
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
    beat() {
      let text: Uint8Array | undefined
      let written: Place | undefined
      for (const { stream, place, isNew } of subscribers) {
        if (isNew || !place) continue
        if (!text || place.seq !== written?.seq) text = eventText('heartbeat', place)
        written = place
        stream.send(text)
      }
    },
    end() {
      for (const { stream } of subscribers) stream.end()
    },
  }
}

const headOf = ({ epoch, lastSeq }: Feed) => `${epoch} ${lastSeq}`

/** Events that came while the others were read are told the next time. */
const upTo = (events: readonly FeedEvent[], { seq }: Place) =>
  events.filter(event => event.seq <= seq)

function closeDoors(subscribers: Iterable<Subscriber>, { secrets, ipRules }: Doors): void {
  for (const subscriber of subscribers) {
    const end = secrets.get(subscriber.secretHash)
    if (end === undefined || !isAddressAllowed(ipRules, subscriber.address)) subscriber.stream.end()
    else subscriber.expiresAt = end
  }
}

function hasEnded(subscribers: Iterable<Subscriber>, now: number): boolean {
  for (const { expiresAt } of subscribers) if (expiresAt !== null && expiresAt <= now) return true
  return false
}
