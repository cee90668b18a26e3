import { parseJson } from '@service/base'
import { ServiceAwayError } from '../port/errors.js'
import type { Snapshot } from '../port/snapshot.js'
import type { Clock } from '../transport/clock.js'
import { type DocumentName, documentNames, documents } from './documents.js'
import type { Warn } from './shape.js'

/** A document as the service sent it. */
export interface CachedDocument {
  readonly text: string
  readonly etag?: string
  /** When the service last confirmed this version, in milliseconds since 1970. */
  readonly confirmedAt: number
}

/** The last valid documents, and the snapshot built from them. */
export interface DocumentCache {
  /** Throws `ServiceAwayError` when a document is missing or too old. */
  readonly snapshot: Snapshot
  readonly isTrusted: boolean
  /**
   * When the document that was confirmed the longest ago was confirmed, in milliseconds since 1970.
   */
  readonly asOf: number | undefined
  find(name: DocumentName): CachedDocument | undefined
  /** Replaces a document; throws, and keeps the previous one, when the new one is invalid. */
  store(name: DocumentName, document: CachedDocument): void
  /** Builds a snapshot from the stored documents; returns whether it differs from the last one. */
  publish(): boolean
}

export interface DocumentCacheOptions {
  readonly clock: Clock
  /** Milliseconds. */
  readonly maxAge: number
  readonly warn: Warn
  readonly problem: () => string | undefined
}

export function createDocumentCache({
  clock,
  maxAge,
  warn,
  problem,
}: DocumentCacheOptions): DocumentCache {
  const cached = new Map<DocumentName, CachedDocument>()
  const parts = new Map<DocumentName, Partial<Snapshot>>()
  let current: Snapshot | undefined
  let hasChanged = false
  let asOf: number | undefined

  const isTrusted = () => {
    if (current === undefined || asOf === undefined) return false
    // Later than now when the clock was set back: the age is unknown, and counts from now.
    asOf = Math.min(asOf, clock.now())
    return clock.now() - asOf <= maxAge
  }

  return {
    get snapshot() {
      if (current !== undefined && isTrusted()) return current
      throw new ServiceAwayError(absence(current, problem()))
    },
    get isTrusted() {
      return isTrusted()
    },
    get asOf() {
      return asOf
    },
    find: name => cached.get(name),
    store(name, document) {
      if (cached.get(name)?.text !== document.text) {
        const tell: Warn = message => warn(`Permissions from the service: ${message}`)
        parts.set(name, documents[name].parse(parseJson(document.text), tell))
        hasChanged = true
      }
      cached.set(name, document)
      asOf = Math.min(...[...cached.values()].map(each => each.confirmedAt))
    },
    publish() {
      if (!hasChanged || parts.size < documentNames.length) return false
      hasChanged = false
      // Every document has been parsed, and each contributes its own members.
      current = Object.assign({}, ...parts.values()) as Snapshot
      return true
    },
  }
}

function absence(current: Snapshot | undefined, problem = ''): string {
  const state = current
    ? 'The loaded permissions are too old to use.'
    : 'No permissions are loaded yet.'
  return `${state} ${problem}`.trim()
}
