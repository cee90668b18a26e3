import type { Actor } from './actor.js'
import type { NewEntry } from './entry-lines.js'

/** Entries that occur repeatedly, each cached as one object. */
export interface RepeatedEntries {
  find(
    userId: number,
    actor: Actor,
    collectionName: string | undefined,
    action: string,
  ): NewEntry | undefined
  add(entry: NewEntry, actor: Actor): void
}

interface RepeatedEntry {
  readonly entry: NewEntry
  readonly actor: Actor
}
type ByAction = Map<string, RepeatedEntry>
type ByCollection = Map<string | undefined, ByAction>

/** Nested maps, one per word: joining the words into one key for every request is slower. Cleared when full. */
export function createRepeatedEntries(size: number): RepeatedEntries {
  const users = new Map<number, ByCollection>()
  let kept = 0
  return {
    find(userId, actor, collectionName, action) {
      const known = users.get(userId)?.get(collectionName)?.get(action)
      return known?.actor === actor ? known.entry : undefined
    },
    add(entry, actor) {
      if (kept === size) users.clear()
      kept = kept === size ? 1 : kept + 1
      const collections = users.get(entry.userId) ?? new Map<string | undefined, ByAction>()
      const actions = collections.get(entry.collectionName) ?? new Map<string, RepeatedEntry>()
      users.set(entry.userId, collections)
      collections.set(entry.collectionName, actions)
      actions.set(entry.action, { entry, actor })
    },
  }
}
