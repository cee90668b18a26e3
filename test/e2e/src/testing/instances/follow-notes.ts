import type { SteadyClient } from './steady-client.js'

/** A browser that shows notes: it reads again when its stream opens and when an event says so, and never else. */
export interface Follower {
  readonly titles: ReadonlySet<string>
  /** How often the stream was opened. */
  readonly openings: number
  stop(): void
}

interface Page {
  readonly data: readonly { readonly title: string }[]
  readonly nextCursor: string
  readonly hasMore: boolean
}

export function followNotes(
  client: SteadyClient,
  path: string,
  session: Readonly<Record<string, string>>,
): Follower {
  const titles = new Set<string>()
  let cursor = ''
  let openings = 0
  let isStopped = false

  const read = async () => {
    for (;;) {
      const after = cursor && `&cursor=${encodeURIComponent(cursor)}`
      const { status, body } = await client.send('GET', `${path}?order=asc&limit=200${after}`, {
        headers: session,
      })
      if (status !== 200) throw new Error(`The notes got ${status}: ${JSON.stringify(body)}`)
      const page = body as Page
      for (const { title } of page.data) titles.add(title)
      cursor = page.nextCursor
      if (!page.hasMore) return
    }
  }

  const follow = async () => {
    while (!isStopped) {
      try {
        const events = await client.openEvents('/api/events', session)
        openings += 1
        await read()
        for (;;) {
          await events.until(/^(?:notes|refresh)$/)
          await read()
        }
      } catch {
        // The stream ended with its instance: open the next one.
      }
    }
  }
  void follow()
  return {
    titles,
    get openings() {
      return openings
    },
    stop() {
      isStopped = true
      client.close()
    },
  }
}
