import type { NewEntry } from './outbox.js'

/** Entries that are told again and again, each as one object. */
export interface RepeatedEntries {
  find(
    words: Pick<NewEntry, 'userId' | 'teamName' | 'collectionName' | 'action'>,
  ): NewEntry | undefined
  keep(entry: NewEntry): void
}

type ByAction = Map<string, NewEntry>
type ByCollection = Map<string | undefined, ByAction>

/** Looked up word by word: to join them into one key for every request would cost more. Forgets all when it is full. */
export function createRepeatedEntries(size: number): RepeatedEntries {
  const users = new Map<number, ByCollection>()
  let kept = 0
  return {
    find({ userId, teamName, collectionName, action }) {
      const entry = users.get(userId)?.get(collectionName)?.get(action)
      return entry?.teamName === teamName ? entry : undefined
    },
    keep(entry) {
      if (kept === size) users.clear()
      kept = kept === size ? 1 : kept + 1
      const collections = users.get(entry.userId) ?? new Map<string | undefined, ByAction>()
      const actions = collections.get(entry.collectionName) ?? new Map<string, NewEntry>()
      users.set(entry.userId, collections)
      collections.set(entry.collectionName, actions)
      actions.set(entry.action, entry)
    },
  }
}
