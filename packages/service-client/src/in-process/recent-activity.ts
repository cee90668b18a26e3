import type { ActivityEntry } from '../port/activity-entry.js'

const maxStored = 10_000

/** The latest entries of a log that nobody keeps for ever. */
export interface RecentActivity {
  readonly entries: readonly ActivityEntry[]
  /** An entry whose key is there already is left out. */
  write(entries: readonly ActivityEntry[]): void
}

export function createRecentActivity(): RecentActivity {
  const byKey = new Map<string, ActivityEntry>()
  return {
    get entries() {
      return [...byKey.values()]
    },
    write(entries) {
      for (const entry of entries) if (!byKey.has(entry.key)) byKey.set(entry.key, entry)
      for (const key of byKey.keys()) {
        if (byKey.size <= maxStored) break
        byKey.delete(key)
      }
    },
  }
}
