/** Replaces `Date` in the whole process. */
export interface TestClock {
  now(): Date
  /** Sets the time; it continues from there. */
  set(moment: Date | string | number): void
  /** Moves the time forward. */
  advance(milliseconds: number): void
  /** Restores the real time. */
  restore(): void
}

/**
 * Creates a clock that a test can move, so that sessions expire, permissions become too old, and
 * relative dates in scopes and filters move. It replaces `Date` in the whole process from the first
 * move until `restore`; timers and databases keep the real time.
 *
 * @example
 * const clock = createTestClock()
 * clock.advance(3_600_000)
 * clock.restore()
 */
export function createTestClock(): TestClock {
  const real = globalThis.Date
  let offset = 0
  const now = () => real.now() + offset

  const moved = new Proxy(real, {
    construct: (target, given: [], newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    apply: () => new real(now()).toString(),
    get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
  })

  const move = (milliseconds: number) => {
    if (!Number.isFinite(milliseconds)) throw new TypeError('The clock was set to an invalid time.')
    offset = milliseconds
    globalThis.Date = moved
  }

  return {
    now: () => new real(now()),
    set: moment => move(new real(moment).getTime() - real.now()),
    advance: milliseconds => move(offset + milliseconds),
    restore() {
      offset = 0
      if (globalThis.Date === moved) globalThis.Date = real
    },
  }
}
