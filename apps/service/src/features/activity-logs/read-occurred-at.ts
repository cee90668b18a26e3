import { parseBound } from '../../http/listing/instant-parameter.js'
import type { Instant } from '../../store/instant.js'

/** Machines whose clock was never set report 1970. */
const EARLIEST: Instant = '2000-01-01T00:00:00.000000Z'

/** Parses the instant an agent sent; returns undefined when it is implausible. */
export function readOccurredAt(given: unknown): Instant | undefined {
  if (typeof given !== 'string') return undefined
  const instant = isWrittenByDate(given)
    ? `${given.slice(0, -1)}000Z`
    : (parseBound(given, 'lte') ?? undefined)
  return instant !== undefined && instant >= EARLIEST ? instant : undefined
}

const MILLISECONDS = /^\.\d{3}Z$/

let lastSecond = 'none'

/**
 * Whether `Date` wrote the text, as agents do: most entries need no parser for all of ISO 8601, and most of a
 * batch happened in the same second as the entry before.
 */
function isWrittenByDate(text: string): boolean {
  if (text.length !== 24) return false
  if (text.startsWith(lastSecond) && MILLISECONDS.test(text.slice(19))) return true
  const time = Date.parse(text)
  if (Number.isNaN(time) || new Date(time).toISOString() !== text) return false
  lastSecond = text.slice(0, 19)
  return true
}
