import type { ActivityEntry } from '@service/service-client'
import { applyOutcome, inOrder, type Outcome, parseReads, parseWrites } from './entry-lines.js'
import type { LineFile } from './line-file.js'
import type { AbandonedFiles, OutboxQueue } from './outbox-folder.js'

/** Entries that are sent together; stored on disk, and in memory while there is space. */
export interface Segment {
  readonly files?: Readonly<Record<OutboxQueue, LineFile>>
  readonly bytes: Record<OutboxQueue, number>
  /** The entries to send, in order; absent when they are only on disk. */
  entries?: ActivityEntry[]
  /** Lines that are not on disk yet. */
  readonly unwritten: Record<OutboxQueue, string>
  /** Resolves when the last requested write to disk has ended. */
  written: Promise<void>
  /** A write to disk is requested but has not begun; further requests share it. */
  isWriteDue: boolean
  /** Keys of writes that had not ended when the segment was closed; a later segment contains them. */
  readonly moved: Set<string>
  /** Outcomes that later segments of the same process contain. */
  readonly outcomes?: ReadonlyMap<string, Outcome>
  /** Its file cannot be written, so that its entries are only in memory. */
  isBroken: boolean
}

export function newSegment(files: Segment['files']): Segment {
  return {
    files,
    bytes: { reads: 0, writes: 0 },
    entries: [],
    unwritten: { reads: '', writes: '' },
    written: Promise.resolve(),
    isWriteDue: false,
    moved: new Set(),
    isBroken: files === undefined,
  }
}

/** Reads segments from the files of a process that has ended. */
export async function readLeft(left: readonly AbandonedFiles[]): Promise<Segment[]> {
  const outcomes = new Map<string, Outcome>()
  for (const { writes } of left) {
    for (const [key, end] of parseWrites(await writes.read()).outcomes) outcomes.set(key, end)
  }
  return left.map(files => ({
    ...newSegment(files),
    entries: undefined,
    bytes: files.bytes,
    outcomes,
  }))
}

/** The entries of a segment that are sent to the service. */
export async function readEntries(segment: Segment): Promise<readonly ActivityEntry[]> {
  const { entries, files, moved } = segment
  if (entries) return entries
  if (!files) return []
  await segment.written
  const reads = segment.bytes.reads > 0 ? parseReads(await files.reads.read()) : []
  const writes = parseWrites(await files.writes.read())
  const ended = writes.begun.flatMap(entry => {
    if (moved.has(entry.key)) return []
    const end = writes.outcomes.get(entry.key) ?? segment.outcomes?.get(entry.key)
    return end ? (applyOutcome(entry, end) ?? []) : entry
  })
  return inOrder([...reads, ...ended])
}

/** Writes the lines that are not on disk yet. Lines added meanwhile are written by the next call. */
export function writeLines(segment: Segment, onFault: (error: unknown) => void): Promise<void> {
  if (segment.isWriteDue) return segment.written
  segment.isWriteDue = true
  segment.written = segment.written.then(async () => {
    segment.isWriteDue = false
    if (segment.isBroken) return
    try {
      await writeQueue(segment, 'writes')
      await writeQueue(segment, 'reads')
    } catch (error) {
      segment.isBroken = true
      onFault(error)
    }
  })
  return segment.written
}

async function writeQueue({ files, unwritten }: Segment, queue: OutboxQueue): Promise<void> {
  const text = unwritten[queue]
  if (text === '') return
  unwritten[queue] = ''
  await files?.[queue].append(text)
}

/** Removes the reads of a segment from memory and disk; returns how many there were. */
export async function removeReads(segment: Segment): Promise<number> {
  const { entries, files } = segment
  if (entries) {
    segment.entries = entries.filter(({ type }) => type !== 'read')
    await files?.reads.remove()
    return entries.length - segment.entries.length
  }
  const reads = parseReads((await files?.reads.read()) ?? '')
  await files?.reads.remove()
  return reads.length
}

/** Removes the files of a segment. */
export async function removeSegment({ files }: Segment): Promise<void> {
  await Promise.all([files?.reads.remove(), files?.writes.remove()])
}
