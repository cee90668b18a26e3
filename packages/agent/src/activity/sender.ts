import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@service/base'
import type { ActivityEntry } from '@service/service-client'
import { batchesOf } from './batches-of.js'
import type { Pace } from './pace.js'

/** Where a sender gets its entries. */
export interface Supply {
  /** Whether entries were added since the last `closeBatch`. */
  readonly hasMore: boolean
  /** Ends the current batch: entries added from now on are sent in the next one. */
  gather(): void
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
  supply: Supply,
  send: (entries: readonly ActivityEntry[]) => Promise<void>,
  pace: Pace,
  logger: Logger,
): Sender {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let failures = 0
  let isClosed = false

  const drain = async (): Promise<void> => {
    supply.gather()
    for (let entries = await supply.next(); entries; entries = await supply.next()) {
      for (const batch of batchesOf(entries)) {
        if (isClosed) return
        await send(batch)
      }
      await supply.taken()
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
        plan(delayAfter(error, failures, pace))
      })
      .finally(() => {
        running = undefined
        if (supply.hasMore) plan(pace.send)
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
      if (!timer && !running) plan(pace.send)
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
      await Promise.race([last(), sleep(pace.close, undefined, { signal: ended.signal })])
      ended.abort()
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** Exponential backoff with a random part, never shorter than the service requested. */
function delayAfter(error: unknown, failures: number, pace: Pace): number {
  const ceiling = Math.min(pace.longestRetry, pace.retry * 2 ** (failures - 1))
  const { retryAfter } = (error ?? {}) as { readonly retryAfter?: unknown }
  const asked = typeof retryAfter === 'number' ? retryAfter * 1000 : 0
  return asked + ceiling * (0.5 + Math.random() / 2)
}
