import { createRecentMap } from '@service/base'

/** Knows which prepared statements take so little time that others may wait for them. */
export interface ShortStatements {
  has(name: string | undefined): name is string
  /** Records in milliseconds how long a statement took, waiting included. */
  record(name: string, duration: number): void
  /** Records that others had to wait for a statement. */
  recordDelay(name: string): void
}

/** A statement that once took less, on a machine that did nothing else, is short. */
const SHORT_MS = 2
/** How long a statement that others waited for runs by itself. */
const ALONE_MS = 10_000
const REMEMBERED = 1_000

interface Measured {
  /** The shortest duration; it fades, so that a statement which has become slow is found out. */
  shortest: number
  aloneUntil: number
}

const FADING = 1.02

export function createShortStatements(
  now: () => number = () => performance.now(),
): ShortStatements {
  const byName = createRecentMap<string, Measured>(REMEMBERED)
  return {
    has(name): name is string {
      const measured = name === undefined ? undefined : byName.get(name)
      return measured !== undefined && measured.shortest < SHORT_MS && measured.aloneUntil <= now()
    },
    record(name, duration) {
      const measured = byName.get(name)
      if (!measured) byName.set(name, { shortest: duration, aloneUntil: 0 })
      else measured.shortest = Math.min(duration, measured.shortest * FADING)
    },
    recordDelay(name) {
      const measured = byName.get(name)
      if (measured) measured.aloneUntil = now() + ALONE_MS
    },
  }
}
