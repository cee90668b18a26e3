import type { Logger } from 'pino'
import type { Config } from '../../config.js'
import { RateLimitedError, UnavailableError } from '../../errors.js'
import { createEventStream, type EventStream } from '../../http/event-stream.js'
import type { Store } from '../../store/open-store.js'
import { isAffected, mayReceive, type News, parseNews } from './news.js'
import { type CurrentReader, readApprovalReaders, readReaders } from './read-readers.js'

/** The PostgreSQL notification channel on which triggers announce what concerns people. */
const CHANNEL = 'service_people'
/** A browser opens one stream for all its tabs. */
const MAX_STREAMS_OF_PERSON = 20
/** The number of announcements to keep while one is worked on. Above it, browsers load everything again. */
const MAX_PENDING = 1_000
/** In milliseconds: how long a browser waits before it reconnects. */
const RECONNECT_DELAY = 3_000
/** In seconds, for a person who has too many streams. */
const RETRY_AFTER = 30

interface PersonEventsSettings {
  readonly store: Store
  readonly log: Logger
  readonly config: Pick<Config, 'eventHeartbeat' | 'maxEventStreams'>
}

/** A browser's request for an event stream. */
interface PersonEventRequest {
  readonly userId: number
  /** The public id of the session. */
  readonly sessionId: string
  /** Aborts when the browser disconnects. */
  readonly signal: AbortSignal
}

/** The event streams of people on this instance. */
export interface PersonEvents {
  readonly size: number
  open(request: PersonEventRequest): Promise<ReadableStream<Uint8Array>>
  /** Ends every stream and rejects new ones. */
  stop(): Promise<void>
}

interface Subscriber {
  readonly userId: number
  readonly sessionId: string
  readonly stream: EventStream
  /** What the person may access. Undefined until it is read; until then they receive nothing. */
  reader: CurrentReader | undefined
}

/**
 * Opens nothing before the first stream: all streams share one listening connection and one heartbeat timer.
 * Announcements are worked on one after the other, so that nothing announced after a loss of access is sent
 * to those who lost it.
 */
export function createPersonEvents({ store, log, config }: PersonEventsSettings): PersonEvents {
  const subscribers = new Set<Subscriber>()
  let pending: News[] = []
  /** True when announcements may have been missed: all access is read again, and browsers load again. */
  let isStale = false
  let running = Promise.resolve()
  /** Whether the announcements that are pending are being worked on, or will be. */
  let isWorking = false
  let isStopped = false
  let stopListening: (() => Promise<void>) | undefined

  /** Reads again what people may access, and ends the streams of sessions that have ended. */
  const check = async (some: Iterable<Subscriber>) => {
    const checked = [...some]
    if (checked.length === 0) return
    const sessionIds = [...new Set(checked.map(({ sessionId }) => sessionId))]
    const readers = await readReaders(store.db, sessionIds)
    for (const subscriber of checked) {
      subscriber.reader = readers.get(subscriber.sessionId)
      if (!subscriber.reader) endSession(subscriber)
    }
  }

  const deliver = async (news: News) => {
    const affected = [...subscribers].filter(({ reader }) => reader && isAffected(news, reader))
    await check(affected)
    for (const subscriber of affected) {
      if (news.event === 'rights') send(subscriber, formatNews(news))
    }
    if (news.event !== 'rights' && news.event !== 'session') await sendToReaders(news)
  }

  const sendToReaders = async (news: News) => {
    const { projectId = 0, environmentId = 0, approvalId } = news
    const members = [...subscribers].filter(({ reader }) => reader?.memberships.has(projectId))
    if (members.length === 0) return
    const approval =
      approvalId === undefined
        ? undefined
        : await readApprovalReaders(store.db, environmentId, approvalId)
    const text = formatNews(news)
    for (const subscriber of members) {
      if (subscriber.reader && mayReceive(news, subscriber.reader, approval)) send(subscriber, text)
    }
  }

  const refreshAll = async () => {
    const all = [...subscribers]
    await check(all)
    for (const subscriber of all) send(subscriber, REFRESH)
  }

  const work = async () => {
    try {
      while (isStale || pending.length > 0) {
        if (isStale) {
          isStale = false
          pending = []
          await refreshAll()
        } else {
          const news = pending.shift()
          if (news) await deliver(news)
        }
      }
    } finally {
      // In the same step as the last look at what is pending: what is announced later begins anew.
      isWorking = false
    }
  }

  /** Runs a step after those before it. When one fails, nobody receives anything until all access is read again. */
  const run = (step: () => Promise<void>): Promise<void> => {
    const done = running.then(step)
    running = done.catch(error => {
      isStale = true
      for (const subscriber of subscribers) subscriber.reader = undefined
      log.warn({ err: error }, 'cannot read who receives live news; retrying')
    })
    return done
  }
  const workLater = () => {
    if (isWorking || isStopped) return
    isWorking = true
    run(work).catch(() => {})
  }

  const start = () => {
    const heartbeat = setInterval(() => {
      for (const { stream } of subscribers) stream.send(HEARTBEAT)
      // Finds sessions that have ended, even if the connection that listens has failed unnoticed.
      if (!isStopped && subscribers.size > 0)
        run(() => check(subscribers)).then(workLater, () => {})
    }, config.eventHeartbeat).unref()
    const unlisten = store.listen(CHANNEL, {
      onNotification(payload) {
        const news = parseNews(payload)
        if (!news || subscribers.size === 0) return
        if (pending.length < MAX_PENDING) pending.push(news)
        else isStale = true
        workLater()
      },
      opened() {
        isStale = true
        workLater()
      },
    })
    return async () => {
      clearInterval(heartbeat)
      await unlisten()
    }
  }

  return {
    get size() {
      return subscribers.size
    },
    async open({ userId, sessionId, signal }) {
      if (isStopped) throw new UnavailableError('stopping', 'The service is stopping.')
      if (subscribers.size >= config.maxEventStreams)
        throw new UnavailableError('overloaded', 'Too many event streams are open.')
      if (countStreams(subscribers, userId) >= MAX_STREAMS_OF_PERSON)
        throw new RateLimitedError(RETRY_AFTER, 'You have too many event streams open.')
      stopListening ??= start()
      const stream = createEventStream(() => subscribers.delete(subscriber))
      const subscriber: Subscriber = { userId, sessionId, stream, reader: undefined }
      subscribers.add(subscriber)
      signal.addEventListener('abort', stream.end, { once: true })
      if (signal.aborted) stream.end()
      try {
        await run(() => check([subscriber]))
      } catch (error) {
        stream.end()
        throw error
      }
      stream.send(HELLO)
      return stream.body
    },
    async stop() {
      isStopped = true
      for (const { stream } of subscribers) stream.end()
      await stopListening?.()
      await running
    },
  }
}

/** A session that has expired receives nothing more. */
function send(subscriber: Subscriber, text: Uint8Array): void {
  if (!subscriber.reader) return
  if (subscriber.reader.expiresAt > Date.now()) subscriber.stream.send(text)
  else endSession(subscriber)
}

function endSession({ stream }: Subscriber): void {
  stream.send(SESSION_ENDED)
  stream.end()
}

function countStreams(subscribers: Iterable<Subscriber>, userId: number): number {
  let count = 0
  for (const subscriber of subscribers) if (subscriber.userId === userId) count += 1
  return count
}

const encoder = new TextEncoder()
const formatEvent = (event: string, data: object): Uint8Array =>
  encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

const HELLO = encoder.encode(`retry: ${RECONNECT_DELAY}\n: connected\n\n`)
const HEARTBEAT = encoder.encode(': heartbeat\n\n')
const REFRESH = formatEvent('refresh', {})
const SESSION_ENDED = formatEvent('session-ended', {})

/** Who an event concerns is not sent. */
const formatNews = ({ event, userId: _, roleId: __, sessionId: ___, ...ids }: News): Uint8Array =>
  formatEvent(event, ids)
