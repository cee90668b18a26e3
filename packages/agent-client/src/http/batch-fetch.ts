import { parseExactJson, stringifyExactJson, withoutTrailing } from '@service/base'
import type { BatchRequest, BatchResponse } from '@service/protocol'
import { checkKnown } from '../known-options.js'
import type { BatchFetchOptions, Fetch } from './batch-fetch-options.js'
import { createBatchQueue } from './batch-queue.js'
import type { QueuedRead } from './batch-queue-options.js'

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
  /** The session of a batch is that of its first read. */
  const readHeaders = new WeakMap<QueuedRead, RequestInit['headers']>()
  const queue = createBatchQueue({
    send: (body, signal, [first]) =>
      send(`${base}/_batch`, {
        method: 'POST',
        headers: {
          ...((first && readHeaders.get(first)) as Record<string, string> | undefined),
          accept: 'application/x-ndjson',
          'content-type': 'application/json',
        },
        ...(signal && { signal }),
        body,
      }),
  })

  return (input, init) => {
    const request = toBatchRequest(base, input, init)
    if (!request) return send(input, init)
    return new Promise((resolve, reject) => {
      const read: QueuedRead = {
        request,
        signal: init.signal,
        resolve: answer => resolve(toResponse(answer)),
        refuse: ({ status, headers, text }) => resolve(new Response(text, { status, headers })),
        reject,
      }
      readHeaders.set(read, init.headers)
      queue.add(read)
    })
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

/** Statuses that a `Response` may not have a body with. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

function toResponse({ status, headers, body }: BatchResponse): Response {
  const text = withoutBody.has(status) ? null : stringifyExactJson(body)
  return new Response(text, { status, headers: { ...headers } })
}
