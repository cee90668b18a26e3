import { type BatchRequest, type BatchResponse, maxBatchRequests } from '@service/protocol'
import { describeNetworkError, isAbort, readApiError } from './api-error.js'
import { readLines } from './read-lines.js'

/** A read of the agent, without the id that the batch gives it. */
type AgentRead = Omit<BatchRequest, 'id'>

/** Reads records of one place. */
export interface AgentApi {
  /** Reads started in the same task share one request. */
  read<T>(request: AgentRead, signal: AbortSignal): Promise<T>
}

interface PendingRead {
  readonly request: AgentRead
  readonly signal: AbortSignal
  readonly resolve: (body: unknown) => void
  readonly reject: (error: unknown) => void
}

/** How batches are sent, and the time zone of their reads. */
export interface AgentApiOptions {
  readonly sendBatch: (body: string, signal: AbortSignal) => Promise<Response>
  readonly timezone: string
}

export function createAgentApi(options: AgentApiOptions): AgentApi {
  let waiting: PendingRead[] = []

  function sendWaiting() {
    const reads = waiting.filter(read => !read.signal.aborted)
    waiting = []
    for (let at = 0; at < reads.length; at += maxBatchRequests) {
      void runBatch(options, reads.slice(at, at + maxBatchRequests))
    }
  }

  return {
    read<T>(request: AgentRead, signal: AbortSignal) {
      return new Promise<T>((resolve, reject) => {
        if (waiting.length === 0) queueMicrotask(sendWaiting)
        waiting.push({ request, signal, resolve: body => resolve(body as T), reject })
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
    },
  }
}

async function runBatch(options: AgentApiOptions, reads: readonly PendingRead[]): Promise<void> {
  const signal = abortWithLast(reads)
  try {
    const response = await fetchBatch(options, reads, signal)
    await settleByLines(response, reads)
  } catch (error) {
    const isKnown = isAbort(error) || !(error instanceof TypeError)
    const reason = isKnown ? error : describeNetworkError('agent', error)
    for (const read of reads) read.reject(reason)
  }
}

/** A request that nobody waits for any more is cancelled, at the agent too. */
function abortWithLast(reads: readonly PendingRead[]): AbortSignal {
  const controller = new AbortController()
  for (const { signal } of reads) {
    signal.addEventListener('abort', () => {
      if (reads.every(read => read.signal.aborted)) controller.abort()
    })
  }
  return controller.signal
}

async function fetchBatch(
  options: AgentApiOptions,
  reads: readonly PendingRead[],
  signal: AbortSignal,
): Promise<Response> {
  const requests = reads.map((read, index): BatchRequest => ({ id: `${index}`, ...read.request }))
  const body = JSON.stringify({ timezone: options.timezone, requests })
  const response = await options.sendBatch(body, signal)
  if (response.ok) return response
  const content: unknown = await response.json().catch(() => undefined)
  throw readApiError('agent', response.status, name => response.headers.get(name), content)
}

async function settleByLines(response: Response, reads: readonly PendingRead[]): Promise<void> {
  if (response.body) {
    for await (const line of readLines(response.body)) {
      const result = JSON.parse(line) as BatchResponse
      const read = reads[Number(result.id)]
      if (read) settle(read, result)
    }
  }
  // A read that has its line is settled: this concerns those that the response ended without.
  for (const read of reads) read.reject(describeNetworkError('agent', 'the response ended early'))
}

function settle(read: PendingRead, { status, headers, body }: BatchResponse): void {
  if (status >= 200 && status < 300) read.resolve(body)
  else read.reject(readApiError('agent', status, name => headers[name], body))
}
