import { parseExactJson, stringifyExactJson } from '@service/base'
import { type BatchResponse, maxBatchRequests } from '@service/protocol'
import { checkKnown } from '../known-options.js'
import type { BatchQueueOptions, QueuedRead } from './batch-queue-options.js'
import { readLines } from './read-lines.js'

/** Sends reads that are added in the same turn as one request. */
export interface BatchQueue {
  add(read: QueuedRead): void
}

/**
 * Creates a queue of reads. Each read gets its own line of the response as soon as it arrives; one
 * that is aborted leaves the others alone, and the last one aborts the request.
 *
 * @example
 * const queue = createBatchQueue({
 *   send: (body, signal) => fetch('https://admin.example.com/service/_batch', { method: 'POST', body, signal }),
 * })
 */
export function createBatchQueue(options: BatchQueueOptions): BatchQueue {
  checkKnown('createBatchQueue', options)
  const { send, timezone } = options
  let waiting: QueuedRead[] = []

  function sendWaiting(): void {
    const reads = waiting.filter(({ signal }) => !signal?.aborted)
    waiting = []
    for (let start = 0; start < reads.length; start += maxBatchRequests) {
      void sendBatch(reads.slice(start, start + maxBatchRequests))
    }
  }

  async function sendBatch(reads: readonly QueuedRead[]): Promise<void> {
    const open = new Map(reads.map((read, index) => [String(index), read]))
    const requests = reads.map(({ request }, index) => ({ id: String(index), ...request }))
    try {
      const body = stringifyExactJson({ ...(timezone !== undefined && { timezone }), requests })
      const response = await send(body ?? '', whenAllAborted(reads), reads)
      if (!response.ok || !response.body) {
        const { status, headers } = response
        const text = await response.text()
        for (const read of reads) read.refuse({ status, headers, text })
        return
      }
      for await (const line of readLines(response.body)) {
        const answer = parseExactJson(line) as BatchResponse
        open.get(answer.id)?.resolve(answer)
        open.delete(answer.id)
      }
      if (open.size > 0) throw new TypeError('The agent closed the connection before it responded.')
    } catch (error) {
      for (const { reject } of open.values()) reject(error)
    }
  }

  return {
    add(read) {
      const { signal } = read
      if (signal?.aborted) return read.reject(signal.reason)
      // Reads of the same turn are collected before they are sent.
      if (waiting.length === 0) queueMicrotask(sendWaiting)
      waiting.push(read)
      signal?.addEventListener('abort', () => read.reject(signal.reason), { once: true })
    },
  }
}

/** One read that is not wanted any more does not stop the others. */
function whenAllAborted(reads: readonly QueuedRead[]): AbortSignal | undefined {
  const signals = reads.map(({ signal }) => signal)
  if (signals.some(signal => !signal)) return undefined
  const controller = new AbortController()
  let left = signals.length
  for (const signal of signals) {
    signal?.addEventListener(
      'abort',
      () => {
        left -= 1
        if (left === 0) controller.abort(signal.reason)
      },
      { once: true },
    )
  }
  return controller.signal
}
