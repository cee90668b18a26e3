import { createRecentMap, type RecentMap } from '@service/base'
import type { Wire } from './wire.js'

/** Twice as many are kept at most: the server holds each of them in memory, for each connection. */
const RECENT_NAMES = 250

const byWire = new WeakMap<Wire, RecentMap<string, true>>()

/**
 * Notes that a statement is about to be used on a connection. The names that were not used lately
 * are given back to the server, with messages that travel with the statement.
 */
export function usePreparedName(wire: Wire, name: string): void {
  const names = byWire.get(wire) ?? namesOn(wire)
  if (!names.get(name)) names.set(name, true)
}

function namesOn(wire: Wire): RecentMap<string, true> {
  const names = createRecentMap<string, true>(RECENT_NAMES, unused => {
    for (const name of unused) {
      delete wire.parsedStatements[name]
      wire.close({ type: 'S', name })
    }
  })
  byWire.set(wire, names)
  return names
}
