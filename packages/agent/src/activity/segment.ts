import type { ActivityEntry } from '@service/service-client'
import { inOrder, parseReads, parseWrites, type Settlement, settle } from './entry-lines.js'
import type { LineFile } from './line-file.js'
import type { Lane, LeftFiles } from './outbox-folder.js'

/** Entries that are sent together, on disk and as long as there is room for them in memory. */
export interface Segment {
  readonly files?: Readonly<Record<Lane, LineFile>>
  readonly bytes: Record<Lane, number>
  /** What can be sent, in order. Absent: on disk only. */
  entries?: ActivityEntry[]
  /** Lines that are not on disk yet. */
  readonly unwritten: Record<Lane, string>
  /** Resolves when the last write that was asked for has ended. */
  written: Promise<void>
  /** A write was asked for and has not begun: whoever asks now shares it. */
  isWriteDue: boolean
  /** Keys of writes that had not ended when the segment was closed: a later one has them. */
  readonly moved: Set<string>
  /** Ends that later segments of the same process tell of. */
  readonly settled?: ReadonlyMap<string, Settlement>
  /** Its file could not be written: memory is all there is. */
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

/** Segments from the files of a process that is gone. */
export async function readLeft(left: readonly LeftFiles[]): Promise<Segment[]> {
  const settled = new Map<string, Settlement>()
  for (const { writes } of left) {
    for (const [key, end] of parseWrites(await writes.read()).settled) settled.set(key, end)
  }
  return left.map(files => ({
    ...newSegment(files),
    entries: undefined,
    bytes: files.bytes,
    settled,
  }))
}

/** What a segment tells the service. */
export async function entriesOf(segment: Segment): Promise<readonly ActivityEntry[]> {
  const { entries, files, moved } = segment
  if (entries) return entries
  if (!files) return []
  await segment.written
  const reads = segment.bytes.reads > 0 ? parseReads(await files.reads.read()) : []
  const writes = parseWrites(await files.writes.read())
  const ended = writes.begun.flatMap(entry => {
    if (moved.has(entry.key)) return []
    const end = writes.settled.get(entry.key) ?? segment.settled?.get(entry.key)
    return end ? (settle(entry, end) ?? []) : entry
  })
  return inOrder([...reads, ...ended])
}

/** Writes what is not on disk yet. Lines that come while they are written wait until somebody asks again. */
export function writeLines(segment: Segment, onFault: (error: unknown) => void): Promise<void> {
  if (segment.isWriteDue) return segment.written
  segment.isWriteDue = true
  segment.written = segment.written.then(async () => {
    segment.isWriteDue = false
    if (segment.isBroken) return
    try {
      await writeLane(segment, 'writes')
      await writeLane(segment, 'reads')
    } catch (error) {
      segment.isBroken = true
      onFault(error)
    }
  })
  return segment.written
}

async function writeLane({ files, unwritten }: Segment, lane: Lane): Promise<void> {
  const text = unwritten[lane]
  if (text === '') return
  unwritten[lane] = ''
  await files?.[lane].append(text)
}

/** Forgets the reads of a segment, on disk as well; answers how many there were. */
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

/** Forgets a segment, on disk as well. */
export async function removeSegment({ files }: Segment): Promise<void> {
  await Promise.all([files?.reads.remove(), files?.writes.remove()])
}
