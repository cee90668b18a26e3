import type { Logger } from '@service/base'
import { createConnectionHealth } from '../events/connection-health.js'
import { type EventWatch, watchEvents } from '../events/watch-events.js'
import type { ServicePort, ServiceStatus } from '../port/service-port.js'
import type { Caller } from '../transport/call-service.js'
import type { Clock } from '../transport/clock.js'
import { type CachedDocument, createDocumentCache, type DocumentCache } from './document-cache.js'
import { type DocumentName, documentNames, documents } from './documents.js'
import { type FollowedDocument, type FollowedSource, followDocument } from './follow-document.js'
import { createRefresh } from './refresh-documents.js'
import { openSnapshotFile, type SnapshotFile, type StoredDocuments } from './snapshot-file.js'

/** Provides the current snapshot and updates it from the service. */
export interface SnapshotUpdater
  extends Pick<ServicePort, 'start' | 'stop' | 'snapshot' | 'status' | 'onChange'> {
  readonly isTrusted: boolean
  /** True while the event stream is open. */
  readonly isListening: boolean
  /** Requests documents; resolves after the attempt. */
  refresh(names: readonly DocumentName[]): Promise<void>
  /** Keeps a document outside the snapshot current, from the moment its `want` is called. */
  follow<T>(source: FollowedSource<T>): FollowedDocument<T>
}

export interface SnapshotUpdaterOptions {
  readonly caller: Caller
  readonly clock: Clock
  readonly random: () => number
  readonly logger: Logger
  readonly envSecret: string
  readonly snapshotPath?: string
  readonly maxSnapshotAge?: number
  readonly instantCacheRefresh?: boolean
}

const aDay = 86_400
/**
 * Milliseconds between two requests for a document without an event, with and without the event
 * stream.
 */
const intervals = { listening: 300_000, asking: 60_000 }
/**
 * Milliseconds between two writes of the snapshot file when only the age of the documents changed.
 */
const minRewriteInterval = 60_000
/**
 * A file dated further in the future than this was written with another clock, so its age is
 * unknown.
 */
const clockSkew = 300_000

const byEvent = new Map(documentNames.map(name => [documents[name].event, name]))

export function createSnapshotUpdater(options: SnapshotUpdaterOptions): SnapshotUpdater {
  const { caller, clock, random, logger, envSecret, snapshotPath } = options
  const { instantCacheRefresh = true, maxSnapshotAge = aDay } = options
  const interval = instantCacheRefresh ? intervals.listening : intervals.asking
  const maxAge = maxSnapshotAge * 1000
  const followed: FollowedDocument<unknown>[] = []
  const listeners = new Set<() => void>()
  const connectionHealth = createConnectionHealth(logger, () => formatPermissionsInUse(cache))
  const file = snapshotPath ? openSnapshotFile(snapshotPath, envSecret, logger) : undefined
  const cache = createDocumentCache({
    clock,
    maxAge,
    warn: message => logger('Warn', message),
    problem: () => connectionHealth.problem,
  })
  let watch: EventWatch | undefined
  let isListening = false
  let writtenAt = Number.NEGATIVE_INFINITY

  const save = (hasChanged: boolean) => {
    const stored = storable(cache, followed)
    if (!stored || (!hasChanged && Math.abs(clock.now() - writtenAt) < minRewriteInterval)) return
    writtenAt = clock.now()
    file?.write(stored)
  }

  const notifyListeners = () => {
    for (const listener of listeners) {
      try {
        listener()
      } catch (error) {
        logger('Error', 'A listener to permission changes failed', error)
      }
    }
  }

  const refresh = createRefresh({
    documents,
    caller,
    cache,
    clock,
    random,
    interval,
    onFailure: connectionHealth.fail,
    onSuccess: connectionHealth.recover,
    onRound(hasChanged) {
      save(hasChanged)
      if (hasChanged) notifyListeners()
    },
  })

  const listen = () =>
    watchEvents({
      caller,
      clock,
      random,
      onOpen() {
        isListening = true
        connectionHealth.recover('events')
        void refresh.request(documentNames)
        for (const document of followed) void document.refresh()
      },
      onEvent(event) {
        const name = byEvent.get(event)
        if (name) void refresh.request([name])
        for (const document of followed) if (document.event === event) void document.refresh()
      },
      onFailure(error) {
        isListening = false
        connectionHealth.fail('events', error)
      },
    })

  return {
    async start() {
      if (file && cache.asOf === undefined) await restore(file, { cache, followed, clock, logger })
      refresh.start()
      const first = [refresh.request(documentNames), ...followed.map(document => document.start())]
      if (instantCacheRefresh) watch = listen()
      await Promise.all(first)
    },
    async stop() {
      watch?.stop()
      isListening = false
      refresh.stop()
      for (const document of followed) document.stop()
      save(true)
      await file?.idle()
    },
    get snapshot() {
      return cache.snapshot
    },
    get isTrusted() {
      return cache.isTrusted
    },
    get isListening() {
      return isListening
    },
    get status() {
      return toStatus(cache, connectionHealth.problem)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh: refresh.request,
    follow(source) {
      const document = followDocument({
        ...source,
        onChange() {
          source.onChange?.()
          if (source.isStored) save(true)
        },
        caller,
        clock,
        random,
        connectionHealth,
        interval,
        maxAge,
      })
      followed.push(document)
      return document
    },
  }
}

function formatPermissionsInUse({ isTrusted, asOf }: DocumentCache): string {
  if (!isTrusted || asOf === undefined) {
    return 'No usable permissions are loaded: requests get status 503.'
  }
  const time = new Date(asOf).toISOString().slice(0, 16).replace('T', ' ')
  return `Serving with the permissions of ${time} UTC.`
}

function toStatus({ isTrusted, asOf }: DocumentCache, reason: string | undefined): ServiceStatus {
  const since = asOf === undefined ? {} : { asOf: new Date(asOf) }
  if (isTrusted && reason === undefined) return { state: 'connected', ...since }
  return { state: isTrusted ? 'stale' : 'away', ...since, ...(reason && { reason }) }
}

function storable(
  cache: DocumentCache,
  followed: readonly FollowedDocument<unknown>[],
): StoredDocuments | undefined {
  const cached = documentNames.flatMap(name => {
    const document = cache.find(name)
    return document ? [[name, document] as const] : []
  })
  if (cached.length < documentNames.length) return undefined
  const others = followed.flatMap(({ name, stored }) => (stored ? [[name, stored] as const] : []))
  return {
    ...(Object.fromEntries(cached) as Record<DocumentName, CachedDocument>),
    ...(others.length > 0 && { followed: Object.fromEntries(others) }),
  }
}

interface Restored {
  readonly cache: DocumentCache
  readonly followed: readonly FollowedDocument<unknown>[]
  readonly clock: Clock
  readonly logger: Logger
}

/** Loads the documents that the previous process stored. */
async function restore(
  file: SnapshotFile,
  { cache, followed, clock, logger }: Restored,
): Promise<void> {
  const stored = await file.read()
  if (!stored) return
  try {
    for (const name of documentNames) {
      const { confirmedAt } = stored[name]
      if (confirmedAt > clock.now() + clockSkew) throw new RangeError('its time is in the future')
      cache.store(name, stored[name])
    }
    cache.publish()
    for (const document of followed) {
      const last = stored.followed?.[document.name]
      if (last) document.restore(last)
    }
  } catch (error) {
    logger('Warn', 'The permissions stored on disk cannot be used', error)
  }
}
