import { CallError } from './call-error.js'
import type { Clock } from './clock.js'
import { readRetryAfter } from './retry-after.js'

interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON, or a form when it is one. */
  readonly body?: object
  /** Milliseconds for the whole call. Default: 10 seconds. */
  readonly timeout?: number
}

/** An answer with a status below 300, or 304. */
interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface Caller {
  /** Rejects with a `CallError`. */
  call(call: Call): Promise<Answer>
  /** As `call`, for a stream: the body is left to the reader, who has as long as `signal` allows. */
  open(call: Call, signal: AbortSignal): Promise<Response>
  /** Ends the calls under way. */
  stop(): void
}

export interface CallerOptions {
  readonly serverUrl: string
  readonly envSecret: string
  readonly clock: Clock
}

const secretHeader = 'service-secret-key'
const usualTimeout = 10_000

/** A redirect would take the secret elsewhere, and hosts like Next.js may keep what `fetch` brings. */
export const straight = { redirect: 'manual', cache: 'no-store' } as const

/** Calls the service in the name of an environment. */
export function createCaller({ serverUrl, envSecret, clock }: CallerOptions): Caller {
  const active = new Set<AbortController>()

  const send = async (call: Call, signal: AbortSignal): Promise<Response> => {
    const { method, path, headers, body } = call
    const isForm = body instanceof URLSearchParams
    const response = await fetch(serverUrl + path, {
      method,
      signal,
      ...straight,
      headers: {
        accept: 'application/json',
        [secretHeader]: envSecret,
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (response.ok || response.status === 304) return response
    throw refusal(call, response, await response.text(), clock.now())
  }

  return {
    async call(call) {
      const controller = new AbortController()
      active.add(controller)
      const timeout = call.timeout ?? usualTimeout
      const cancel = clock.setTimeout(() => controller.abort(), timeout)
      try {
        const response = await send(call, controller.signal)
        return { status: response.status, headers: response.headers, text: await response.text() }
      } catch (error) {
        throw describe(call, error, controller.signal.aborted)
      } finally {
        cancel()
        active.delete(controller)
      }
    },
    open: (call, signal) =>
      send(call, signal).catch(error => {
        throw describe(call, error, signal.aborted)
      }),
    stop() {
      for (const controller of active) controller.abort()
    },
  }
}

/** The body of an answer as JSON; undefined when it is not. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function describe({ method, path }: Call, error: unknown, isAborted: boolean): CallError {
  if (error instanceof CallError) return error
  const reason = isAborted
    ? 'The service does not answer in time.'
    : 'The service cannot be reached.'
  const { cause } = error as { cause?: { code?: unknown } }
  const detail = typeof cause?.code === 'string' ? ` (${cause.code})` : ''
  return new CallError(`${method} ${path}: ${reason}${detail}`, { reason, cause: error })
}

function refusal(
  { method, path }: Call,
  { status, headers }: Response,
  text: string,
  now: number,
): CallError {
  const { code, detail } = readProblem(text)
  const elsewhere = headers.get('location')
  const hint = elsewhere ? ` It redirects to ${elsewhere}: is the server URL right?` : ''
  return new CallError(`${method} ${path}: status ${status}. ${detail ?? ''}${hint}`.trim(), {
    reason: `The service answers with status ${status}.`,
    status,
    code,
    detail,
    retryAfter: readRetryAfter(headers.get('retry-after'), now),
  })
}

/** Our own body, the one of OAuth, or the envelope of the protocol family. */
function readProblem(text: string): { readonly code?: string; readonly detail?: string } {
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null) return {}
  const { code, message, error, error_description, errors } = body as Record<string, unknown>
  const first = Array.isArray(errors) ? (errors[0] as Record<string, unknown> | undefined) : {}
  return {
    code: firstText(code, error, first?.name),
    detail: firstText(message, error_description, first?.detail),
  }
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.find(value => typeof value === 'string')
}
