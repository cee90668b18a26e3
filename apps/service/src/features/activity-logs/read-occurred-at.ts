import { parseBound } from '../../http/listing/instant-parameter.js'
import type { Instant } from '../../store/instant.js'

/** Machines whose clock was never set report 1970. */
const EARLIEST: Instant = '2000-01-01T00:00:00.000000Z'

/** Parses the instant an agent sent; returns undefined when it is implausible. */
export function readOccurredAt(given: unknown): Instant | undefined {
  if (typeof given !== 'string') return undefined
  const instant = parseBound(given, 'lte') ?? undefined
  return instant !== undefined && instant >= EARLIEST ? instant : undefined
}
