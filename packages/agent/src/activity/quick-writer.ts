import { writeSync } from 'node:fs'

/** Writes a text to a file at once; returns false, and writes nothing, when a thread should do it. */
export type WriteQuickly = (fd: number, text: string) => boolean

/** The system takes a short text into its memory in two microseconds; a thread costs fifteen times as much. */
const MAX_LENGTH = 16 * 1024
/** A write that takes longer holds up all requests. */
const SLOW_MS = 20
const SLOW_FOR_MS = 60_000

/** Short texts are written at once, until the disk once was slow: then threads write for a while. */
export function createQuickWriter(
  write: (fd: number, bytes: Uint8Array, offset: number) => number = writeSync,
  now: () => number = () => performance.now(),
): WriteQuickly {
  let slowUntil = Number.NEGATIVE_INFINITY
  return (fd, text) => {
    const startedAt = now()
    if (text.length > MAX_LENGTH || startedAt < slowUntil) return false
    const bytes = Buffer.from(text)
    for (let written = 0; written < bytes.length; ) written += write(fd, bytes, written)
    const endedAt = now()
    if (endedAt - startedAt > SLOW_MS) slowUntil = endedAt + SLOW_FOR_MS
    return true
  }
}
