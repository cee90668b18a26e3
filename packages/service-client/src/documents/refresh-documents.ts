import { createBackoff } from '../transport/backoff.js'
import { type CallError, toCallError } from '../transport/call-error.js'
import type { Caller } from '../transport/call-service.js'
import type { Clock } from '../transport/clock.js'
import { type DocumentName, documentNames, documents } from './documents.js'
import type { DocumentHolder } from './hold-documents.js'

export interface Refresh {
  /** Asks for new versions; resolves once that was tried, whatever came of it. */
  ask(names: readonly DocumentName[]): Promise<void>
  start(): void
  stop(): void
}

export interface RefreshOptions {
  readonly caller: Caller
  readonly holder: DocumentHolder
  readonly clock: Clock
  readonly random: () => number
  /** Milliseconds after which a document is asked for again, without an event. */
  readonly interval: number
  onFailure(name: DocumentName, error: CallError): void
  onSuccess(name: DocumentName): void
  /** After each round: `hasChanged` when there is a new snapshot. */
  onRound(hasChanged: boolean): void
}

/**
 * Keeps the documents current, in rounds: what is due is fetched side by side, and published
 * together. What is asked for while a round runs is fetched by the next one, so a burst of events
 * costs two rounds at most, and no event is answered with what was read before it.
 */
export function createRefresh(options: RefreshOptions): Refresh {
  const { caller, holder, clock, random, interval } = options
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

  const fetchDocument = async (name: DocumentName, renewAt: number): Promise<void> => {
    const state = states.get(name)!
    const known = holder.find(name)
    const askedAt = clock.now()
    try {
      const { status, headers, text } = await caller.call({
        method: 'GET',
        path: documents[name].path,
        headers: known?.etag === undefined ? {} : { 'if-none-match': known.etag },
      })
      if (status === 304 && known) holder.hold(name, { ...known, confirmedAt: askedAt })
      else holder.hold(name, { text, etag: headers.get('etag') ?? undefined, confirmedAt: askedAt })
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

  const run = async (): Promise<void> => {
    const served = waiting
    waiting = []
    const due = documentNames.filter(name => states.get(name)!.dueAt <= clock.now())
    for (const name of due) states.get(name)!.dueAt = Number.POSITIVE_INFINITY
    const renewAt = clock.now() + interval * (0.8 + 0.2 * random())
    await Promise.all(due.map(name => fetchDocument(name, renewAt)))
    if (!isStopped) options.onRound(holder.publish())
    for (const resolve of served) resolve()
  }

  const schedule = (): void => {
    if (isRunning || isStopped) return
    cancel()
    const next = Math.min(...[...states.values()].map(state => state.dueAt))
    if (next === Number.POSITIVE_INFINITY) return
    const delay = next - clock.now()
    if (delay <= 0) begin()
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
    ask(names) {
      if (isStopped) return Promise.resolve()
      const now = clock.now()
      for (const name of names) {
        const state = states.get(name)!
        state.dueAt = Math.max(Math.min(state.dueAt, now), state.blockedUntil)
      }
      if (names.every(name => states.get(name)!.dueAt > now)) return Promise.resolve()
      return new Promise(resolve => {
        waiting.push(resolve)
        // In the same turn more may be asked for: one round for all of it.
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
