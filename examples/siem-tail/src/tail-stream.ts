import { setTimeout as sleep } from 'node:timers/promises'
import { fetchPage, NotNowError, type Page } from './fetch-page.js'
import { openJournal } from './journal.js'
import type { Settings } from './settings.js'
import type { StreamName } from './streams.js'

const FIRST_DELAY = 250
const MAX_DELAY = 30_000

// #region tail
/** Writes one stream to its file until `signal` aborts. */
export async function tailStream(
  settings: Settings,
  stream: StreamName,
  stopped: AbortSignal,
): Promise<void> {
  const journal = await openJournal(settings.folder, stream)
  try {
    while (!stopped.aborted) {
      const page = await untilAnswered(settings, stream, journal.cursor, stopped)
      if (!page) break
      if (page.data.length > 0) await journal.append(page.data, page.nextCursor)
      if (!page.hasMore) await pause(settings.interval, stopped)
    }
  } finally {
    await journal.close()
  }
}

/** Retries until a request succeeds: after `Retry-After`, or with a delay that doubles each time. */
async function untilAnswered(
  settings: Settings,
  stream: StreamName,
  cursor: string | undefined,
  stopped: AbortSignal,
): Promise<Page | undefined> {
  for (let delay = FIRST_DELAY; !stopped.aborted; delay = Math.min(delay * 2, MAX_DELAY)) {
    try {
      return await fetchPage(settings, stream, cursor, stopped)
    } catch (error) {
      if (!(error instanceof NotNowError)) throw error
      if (stopped.aborted) return undefined
      const wait = error.retryAfter ?? delay * (0.5 + Math.random() / 2)
      console.error(`${stream}: ${error.message}; asking again in ${Math.round(wait)} ms`)
      await pause(wait, stopped)
    }
  }
  return undefined
}
// #endregion

async function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal: stopped }).catch(() => {})
}
