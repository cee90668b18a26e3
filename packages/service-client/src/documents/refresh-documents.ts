import { createBackoff, longestBackoff } from '../transport/backoff.js'
import { type CallError, toCallError } from '../transport/call-error.js'
import type { Caller } from '../transport/call-service.js'
import { type Clock, isAhead } from '../transport/clock.js'
import { longestRetryAfter } from '../transport/retry-after.js'
import type { CachedDocument } from './document-cache.js'

export interface Refresh<Name extends string> {
  /** Requests new versions; resolves after the attempt, whether it succeeded or not. */
  request(names: readonly Name[]): Promise<void>
  start(): void
  stop(): void
}

/** Stores the last valid versions. */
interface Holder<Name extends string> {
  find(name: Name): CachedDocument | undefined
  /** Throws, and keeps the previous version, when the new one is invalid. */
  store(name: Name, document: CachedDocument): void
  /** Makes the stored documents current; returns whether that changed anything. */
  publish(): boolean
}

export interface RefreshOptions<Name extends string> {
  readonly documents: Readonly<Record<Name, { readonly path: string }>>
  readonly caller: Caller
  readonly cache: Holder<Name>
  readonly clock: Clock
  readonly random: () => number
  /** Milliseconds after which a document is requested again without an event. */
  readonly interval: number
  onFailure(name: Name, error: CallError): void
  onSuccess(name: Name): void
  /** Called after each round; `hasChanged` says whether something new was published. */
  onRound(hasChanged: boolean): void
}

/**
 * Keeps the documents current in rounds: the documents that are due are requested in parallel and
 * published together. Requests made during a round wait for the next one, so a burst of events
 * causes at most two rounds, and no event is handled with a response that was read before it.
 */
export function createRefresh<Name extends string>(options: RefreshOptions<Name>): Refresh<Name> {
  const { documents, caller, cache, clock, random, interval } = options
  const documentNames = Object.keys(documents) as Name[]
  const states = new Map(
    documentNames.map(name => [
      name,
      { dueAt: Number.POSITIVE_INFINITY, blockedUntil: 0, backoff: createBackoff(random) },
    ]),
  )
  let waiting: (() => void)[] = []
  let isStopped = true
  let isRunning = false
  let cancel = () => {}

  const fetchDocument = async (name: Name, renewAt: number): Promise<void> => {
    const state = states.get(name)!
    const known = cache.find(name)
    const askedAt = clock.now()
    try {
      const { status, headers, text } = await caller.call({
        method: 'GET',
        path: documents[name].path,
        headers: known?.etag === undefined ? {} : { 'if-none-match': known.etag },
      })
      if (status === 304 && known) cache.store(name, { ...known, confirmedAt: askedAt })
      else cache.store(name, { text, etag: headers.etag, confirmedAt: askedAt })
    } catch (error) {
      if (isStopped) return
      const failure = toCallError(error, documents[name].path)
      const delay = state.backoff.next(failure.retryAfter)
      if (failure.retryAfter !== undefined) state.blockedUntil = clock.now() + failure.retryAfter
      state.dueAt = Math.max(Math.min(state.dueAt, clock.now() + delay), state.blockedUntil)
      options.onFailure(name, failure)
      return
    }
    state.backoff.reset()
    state.blockedUntil = 0
    state.dueAt = Math.min(state.dueAt, renewAt)
    options.onSuccess(name)
  }

  /** Milliseconds until a document is due; 0 also when the clock was set back since that was planned. */
  const findDelay = (name: Name): number => {
    const { dueAt, blockedUntil } = states.get(name)!
    if (dueAt === Number.POSITIVE_INFINITY) return dueAt
    const longest = longestBackoff + (blockedUntil > 0 ? longestRetryAfter : interval)
    const now = clock.now()
    return isAhead(dueAt, now, longest) ? dueAt - now : 0
  }

  const run = async (): Promise<void> => {
    const served = waiting
    waiting = []
    const due = documentNames.filter(name => findDelay(name) === 0)
    for (const name of due) states.get(name)!.dueAt = Number.POSITIVE_INFINITY
    const renewAt = clock.now() + interval * (0.8 + 0.2 * random())
    await Promise.all(due.map(name => fetchDocument(name, renewAt)))
    if (!isStopped) options.onRound(cache.publish())
    for (const resolve of served) resolve()
  }

  const schedule = (): void => {
    if (isRunning || isStopped) return
    cancel()
    const delay = Math.min(...documentNames.map(findDelay))
    if (delay === Number.POSITIVE_INFINITY) return
    if (delay === 0) begin()
    else cancel = clock.setTimeout(begin, delay)
  }

  const begin = (): void => {
    if (isRunning || isStopped) return
    isRunning = true
    void run().finally(() => {
      isRunning = false
      schedule()
    })
  }

  return {
    request(names) {
      if (isStopped) return Promise.resolve()
      const now = clock.now()
      for (const name of names) {
        const state = states.get(name)!
        const isBlocked = isAhead(state.blockedUntil, now, longestRetryAfter)
        state.dueAt = isBlocked ? state.blockedUntil : Math.min(state.dueAt, now)
      }
      if (names.every(name => findDelay(name) > 0)) return Promise.resolve()
      return new Promise(resolve => {
        waiting.push(resolve)
        // More documents may be requested in the same tick; one round fetches them all.
        queueMicrotask(schedule)
      })
    },
    start() {
      isStopped = false
    },
    stop() {
      isStopped = true
      cancel()
      for (const resolve of waiting) resolve()
      waiting = []
    },
  }
}
