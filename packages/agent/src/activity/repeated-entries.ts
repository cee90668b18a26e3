import type { Actor } from './actor.js'
import type { NewEntry } from './entry-lines.js'

/** Entries that occur repeatedly, each cached as one object. */
export interface RepeatedEntries {
  find(
    userId: number,
    actor: Actor,
    collectionName: string | undefined,
    action: string,
    label: string | undefined,
  ): NewEntry | undefined
  add(entry: NewEntry, actor: Actor): void
}

interface RepeatedEntry {
  readonly entry: NewEntry
  readonly actor: Actor
}
type ByLabel = Map<string | undefined, RepeatedEntry>
type ByAction = Map<string, ByLabel>
type ByCollection = Map<string | undefined, ByAction>

/** Nested maps, one per word: joining the words into one key for every request is slower. Cleared when full. */
export function createRepeatedEntries(size: number): RepeatedEntries {
  const users = new Map<number, ByCollection>()
  let kept = 0
  return {
    find(userId, actor, collectionName, action, label) {
      const known = users.get(userId)?.get(collectionName)?.get(action)?.get(label)
      return known?.actor === actor ? known.entry : undefined
    },
    add(entry, actor) {
      if (kept === size) users.clear()
      kept = kept === size ? 1 : kept + 1
      const collections = users.get(entry.userId) ?? new Map<string | undefined, ByAction>()
      const actions = collections.get(entry.collectionName) ?? new Map<string, ByLabel>()
      const labels = actions.get(entry.action) ?? new Map<string | undefined, RepeatedEntry>()
      users.set(entry.userId, collections)
      collections.set(entry.collectionName, actions)
      actions.set(entry.action, labels)
      labels.set(entry.label, { entry, actor })
    },
  }
}
