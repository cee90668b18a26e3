import { parseExactJson, stringifyExactJson, withoutTrailing } from '@service/base'
import { type BatchRequest, type BatchResponse, maxBatchRequests } from '@service/protocol'
import { checkKnown } from '../known-options.js'
import type { BatchFetchOptions, Fetch } from './batch-fetch-options.js'
import { readLines } from './read-lines.js'

/** A read that waits for its line of the response. */
interface Waiting {
  readonly request: BatchRequest
  readonly init: RequestInit
  resolve(response: Response): void
  reject(reason: unknown): void
}

/** POST requests that read: charts, forms and what the agent supports. */
const READING_POSTS =
  /^\/(?:stats|_charts|_internal\/capabilities)(?:\/|$)|\/hooks\/(?:load|change|search)$/

/**
 * Creates a `fetch` for `createAgentClient` that sends the reads made together as one request to
 * `/_batch`. Browsers ask for permission once per URL, so a new filter costs no second round trip.
 *
 * @example
 * const agentUrl = 'https://admin.example.com/service'
 * const client = createAgentClient({ agentUrl, getToken, schema, fetch: createBatchFetch({ agentUrl }) })
 */
export function createBatchFetch(options: BatchFetchOptions): Fetch {
  checkKnown('createBatchFetch', options)
  const { agentUrl, fetch: send = fetch } = options
  const base = withoutTrailing(agentUrl, '/')
  let queue: Waiting[] = []

  return (input, init) => {
    const request = toBatchRequest(base, input, init)
    if (!request) return send(input, init)
    return new Promise((resolve, reject) => {
      if (init.signal?.aborted) return reject(init.signal.reason)
      // Reads of the same turn are collected before they are sent.
      if (queue.length === 0) queueMicrotask(sendQueue)
      queue.push({ request: { ...request, id: String(queue.length) }, init, resolve, reject })
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true })
    })
  }

  function sendQueue(): void {
    const waiting = queue
    queue = []
    for (let start = 0; start < waiting.length; start += maxBatchRequests) {
      void sendBatch(send, base, waiting.slice(start, start + maxBatchRequests))
    }
  }
}

/** Returns undefined for what cannot be part of a batch: writes, files, and other servers. */
function toBatchRequest(
  base: string,
  input: string,
  { method = 'GET', body }: RequestInit,
): Omit<BatchRequest, 'id'> | undefined {
  if (!input.startsWith(`${base}/`)) return undefined
  const { pathname, searchParams } = new URL(input)
  const path = pathname.slice(new URL(base).pathname.replace(/\/$/, '').length)
  const isReading =
    method === 'GET' ? !path.endsWith('.csv') : method === 'POST' && READING_POSTS.test(path)
  if (!isReading) return undefined
  const query = Object.fromEntries(searchParams)
  const content = typeof body === 'string' ? parseExactJson(body) : undefined
  return {
    method: method as 'GET' | 'POST',
    path,
    query,
    ...(content !== undefined && { body: content }),
  }
}

async function sendBatch(send: Fetch, base: string, waiting: readonly Waiting[]): Promise<void> {
  const open = new Map(waiting.map(each => [each.request.id, each]))
  try {
    const response = await send(`${base}/_batch`, {
      method: 'POST',
      headers: {
        ...(waiting[0]?.init.headers as Record<string, string>),
        accept: 'application/x-ndjson',
        'content-type': 'application/json',
      },
      signal: whenAllAborted(waiting),
      body: stringifyExactJson({ requests: waiting.map(({ request }) => request) }),
    })
    if (!response.ok || !response.body) return await shareResponse(response, waiting)
    for await (const line of readLines(response.body)) {
      const answer = parseExactJson(line) as BatchResponse
      open.get(answer.id)?.resolve(toResponse(answer))
      open.delete(answer.id)
    }
    if (open.size > 0) throw new TypeError('The agent closed the connection before it responded.')
  } catch (error) {
    for (const { reject } of open.values()) reject(error)
  }
}

/** A refusal of the whole batch, such as 401, is the response to each of its requests. */
async function shareResponse(response: Response, waiting: readonly Waiting[]): Promise<void> {
  const text = await response.text()
  const { status, headers } = response
  for (const { resolve } of waiting) resolve(new Response(text, { status, headers }))
}

/** Statuses that a `Response` may not have a body with. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

function toResponse({ status, headers, body }: BatchResponse): Response {
  const text = withoutBody.has(status) ? null : stringifyExactJson(body)
  return new Response(text, { status, headers: { ...headers } })
}

/** One read that is not wanted any more does not stop the others. */
function whenAllAborted(waiting: readonly Waiting[]): AbortSignal | undefined {
  const signals = waiting.map(({ init }) => init.signal)
  if (signals.some(signal => !signal)) return undefined
  const controller = new AbortController()
  let left = signals.length
  for (const signal of signals) {
    if (signal?.aborted) left -= 1
    else
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
