import type { RouteParams } from '@service/http'
import { nameFromPath } from '@service/protocol'

/** A path segment that begins with a backslash is always a name, never a fixed part of a route. */
export function decodeNames(parts: RouteParams): RouteParams {
  // Ids have their own escape.
  const read = ([part, text]: [string, string]) =>
    part === 'id' ? [part, text] : [part, nameFromPath(text)]
  return Object.fromEntries(Object.entries(parts).map(read))
}
