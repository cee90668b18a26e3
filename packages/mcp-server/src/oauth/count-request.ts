import { readClientNetwork } from '@service/http'

/** Counts a request; answers how many seconds to wait when there were too many of this address. */
type CountRequest = (route: string, address: string | undefined) => Promise<number | undefined>

const windowSeconds = 15 * 60

/** Lets each address make so many requests to a route within a quarter of an hour. */
export function createRequestCounter(most: readonly (readonly [string, number])[]): CountRequest {
  // Loaded at the first request: the library has limiters for many databases, which take time to load.
  const open = async () => {
    const { RateLimiterMemory, RateLimiterRes } = await import('rate-limiter-flexible')
    const limiters = new Map(
      most.map(([route, points]) => [
        route,
        new RateLimiterMemory({ points, duration: windowSeconds }),
      ]),
    )
    return { limiters, RateLimiterRes }
  }
  let opened: ReturnType<typeof open> | undefined

  return async (route, address = 'unknown') => {
    opened ??= open()
    const { limiters, RateLimiterRes } = await opened
    try {
      await limiters.get(route)?.consume(readClientNetwork(address))
      return undefined
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      return Math.ceil(refused.msBeforeNext / 1000)
    }
  }
}
