import type { SchemaFile } from '@service/protocol'
import type { InProcessService } from '@service/service-client'
import {
  type Document,
  type DocumentName,
  documentKinds,
  documentNames,
  toDocument,
} from './documents.js'
import { createStreams, type Streams } from './streams.js'

/** Serves the current documents, and notifies agents when they change. */
export interface Announcer {
  readonly streams: Streams
  /** Returns the document for an agent that may already have the version with this ETag. */
  read(name: DocumentName, heldEtag: string | undefined): { document: Document; isHeld: boolean }
  /** Called for an agent that keeps its documents current, and so will open an event stream. */
  expectStream(): void
  /**
   * Notifies agents of changes; resolves when all that follow the events have the new documents.
   */
  settle(): Promise<void>
}

/** Milliseconds that a change waits for agents at most. */
const timeoutMs = 2000

/**
 * An agent that sends the ETag of a new version has that version. So after a change, agents get the
 * event twice: once to fetch the document, and once more to confirm that they have it.
 */
export function createAnnouncer(
  service: InProcessService,
  schema: () => SchemaFile | undefined,
): Announcer {
  const documents = new Map<DocumentName, Document>()
  let reads = new Map<DocumentName, number>()
  let holders = new Map<DocumentName, number>()
  let isStreamExpected = false
  let lastTask: Promise<void> = Promise.resolve()
  const waits = createWaiters(timeoutMs)
  const streams = createStreams(count => {
    if (count === 0) isStreamExpected = false
    waits.check()
  })

  const refresh = (): readonly DocumentName[] =>
    documentNames.filter(name => {
      const current = toDocument(documentKinds[name].write(service.snapshot, schema()))
      const isNew = current.etag !== documents.get(name)?.etag
      if (isNew) documents.set(name, current)
      return isNew
    })

  const tell = (names: readonly DocumentName[]) => {
    const renderingIds = [...service.snapshot.renderings.keys()]
    reads = new Map()
    holders = new Map()
    for (const name of names) {
      streams.send(documentKinds[name].event, name === 'renderings' ? { renderingIds } : {})
    }
  }

  const settle = async (): Promise<void> => {
    const changed = refresh()
    if (changed.length === 0) return
    if (isStreamExpected) await waits.until(() => streams.size > 0 || !isStreamExpected)
    tell(changed)
    // Other agents of the protocol family drop their documents, and fetch them when they need them.
    if (!isStreamExpected) return
    const isCounted = (counts: ReadonlyMap<DocumentName, number>) =>
      changed.every(name => (counts.get(name) ?? 0) >= streams.size)
    await waits.until(() => isCounted(reads))
    tell(changed)
    await waits.until(() => isCounted(holders))
  }

  refresh()
  return {
    streams,
    read(name, heldEtag) {
      const document = documents.get(name)!
      const isHeld = heldEtag === document.etag
      reads.set(name, (reads.get(name) ?? 0) + 1)
      if (isHeld) holders.set(name, (holders.get(name) ?? 0) + 1)
      waits.check()
      return { document, isHeld }
    },
    expectStream() {
      isStreamExpected = true
    },
    settle() {
      // One change at a time: a confirmation of one change must not count for the next.
      lastTask = lastTask.then(settle)
      return lastTask
    },
  }
}

/** Promises that resolve when a condition becomes true, or after a time limit. */
function createWaiters(limit: number) {
  const checks = new Set<() => void>()
  return {
    check() {
      for (const check of checks) check()
    },
    until: (isDone: () => boolean) =>
      new Promise<void>(resolve => {
        const end = () => {
          checks.delete(check)
          clearTimeout(timer)
          resolve()
        }
        const check = () => {
          if (isDone()) end()
        }
        const timer = setTimeout(end, limit).unref()
        checks.add(check)
        check()
      }),
  }
}
