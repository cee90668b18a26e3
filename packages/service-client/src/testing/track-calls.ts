import http from 'node:http'

/** Counts the calls under way, so that a fake clock can wait for them. */
export interface CallTracker {
  /** Resolves when no call is in progress; an open event stream does not count. */
  idle(): Promise<void>
  restore(): void
}

export function trackCalls(): CallTracker {
  const original = { request: http.request, fetch: globalThis.fetch }
  let active = 0

  const track = (request: http.ClientRequest): void => {
    active += 1
    let isOver = false
    const end = () => {
      if (!isOver) active -= 1
      isOver = true
    }
    request.once('close', end)
    request.once('response', ({ headers }) => {
      if (headers['content-type']?.startsWith('text/event-stream')) end()
    })
  }

  // The cast covers the overloads of `http.request`.
  http.request = ((...call: Parameters<typeof http.request>) => {
    const request = original.request(...call)
    track(request)
    return request
  }) as typeof http.request

  globalThis.fetch = async (...call) => {
    active += 1
    try {
      const response = await original.fetch(...call)
      const { status, headers } = response
      return new Response(await response.text(), { status, headers })
    } finally {
      active -= 1
    }
  }

  const turn = () => new Promise(resolve => setImmediate(resolve))
  return {
    async idle() {
      // Handling a response takes a few ticks.
      for (let quiet = 0; quiet < 5; quiet += 1) {
        await turn()
        if (active > 0) quiet = -1
      }
    },
    restore() {
      http.request = original.request
      globalThis.fetch = original.fetch
    },
  }
}
