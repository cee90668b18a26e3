interface Shared {
  readonly made: Promise<unknown>
  users: number
}

const KEY = Symbol.for('shared by the projects of a test run')

/** Each project of a run loads its set-up anew; what they share is kept where all of them find it. */
const everywhere = globalThis as { [KEY]?: Map<string, Shared> }
everywhere[KEY] ??= new Map()
const shared = everywhere[KEY]

/**
 * Makes something once for all projects of a run. Answers it with a function to let go of it: when
 * the last project does, it is disposed of.
 */
export async function share<T>(
  name: string,
  make: () => Promise<T>,
  dispose: (made: T) => Promise<unknown>,
): Promise<{ made: T; release: () => Promise<void> }> {
  const entry = shared.get(name) ?? { made: make(), users: 0 }
  shared.set(name, entry)
  entry.users++
  const made = (await entry.made) as T
  return {
    made,
    async release() {
      entry.users--
      if (entry.users > 0) return
      shared.delete(name)
      await dispose(made)
    },
  }
}
