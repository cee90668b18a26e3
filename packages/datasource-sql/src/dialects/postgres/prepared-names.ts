import { createRecentMap, type RecentMap } from '@service/base'
import type { Wire } from './wire.js'

/**
 * Prepared statements in each of the cache's two generations, so at most twice as many per connection:
 * the server holds each of them in memory.
 */
const GENERATION_SIZE = 250

const byWire = new WeakMap<Wire, RecentMap<string, true>>()

/**
 * Records that a statement is about to be used on a connection. Names that were not used recently
 * are closed with messages sent together with the statement.
 */
export function usePreparedName(wire: Wire, name: string): void {
  const names = byWire.get(wire) ?? namesOn(wire)
  if (!names.get(name)) names.set(name, true)
}

function namesOn(wire: Wire): RecentMap<string, true> {
  const names = createRecentMap<string, true>(GENERATION_SIZE, unused => {
    for (const name of unused) {
      delete wire.parsedStatements[name]
      wire.close({ type: 'S', name })
    }
  })
  byWire.set(wire, names)
  return names
}
