import { createRecentMap, type RecentMap } from '@service/base'

/** The part of a connection of `pg` that holds prepared statements. */
export interface PreparingWire {
  /** By name, as the client fills it when the server has parsed one. */
  readonly parsedStatements: Record<string, string>
  close(message: { type: 'S'; name: string }): void
}

/** Twice as many are kept at most: the server holds each of them in memory, for each connection. */
const RECENT_NAMES = 250

const byWire = new WeakMap<PreparingWire, RecentMap<string, true>>()

/**
 * Notes that a statement is about to be used on a connection. The names that were not used lately
 * are given back to the server, with messages that travel with the statement.
 */
export function usePreparedName(wire: PreparingWire, name: string): void {
  const names = byWire.get(wire) ?? namesOn(wire)
  if (!names.get(name)) names.set(name, true)
}

function namesOn(wire: PreparingWire): RecentMap<string, true> {
  const names = createRecentMap<string, true>(RECENT_NAMES, unused => {
    for (const name of unused) {
      delete wire.parsedStatements[name]
      wire.close({ type: 'S', name })
    }
  })
  byWire.set(wire, names)
  return names
}
