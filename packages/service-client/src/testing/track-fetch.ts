/** Counts the calls under way, so that a fake clock can wait for them. */
export interface FetchTracker {
  /** Resolves when no call is under way; an open event stream is none. */
  idle(): Promise<void>
  restore(): void
}

export function trackFetch(): FetchTracker {
  const original = globalThis.fetch
  let active = 0

  const readAhead = async (response: Response): Promise<Response> => {
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) return response
    if (response.status === 304 || response.status === 204) return response
    const { status, headers } = response
    return new Response(await response.text(), { status, headers })
  }

  globalThis.fetch = async (...call) => {
    active += 1
    try {
      return await readAhead(await original(...call))
    } finally {
      active -= 1
    }
  }

  const turn = () => new Promise(resolve => setImmediate(resolve))
  return {
    async idle() {
      // What a call answers takes a few turns to be acted upon.
      for (let quiet = 0; quiet < 5; quiet += 1) {
        await turn()
        if (active > 0) quiet = -1
      }
    },
    restore() {
      globalThis.fetch = original
    },
  }
}
