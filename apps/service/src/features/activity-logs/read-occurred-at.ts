import { boundOf } from '../../http/listing/instant-parameter.js'
import type { Instant } from '../../store/instant.js'

/** A machine whose clock was never set says 1970. */
const EARLIEST: Instant = '2000-01-01T00:00:00.000000Z'

/** The instant at which an agent says something happened; undefined when it cannot be one. */
export function readOccurredAt(given: unknown): Instant | undefined {
  if (typeof given !== 'string') return undefined
  const instant = boundOf(given, 'lte') ?? undefined
  return instant !== undefined && instant >= EARLIEST ? instant : undefined
}
