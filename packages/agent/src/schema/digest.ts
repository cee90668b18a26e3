import { createHash } from 'node:crypto'

const length = 22

/** A short text that differs when the given one does, the same in every process. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, length)
}
