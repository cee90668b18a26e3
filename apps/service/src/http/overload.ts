import type { RequestListener, ServerResponse } from 'node:http'
import { createInFlight } from '@service/http'
import { UnavailableError } from '../errors.js'
import type { ObservedRequest } from './observed-request.js'

export interface GateSettings {
  /** Requests answered at the same time. */
  readonly limit: number
  /** Requests before are refused. */
  isReady(): boolean
  /** Headers of every answer. */
  readonly headers: Readonly<Record<string, string>>
  /** Tells of a request that was let in, once its answer is out or its client has gone. */
  done(request: ObservedRequest, response: ServerResponse, milliseconds: number): void
  refused(error: UnavailableError): void
}

/** The door of the service: it counts who is inside. */
export interface Gate {
  readonly size: number
  readonly listener: RequestListener<typeof ObservedRequest>
  /** Refuses from now on, and waits until nobody is inside, or for as long as it may. */
  close(maxWaitMs: number): Promise<void>
}

/** Looked at when the service is in trouble, so they pass when it is full; they cost next to nothing. */
const ALWAYS_OPEN = new Set(['/healthz', '/metrics'])

const overloaded = new UnavailableError(
  'overloaded',
  'Too many requests are being answered. Try again in a moment.',
)
const starting = new UnavailableError('starting', 'The service is starting.')
const stopping = new UnavailableError('stopping', 'The service is stopping.')

/** Lets a limited number of requests in and refuses the rest at once, before any work. */
export function createGate(
  settings: GateSettings,
  next: RequestListener<typeof ObservedRequest>,
): Gate {
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
      inFlight.enter()
      let isInside = true
      request.leave = () => {
        if (!isInside) return
        isInside = false
        inFlight.leave()
      }
      const start = performance.now()
      response.once('close', () => {
        request.leave()
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

function refuse(response: ServerResponse, error: UnavailableError, settings: GateSettings): void {
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
