import type { AnyValues } from './form-values.js'

/** The values of a form while it is computed. */
export interface WatchedValues {
  /** The values for the form's code: read-only, and records which of them were read. */
  readonly formValues: AnyValues
  readonly known: ReadonlyMap<string, unknown>
  readonly watched: ReadonlySet<string>
  set(id: string, value: unknown): void
  clear(): void
  watch(id: string): void
}

export function watchValues(): WatchedValues {
  const known = new Map<string, unknown>()
  const watched = new Set<string>()
  const refuse = () => false
  const formValues = new Proxy<AnyValues>(
    {},
    {
      get: (_, id) => {
        if (typeof id !== 'string') return undefined
        watched.add(id)
        return known.get(id) ?? null
      },
      has: (_, id) => known.has(String(id)),
      ownKeys: () => [...known.keys()],
      getOwnPropertyDescriptor: (_, id) =>
        known.has(String(id)) ? { enumerable: true, configurable: true } : undefined,
      set: refuse,
      defineProperty: refuse,
      deleteProperty: refuse,
    },
  )
  return {
    formValues,
    known,
    watched,
    set: (id, value) => known.set(id, value),
    clear: () => known.clear(),
    watch: id => watched.add(id),
  }
}
