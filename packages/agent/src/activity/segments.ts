import type { Logger } from '@service/base'
import type { ActivityEntry } from '@service/service-client'
import { formatBegunLine } from './entry-lines.js'
import type { OutboxFolder, OutboxQueue } from './outbox-folder.js'
import {
  newSegment,
  readEntries,
  readLeft,
  removeReads,
  removeSegment,
  type Segment,
  writeLines,
} from './segment.js'
import type { EntrySource } from './sender.js'

export interface Segments {
  /** Where the sender gets its entries: the oldest segment first. */
  readonly entrySource: EntrySource
  /** Writes that have not ended, by key. They are not sent, and move into the next segment. */
  readonly pendingWrites: Map<string, ActivityEntry>
  /** Number of reads dropped for lack of space. */
  readonly droppedReads: number
  /** Bytes of the lines of all segments. */
  readonly queuedBytes: number
  /** Adds a line with the entry to send; returns false when there is no space for it. */
  put(queue: OutboxQueue, line: string, entry?: ActivityEntry): boolean
  /** Adds the outcome of a write, even when there is no space. */
  end(line: string, entry: ActivityEntry | undefined): void
  /** Resolves when all added lines are on disk. */
  write(): Promise<void>
  /** Takes over the files of processes that have ended. */
  adopt(): Promise<void>
  /** Returns how many entries are left. */
  close(): Promise<number>
}

interface SegmentsOptions {
  readonly folder?: OutboxFolder
  readonly maxBytes: number
  /** The bytes of the limit that dead letters leave free. */
  readonly getFreeBytes: () => number
  readonly writeAfter: number
  readonly logger: Logger
}

const defaultBytes = 1024 * 1024
/** Later segments are read from disk when they are due. */
const maxInMemory = 2
const warnEvery = 60_000

/** A queue of segments: the last one is written to, the first one is sent. */
export function createSegments({
  folder,
  maxBytes,
  getFreeBytes,
  writeAfter,
  logger,
}: SegmentsOptions): Segments {
  const segmentBytes = Math.min(defaultBytes, Math.ceil(maxBytes / 8))
  const pendingWrites = new Map<string, ActivityEntry>()
  const waiting: Segment[] = []
  let made = 0
  let bytes = 0
  let current = next()
  let timer: NodeJS.Timeout | undefined
  let droppedReads = 0
  let warnedAt = Number.NEGATIVE_INFINITY

  function next(): Segment {
    made += 1
    return newSegment(
      folder && { reads: folder.file(made, 'reads'), writes: folder.file(made, 'writes') },
    )
  }

  const onFault = (error: unknown) =>
    logger('Error', 'The activity log cannot be written to disk: entries are kept in memory', error)

  const write = (segment = current): Promise<void> => writeLines(segment, onFault)

  const append = (queue: OutboxQueue, line: string): void => {
    bytes += line.length
    current.bytes[queue] += line.length
    if (current.isBroken) return
    current.unwritten[queue] += line
    if (timer) return
    timer = setTimeout(() => {
      timer = undefined
      void write()
    }, writeAfter)
    timer.unref()
  }

  /** Closes the current segment and starts another. */
  const startNextSegment = (): void => {
    const old = current
    current = next()
    for (const [key, entry] of pendingWrites) {
      old.moved.add(key)
      append('writes', formatBegunLine(entry))
    }
    waiting.push(old)
    void closeSegment(old, waiting.length > maxInMemory)
  }

  const closeSegment = async (segment: Segment, isLong: boolean): Promise<void> => {
    await write(segment)
    await Promise.all([segment.files?.reads.end(), segment.files?.writes.end()]).catch(onFault)
    if (isLong && !segment.isBroken) segment.entries = undefined
  }

  /** Drops the oldest reads until there is space. */
  const freeSpaceFor = (size: number): boolean => {
    while (bytes + size > getFreeBytes()) {
      if (performance.now() - warnedAt > warnEvery) {
        warnedAt = performance.now()
        logger('Warn', 'The activity log is full: reads are dropped, the oldest first')
      }
      const oldest = waiting.find(segment => segment.bytes.reads > 0)
      if (!oldest) return false
      dropReads(oldest)
    }
    return true
  }

  const dropReads = (segment: Segment): void => {
    bytes -= segment.bytes.reads
    segment.bytes.reads = 0
    removeReads(segment).then(count => {
      droppedReads += count
    }, onFault)
  }

  return {
    pendingWrites,
    get droppedReads() {
      return droppedReads
    },
    get queuedBytes() {
      return bytes
    },
    put(queue, line, entry) {
      if (!freeSpaceFor(line.length)) {
        if (queue === 'reads') droppedReads += 1
        return false
      }
      append(queue, line)
      if (entry) current.entries?.push(entry)
      if (current.bytes.reads + current.bytes.writes > segmentBytes) startNextSegment()
      return true
    },
    end(line, entry) {
      append('writes', line)
      if (entry) current.entries?.push(entry)
    },
    write,
    entrySource: {
      get hasMore() {
        return Boolean(current.entries?.length)
      },
      closeBatch() {
        if (waiting.length === 0 && current.entries?.length) startNextSegment()
      },
      async next() {
        const [oldest] = waiting
        return oldest && readEntries(oldest)
      },
      async taken() {
        const sent = waiting.shift()
        if (!sent) return
        // Entries that moved to a later segment must be on disk there before this one is removed.
        await write()
        await sent.written
        bytes -= sent.bytes.reads + sent.bytes.writes
        await removeSegment(sent).catch(onFault)
      },
    },
    async adopt() {
      const left = await readLeft((await folder?.adopt()) ?? [])
      for (const segment of left) bytes += segment.bytes.reads + segment.bytes.writes
      waiting.push(...left)
    },
    async close() {
      clearTimeout(timer)
      await write()
      await closeSegment(current, false)
      const held = [...waiting, current].map(segment => segment.entries?.length ?? 0)
      return held.reduce((sum, size) => sum + size, 0)
    },
  }
}
