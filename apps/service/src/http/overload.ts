import type { RequestListener, ServerResponse } from 'node:http'
import { createInFlight } from '@service/http'
import { UnavailableError } from '../errors.js'
import type { ObservedRequest } from './observed-request.js'

export interface OverloadSettings {
  /** The maximum number of concurrent requests. */
  readonly limit: number
  /** Requests are rejected until this returns true. */
  isReady(): boolean
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>
  /** Called for each accepted request once its response is sent or its client has disconnected. */
  done(request: ObservedRequest, response: ServerResponse, milliseconds: number): void
  refused(error: UnavailableError): void
}

/** Counts and limits the concurrent requests of the service. */
export interface OverloadGuard {
  readonly size: number
  readonly listener: RequestListener<typeof ObservedRequest>
  /** Rejects new requests and waits until the running ones have ended, at most `maxWaitMs`. */
  close(maxWaitMs: number): Promise<void>
}

/** These are needed while the service is overloaded, and cost almost nothing, so they are always accepted. */
const ALWAYS_OPEN = new Set(['/healthz', '/metrics'])

const overloaded = new UnavailableError(
  'overloaded',
  'The service is handling too many requests. Try again in a moment.',
)
const starting = new UnavailableError('starting', 'The service is starting.')
const stopping = new UnavailableError('stopping', 'The service is stopping.')

/** Accepts a limited number of concurrent requests and rejects further ones immediately. */
export function createOverloadGuard(
  settings: OverloadSettings,
  next: RequestListener<typeof ObservedRequest>,
): OverloadGuard {
  const inFlight = createInFlight()
  let isClosed = false
  return {
    get size() {
      return inFlight.count
    },
    listener(request, response) {
      const isRefused = isClosed || inFlight.count >= settings.limit || !settings.isReady()
      if (isRefused && !ALWAYS_OPEN.has(request.url ?? '')) {
        const busy = settings.isReady() ? overloaded : starting
        return refuse(response, isClosed ? stopping : busy, settings)
      }
      inFlight.begin()
      let isInside = true
      request.stopCounting = () => {
        if (!isInside) return
        isInside = false
        inFlight.end()
      }
      const start = performance.now()
      response.once('close', () => {
        request.stopCounting()
        settings.done(request, response, performance.now() - start)
      })
      return next(request, response)
    },
    async close(maxWaitMs) {
      isClosed = true
      await inFlight.idle(maxWaitMs)
    },
  }
}

function refuse(
  response: ServerResponse,
  error: UnavailableError,
  settings: OverloadSettings,
): void {
  const { code, message, retryAfter } = error
  response.writeHead(503, {
    ...settings.headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Retry-After': String(retryAfter),
    'Request-Id': crypto.randomUUID(),
    ...(error === stopping && { Connection: 'close' }),
  })
  response.end(JSON.stringify({ code, message }))
  settings.refused(error)
}
