import { parseJson } from '@service/base'
import type { ConnectionHealth } from '../events/connection-health.js'
import { ServiceAwayError } from '../port/errors.js'
import type { Caller } from '../transport/call-service.js'
import type { Clock } from '../transport/clock.js'
import type { CachedDocument } from './document-cache.js'
import { createRefresh } from './refresh-documents.js'

/** A document that is not part of the snapshot. */
export interface FollowedSource<T> {
  /** Name of its channel in the connection health. */
  readonly name: string
  readonly path: string
  /**
   * The event that announces a new version. Absent: only a restart of the service can change the
   * document, and it is requested whenever the event stream opens.
   */
  readonly event?: string
  /** Throws when the document is invalid. */
  readonly parse: (document: unknown) => T
  /** Whether the next process starts with the last version, until the service responds. */
  readonly isStored?: boolean
  /** Called after a new version was stored. */
  readonly onChange?: () => void
}

/** The last valid version of a document, which is not requested before `want` is called. */
export interface FollowedDocument<T> {
  readonly name: string
  readonly event?: string
  /** The version to store on disk; undefined when there is none, or none is to be stored. */
  readonly stored: CachedDocument | undefined
  /** Starts with the version that the previous process stored; throws when it is invalid. */
  restore(document: CachedDocument): void
  /** Requests the document and keeps it current from now on; resolves after the first attempt. */
  want(): Promise<void>
  /** Requests a new version if the document is wanted; resolves after the attempt. */
  refresh(): Promise<void>
  /** Throws `ServiceAwayError` while there is no version, or only one that is too old. */
  readonly current: T
  /** The last valid version, of any age; undefined when there is none. */
  readonly last: T | undefined
  start(): Promise<void>
  stop(): void
}

export interface FollowOptions<T> extends FollowedSource<T> {
  readonly caller: Caller
  readonly clock: Clock
  readonly random: () => number
  readonly connectionHealth: ConnectionHealth
  /** Milliseconds. */
  readonly interval: number
  readonly maxAge: number
}

export function followDocument<T>(options: FollowOptions<T>): FollowedDocument<T> {
  const { name, path, event, parse, isStored, onChange = () => {} } = options
  const { caller, clock, random, connectionHealth, interval, maxAge } = options
  let isWanted = false
  let cached: (CachedDocument & { readonly value: T }) | undefined
  const refresh = createRefresh({
    documents: { [name]: { path } },
    caller,
    clock,
    random,
    interval,
    cache: {
      find: () => cached,
      store(_, document) {
        const isSame = cached?.text === document.text
        const value = cached && isSame ? cached.value : parse(parseJson(document.text))
        cached = { ...document, value }
        if (!isSame) onChange()
      },
      publish: () => false,
    },
    onFailure: connectionHealth.fail,
    onSuccess: connectionHealth.recover,
    onRound: () => {},
  })
  const fetchDocument = async () => {
    if (isWanted) await refresh.request([name])
  }
  const start = () => {
    if (isWanted) refresh.start()
    return fetchDocument()
  }

  return {
    name,
    event,
    get stored() {
      if (!isStored || !cached) return undefined
      const { text, etag, confirmedAt } = cached
      return { text, etag, confirmedAt }
    },
    restore(document) {
      if (isStored) cached ??= { ...document, value: parse(parseJson(document.text)) }
    },
    want() {
      isWanted = true
      return start()
    },
    refresh: fetchDocument,
    get current() {
      const now = clock.now()
      // The clock was set back: the age is unknown, and counts from now.
      if (cached && cached.confirmedAt > now) cached = { ...cached, confirmedAt: now }
      if (cached && now - cached.confirmedAt <= maxAge) return cached.value
      const state = cached ? 'The loaded document is too old.' : 'The document is not loaded yet.'
      throw new ServiceAwayError(`${state} ${connectionHealth.problem ?? ''}`.trim())
    },
    get last() {
      return cached?.value
    },
    start,
    stop: refresh.stop,
  }
}
