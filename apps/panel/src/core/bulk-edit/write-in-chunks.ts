import type { PreviousValues } from '@service/protocol'

/** A record that was not changed, and why. */
interface BulkFailure {
  readonly id: string
  readonly message: string
}

/** What a bulk edit has done so far. */
export interface BulkProgress {
  readonly changed: number
  readonly failures: readonly BulkFailure[]
  /** The values before the change, of the records that can be restored. */
  readonly previous: readonly PreviousValues[]
}

export const noProgress: BulkProgress = { changed: 0, failures: [], previous: [] }

interface ChunkWriter {
  /** Changes records and returns how many, with the values they had. */
  readonly write: (ids: readonly string[]) => Promise<{
    readonly count: number
    readonly previous?: readonly PreviousValues[]
  }>
  /** What the agent says about a change that it refuses; undefined for other errors, which end the run. */
  readonly explainRefusal: (error: unknown) => string | undefined
  readonly onProgress: (progress: BulkProgress) => void
  /** When this returns true, no further chunk is written. */
  readonly isStopped: () => boolean
}

/**
 * Changes records chunk by chunk. A chunk that the agent refuses is divided until the records that
 * it refuses are alone.
 *
 * @example
 * const done = await writeInChunks(chunks, { write, explainRefusal, onProgress, isStopped })
 */
export async function writeInChunks(
  chunks: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  { write, explainRefusal, onProgress, isStopped }: ChunkWriter,
): Promise<BulkProgress> {
  let progress = noProgress
  for await (const chunk of chunks) {
    if (isStopped()) break
    await writeChunk(chunk)
  }
  return progress

  async function writeChunk(ids: readonly string[]): Promise<void> {
    try {
      const { count, previous = [] } = await write(ids)
      advance({ changed: count, failures: [], previous })
    } catch (error) {
      const message = explainRefusal(error)
      if (message === undefined) throw error
      if (ids.length === 1) {
        advance({ changed: 0, failures: [{ id: ids[0]!, message }], previous: [] })
        return
      }
      const half = Math.ceil(ids.length / 2)
      await writeChunk(ids.slice(0, half))
      await writeChunk(ids.slice(half))
    }
  }

  function advance({ changed, failures, previous }: BulkProgress): void {
    progress = {
      changed: progress.changed + changed,
      failures: [...progress.failures, ...failures],
      previous: [...progress.previous, ...previous],
    }
    onProgress(progress)
  }
}

/**
 * Divides a list into parts of at most `size`.
 *
 * @example
 * splitIntoChunks([1, 2, 3], 2) // [[1, 2], [3]]
 */
export function splitIntoChunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = []
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size))
  return chunks
}
