import { type News, readNews } from '../core/live/news.js'
import { chooseReconnectDelay } from '../core/live/reconnect-delay.js'
import { leadTab } from './lead-tab.js'
import { readPersonId } from './person.js'
import { readEvents, type StreamEnd } from './read-events.js'

/** A service that has no stream is asked again after this long, in seconds. */
const missingDelay = 300

/**
 * Calls a function with what the service tells this person, until the result is called. All tabs of a browser share one
 * stream: one of them holds it and passes on what arrives.
 */
export function followNews(onNews: (news: News) => void): () => void {
  const name = `panel news ${readPersonId() ?? ''}`
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => onNews(data))
  const stopLeading = leadTab(name, (signal, hasWaited) => {
    const tell = (news: News) => {
      if (signal.aborted) return
      channel.postMessage(news)
      onNews(news)
    }
    void holdStream(signal, hasWaited, tell)
  })
  return () => {
    stopLeading()
    channel.close()
  }
}

async function holdStream(
  signal: AbortSignal,
  hasWaited: boolean,
  tell: (news: News) => void,
): Promise<void> {
  let mayHaveMissed = hasWaited
  let failures = 0
  let hasEnded = false
  while (!signal.aborted && !hasEnded) {
    const end = await readEvents(signal, {
      onOpen() {
        failures = 0
        if (mayHaveMissed) tell({ event: 'refresh' })
        else for (const news of sinceBoot) tell(news)
        mayHaveMissed = true
      },
      onEvent(event) {
        const news = readNews(event)
        if (news?.event === 'session-ended') hasEnded = true
        if (news) tell(news)
      },
    })
    if (end.status === 401) {
      hasEnded = true
      tell({ event: 'session-ended' })
    }
    // 204 says that there is no stream, and that it is not to be asked for again.
    if (hasEnded || end.status === 204 || signal.aborted) return
    await pause(chooseDelay(end, failures), signal)
    failures += 1
  }
}

/** The numbers of unread things are as old as the page when its first stream opens. */
const sinceBoot: readonly News[] = [{ event: 'mentions' }, { event: 'approvals' }]

function chooseDelay({ status, retryAfter }: StreamEnd, failures: number): number {
  const isMissing = status >= 400 && status < 500 && retryAfter === undefined
  return chooseReconnectDelay(failures, Math.random(), isMissing ? missingDelay : retryAfter)
}

/** Waits, but not after the network is back. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
    window.addEventListener('online', end)
  })
}
