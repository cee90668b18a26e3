import { hashKey, type QueryCacheNotifyEvent, type QueryClient } from '@tanstack/react-query'
import { readPersonId } from './person.js'
import { roleView } from './role-view.js'

/** What may be stored on the machine: never a record. */
const storedNames: ReadonlySet<unknown> = new Set(['boot', 'schema', 'layout'])
const prefix = 'panel '
/** A schema that is larger would leave no room for the others. */
const longest = 1_500_000
const delay = 300
/** Answers of another build may have another shape. */
const build = import.meta.url

interface Entry {
  readonly build: string
  readonly data: unknown
}

/** What an earlier visit of this person knew: shown until the answer is there. */
export function readCached<T>(key: readonly unknown[]): T | undefined {
  if (roleView) return undefined
  try {
    const entry = JSON.parse(localStorage.getItem(nameEntry(key)) ?? 'null') as Entry | null
    return entry?.build === build ? (entry.data as T) : undefined
  } catch {
    return undefined
  }
}

/** Stores what the shell is made of whenever it changes, and forgets what other people left. */
export function keepCached(client: QueryClient): void {
  if (readPersonId() === undefined || roleView) return
  dropEntries(name => !name.startsWith(nameOwn()))
  const waiting = new Set<string>()
  client.getQueryCache().subscribe((event: QueryCacheNotifyEvent) => {
    const { queryKey } = event.query
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (!storedNames.has(queryKey[0]) || waiting.has(hashKey(queryKey))) return
    waiting.add(hashKey(queryKey))
    // The first rows come first.
    setTimeout(() => {
      waiting.delete(hashKey(queryKey))
      write(queryKey, client.getQueryData(queryKey))
    }, delay)
  })
}

/** Forgets everything, at sign-out. */
export function dropCached(): void {
  dropEntries(() => true)
}

/** How the names of this person's entries begin. */
function nameOwn(): string {
  return `${prefix}${readPersonId()} `
}

function nameEntry(key: readonly unknown[]): string {
  return nameOwn() + JSON.stringify(key)
}

function write(key: readonly unknown[], data: unknown): void {
  if (data === undefined) return
  const text = JSON.stringify({ build, data } satisfies Entry)
  try {
    if (text.length <= longest) localStorage.setItem(nameEntry(key), text)
    else localStorage.removeItem(nameEntry(key))
  } catch {
    // The storage is full or switched off: the next visit waits for the answers.
  }
}

function dropEntries(isDropped: (name: string) => boolean): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(prefix) && isDropped(name)) localStorage.removeItem(name)
    }
  } catch {
    // Without a storage nothing was stored.
  }
}
