/** Counts the requests in progress, so that a stop can wait for them. */
export interface InFlight {
  readonly count: number
  begin(): void
  end(): void
  /** Resolves to true when no request is in progress, to false when `maxWaitMs` has passed. */
  idle(maxWaitMs: number): Promise<boolean>
}

/**
 * Creates a counter of requests in progress, shared by the mounts of one application.
 *
 * @example
 * const inFlight = createInFlight()
 * const isIdle = await inFlight.idle(10_000)
 */
export function createInFlight(): InFlight {
  let count = 0
  const waiting = new Set<() => void>()

  return {
    get count() {
      return count
    },
    begin() {
      count++
    },
    end() {
      count--
      if (count === 0) for (const resolve of waiting) resolve()
    },
    idle(maxWaitMs) {
      if (count === 0) return Promise.resolve(true)
      return new Promise(resolve => {
        const settle = (isIdle: boolean) => {
          waiting.delete(onIdle)
          clearTimeout(timer)
          resolve(isIdle)
        }
        const onIdle = () => settle(true)
        const timer = setTimeout(settle, maxWaitMs, false)
        waiting.add(onIdle)
      })
    },
  }
}
