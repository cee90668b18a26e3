import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { CallError } from './call-error.js'
import type { Clock } from './clock.js'
import { createConnections, textOf } from './connections.js'
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
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface Caller {
  /** Rejects with a `CallError`. */
  call(call: Call): Promise<Answer>
  /** As `call`, for a stream: the body is left to the reader, who has as long as `signal` allows. */
  open(call: Call, signal: AbortSignal): Promise<IncomingMessage>
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

/** Calls the service in the name of an environment. */
export function createCaller({ serverUrl, envSecret, clock }: CallerOptions): Caller {
  const connections = createConnections()
  /** What ends the calls under way. */
  const ends = new Set<() => void>()

  const send = async (call: Call, signal: AbortSignal): Promise<IncomingMessage> => {
    const { method, path, headers, body } = call
    const isForm = body instanceof URLSearchParams
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    const answer = await connections.send(new URL(serverUrl + path), {
      method,
      signal,
      headers: {
        accept: 'application/json',
        [secretHeader]: envSecret,
        ...(body && { 'content-type': type }),
        ...headers,
      },
      ...(body && { body: isForm ? body.toString() : JSON.stringify(body) }),
    })
    // A redirect is not followed: it would take the secret elsewhere.
    const { statusCode: status = 0 } = answer
    if ((status >= 200 && status < 300) || status === 304) return answer
    throw refusal(call, answer, await textOf(answer), clock.now())
  }

  return {
    async call(call) {
      const controller = new AbortController()
      const cancel = clock.setTimeout(() => controller.abort(), call.timeout ?? usualTimeout)
      const end = () => {
        cancel()
        controller.abort()
      }
      ends.add(end)
      try {
        const answer = await send(call, controller.signal)
        const { statusCode: status = 0, headers } = answer
        return { status, headers, text: await textOf(answer) }
      } catch (error) {
        throw describe(call, error, controller.signal.aborted)
      } finally {
        cancel()
        ends.delete(end)
      }
    },
    open: (call, signal) =>
      send(call, signal).catch(error => {
        throw describe(call, error, signal.aborted)
      }),
    stop() {
      for (const end of ends) end()
      connections.close()
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
  const { code } = error as { readonly code?: unknown }
  const detail = typeof code === 'string' ? ` (${code})` : ''
  return new CallError(`${method} ${path}: ${reason}${detail}`, { reason, cause: error })
}

function refusal(
  { method, path }: Call,
  { statusCode: status, headers }: IncomingMessage,
  text: string,
  now: number,
): CallError {
  const { code, detail } = readProblem(text)
  const { location } = headers
  const hint = location ? ` It redirects to ${location}: is the server URL right?` : ''
  return new CallError(`${method} ${path}: status ${status}. ${detail ?? ''}${hint}`.trim(), {
    reason: `The service answers with status ${status}.`,
    status,
    code,
    detail,
    retryAfter: readRetryAfter(headers['retry-after'], now),
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
