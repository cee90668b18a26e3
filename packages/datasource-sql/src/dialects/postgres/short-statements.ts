import { createRecentMap } from '@service/base'

/** Knows which prepared statements take so little time, for so few rows, that others may wait for them. */
export interface ShortStatements {
  has(name: string | undefined): name is string
  /** Records in milliseconds how long a statement took on its connection, and how many rows it returned. */
  record(name: string, duration: number, rows: number): void
  /** Records that others had to wait for a statement: it runs by itself for a time, ten seconds by default. */
  recordDelay(name: string, aloneMs?: number): void
}

/**
 * A statement that once took less, on a machine that did nothing else, is short. For longer ones a message costs little,
 * and several connections run them at the same time.
 */
const SHORT_MS = 1
/** How long a statement that others waited for runs by itself. */
const ALONE_MS = 10_000
const REMEMBERED = 1_000
/** Sending many rows costs so much more than a message that sharing one gains nothing. */
const FEW_ROWS = 50

interface Measured {
  /** The shortest duration; it fades, so that a statement which has become slow is found out. */
  shortest: number
  /** The most rows; it fades, because pages of one list have many sizes. */
  rows: number
  aloneUntil: number
}

const FADING = 1.02
const ROWS_FADING = 0.9

export function createShortStatements(
  now: () => number = () => performance.now(),
  shortMs: number = SHORT_MS,
): ShortStatements {
  const byName = createRecentMap<string, Measured>(REMEMBERED)
  return {
    has(name): name is string {
      const measured = name === undefined ? undefined : byName.get(name)
      if (measured === undefined || measured.aloneUntil > now()) return false
      return measured.shortest < shortMs && measured.rows <= FEW_ROWS
    },
    record(name, duration, rows) {
      const measured = byName.get(name)
      if (!measured) return void byName.set(name, { shortest: duration, rows, aloneUntil: 0 })
      measured.shortest = Math.min(duration, measured.shortest * FADING)
      measured.rows = Math.max(rows, measured.rows * ROWS_FADING)
    },
    recordDelay(name, aloneMs = ALONE_MS) {
      const measured = byName.get(name)
      if (measured) measured.aloneUntil = now() + aloneMs
    },
  }
}
