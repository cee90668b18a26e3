import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@service/base'
import type { ActivityEntry } from '@service/service-client'
import type { OutboxTimings } from './outbox-timings.js'
import { splitIntoBatches } from './split-into-batches.js'

/** Where a sender gets its entries. */
export interface EntrySource {
  /** Whether entries were added since the last `closeBatch`. */
  readonly hasMore: boolean
  /** Ends the current batch: entries added from now on are sent in the next one. */
  closeBatch(): void
  /** The oldest entries of the closed batches, or undefined when none are left. */
  next(): Promise<readonly ActivityEntry[] | undefined>
  /** Confirms that the service accepted what `next` returned. */
  taken(): Promise<void>
}

export interface Sender {
  /** Notifies the sender that there are entries to send. */
  wake(): void
  close(): Promise<void>
}

/**
 * Sends entries, one batch after the other. Failed batches are sent again: the service recognizes
 * entries by their keys, and stores each once.
 */
export function createSender(
  entrySource: EntrySource,
  send: (entries: readonly ActivityEntry[]) => Promise<void>,
  timings: OutboxTimings,
  logger: Logger,
): Sender {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let failures = 0
  let isClosed = false

  const drain = async (): Promise<void> => {
    entrySource.closeBatch()
    for (let entries = await entrySource.next(); entries; entries = await entrySource.next()) {
      for (const batch of splitIntoBatches(entries)) {
        if (isClosed) return
        await send(batch)
      }
      await entrySource.taken()
      failures = 0
    }
  }

  const run = (): Promise<void> => {
    timer = undefined
    running ??= drain()
      .catch(error => {
        failures += 1
        if (failures === 1)
          logger(
            'Warn',
            'Cannot send the activity log to the service: the agent keeps trying',
            error,
          )
        plan(delayAfter(error, failures, timings))
      })
      .finally(() => {
        running = undefined
        if (entrySource.hasMore) plan(timings.send)
      })
    return running
  }

  const plan = (delay: number): void => {
    if (isClosed || timer) return
    timer = setTimeout(run, delay)
    timer.unref()
  }

  return {
    wake() {
      if (!timer && !running) plan(timings.send)
    },
    async close() {
      clearTimeout(timer)
      const ended = new AbortController()
      const last = async () => {
        await running
        clearTimeout(timer)
        timer = undefined
        if (failures === 0) await run()
      }
      await Promise.race([last(), sleep(timings.close, undefined, { signal: ended.signal })])
      ended.abort()
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** Exponential backoff with a random part, never shorter than the service requested. */
function delayAfter(error: unknown, failures: number, timings: OutboxTimings): number {
  const ceiling = Math.min(timings.maxRetry, timings.retry * 2 ** (failures - 1))
  const { retryAfter } = (error ?? {}) as { readonly retryAfter?: unknown }
  const requestedDelay = typeof retryAfter === 'number' ? retryAfter * 1000 : 0
  return requestedDelay + ceiling * (0.5 + Math.random() / 2)
}
