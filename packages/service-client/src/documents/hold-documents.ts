import { parseJson } from '@service/base'
import { ServiceAwayError } from '../port/errors.js'
import type { Snapshot } from '../port/snapshot.js'
import type { Clock } from '../transport/clock.js'
import { type DocumentName, documentNames, documents } from './documents.js'
import type { Warn } from './shape.js'

/** A document as the service sent it. */
export interface HeldDocument {
  readonly text: string
  readonly etag?: string
  /** When the service was last asked for it and answered, in milliseconds since 1970. */
  readonly confirmedAt: number
}

/** The last good documents, and the snapshot made of them. */
export interface DocumentHolder {
  /** Throws `ServiceAwayError` without all documents, or when one of them is too old. */
  readonly snapshot: Snapshot
  readonly isTrusted: boolean
  /** How old the oldest document is: the time it was confirmed. */
  readonly asOf: number | undefined
  find(name: DocumentName): HeldDocument | undefined
  /** Replaces a document; throws, and keeps the former one, when nothing of it can be read. */
  hold(name: DocumentName, document: HeldDocument): void
  /** Makes a snapshot of what is held now; answers whether it is another one. */
  publish(): boolean
}

export interface HolderOptions {
  readonly clock: Clock
  /** Milliseconds. */
  readonly maxAge: number
  readonly warn: Warn
  readonly problem: () => string | undefined
}

export function holdDocuments({ clock, maxAge, warn, problem }: HolderOptions): DocumentHolder {
  const held = new Map<DocumentName, HeldDocument>()
  const parts = new Map<DocumentName, Partial<Snapshot>>()
  let current: Snapshot | undefined
  let hasChanged = false
  let asOf: number | undefined

  const isTrusted = () =>
    current !== undefined && asOf !== undefined && clock.now() - asOf <= maxAge

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
    find: name => held.get(name),
    hold(name, document) {
      if (held.get(name)?.text !== document.text) {
        const tell: Warn = message => warn(`Rights of the service: ${message}`)
        parts.set(name, documents[name].parse(parseJson(document.text), tell))
        hasChanged = true
      }
      held.set(name, document)
      asOf = Math.min(...[...held.values()].map(each => each.confirmedAt))
    },
    publish() {
      if (!hasChanged || parts.size < documentNames.length) return false
      hasChanged = false
      // All parts are there, and each document makes its own.
      current = Object.assign({}, ...parts.values()) as Snapshot
      return true
    },
  }
}

function absence(current: Snapshot | undefined, problem = ''): string {
  const state = current
    ? 'The rights at hand are too old to serve with.'
    : 'No rights are at hand yet.'
  return `${state} ${problem}`.trim()
}
