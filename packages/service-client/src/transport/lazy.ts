import { type Clock, isAhead } from './clock.js'

/** A value that is loaded at first use and cached for a while. */
export interface Lazy<T> {
  get(): Promise<T>
  invalidate(): void
}

/** Concurrent callers share one load; a failure is not cached. */
export function createLazy<T>(load: () => Promise<T>, maxAge: number, clock: Clock): Lazy<T> {
  let kept: { readonly value: Promise<T>; readonly until: number } | undefined
  return {
    get() {
      if (kept && isAhead(kept.until, clock.now(), maxAge)) return kept.value
      const value = load()
      const fresh = { value, until: clock.now() + maxAge }
      kept = fresh
      value.catch(() => {
        if (kept === fresh) kept = undefined
      })
      return value
    },
    invalidate() {
      kept = undefined
    },
  }
}
