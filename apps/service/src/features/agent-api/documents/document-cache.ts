import { createHash } from 'node:crypto'

/** A document as it is sent. */
interface Document {
  readonly text: string
  /** A strong entity tag: the same content has the same tag on every instance and after every restart. */
  readonly etag: string
}

/** Caches the newest version of each document as serialized text. */
export interface DocumentCache {
  /** Returns the document in this version; concurrent calls share one build. */
  read(key: string, version: string, build: () => Promise<unknown>): Promise<Document>
}

interface Entry {
  readonly version: string
  readonly document: Promise<Document>
  size: number
}

/** The estimated size of an entry besides its text. */
const OVERHEAD = 1_000

/**
 * Creates an empty cache of at most `limit` characters that evicts the least recently used document first.
 */
export function createDocumentCache(limit = 32 * 1024 * 1024): DocumentCache {
  const entries = new Map<string, Entry>()
  let total = 0
  const evict = (key: string, entry: Entry) => {
    if (entries.get(key) !== entry) return
    entries.delete(key)
    total -= entry.size
  }
  const recordSize = (key: string, entry: Entry, size: number) => {
    if (entries.get(key) !== entry) return
    entry.size = size
    total += size
    for (const [oldest, one] of entries) {
      if (total <= limit) break
      evict(oldest, one)
    }
  }
  return {
    read(key, version, build) {
      const known = entries.get(key)
      if (known?.version === version) {
        entries.delete(key)
        entries.set(key, known)
        return known.document
      }
      if (known) evict(key, known)
      const document = build().then(toDocument)
      const entry: Entry = { version, document, size: 0 }
      entries.set(key, entry)
      document.then(
        ({ text }) => recordSize(key, entry, text.length + OVERHEAD),
        () => evict(key, entry),
      )
      return document
    },
  }
}

function toDocument(content: unknown): Document {
  const text = JSON.stringify(content)
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}
