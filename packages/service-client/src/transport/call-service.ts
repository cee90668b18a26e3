import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { parseJson } from '@service/base'
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
    const isGood = (status >= 200 && status < 300) || status === 304
    if (isGood && !isPage(answer)) return answer
    throw refusal(serverUrl, call, answer, await textOf(answer), clock.now())
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
        throw describe(serverUrl, call, error, controller.signal.aborted)
      } finally {
        cancel()
        ends.delete(end)
      }
    },
    open: (call, signal) =>
      send(call, signal).catch(error => {
        throw describe(serverUrl, call, error, signal.aborted)
      }),
    stop() {
      for (const end of ends) end()
      connections.close()
    },
  }
}

/** The address is for the log; strangers are told the reason alone. */
function describe(
  serverUrl: string,
  { method, path }: Call,
  error: unknown,
  isAborted: boolean,
): CallError {
  if (error instanceof CallError) return error
  const state = isAborted ? 'does not answer in time' : 'cannot be reached'
  const { code } = error as { readonly code?: unknown }
  const detail = typeof code === 'string' ? ` (${code})` : ''
  return new CallError(`${method} ${path}: The service at ${serverUrl} ${state}${detail}.`, {
    reason: `The service ${state}.`,
    cause: error,
  })
}

function refusal(
  serverUrl: string,
  { method, path }: Call,
  answer: IncomingMessage,
  text: string,
  now: number,
): CallError {
  const { statusCode: status = 0, headers } = answer
  const { code, detail } = readProblem(text)
  const { location } = headers
  const hint = location ? ` It redirects to ${location}: is the server URL right?` : ''
  const isForeign = code === undefined && (isPage(answer) ? status < 500 : unknownHere.has(status))
  const said = isForeign
    ? `What answers at ${serverUrl} is no service (status ${status}). Check the option 'serverUrl' or the variable SERVICE_SERVER_URL.`
    : `status ${status}. ${detail ?? ''}`
  return new CallError(`${method} ${path}: ${said}${hint}`.trim(), {
    reason: isForeign
      ? 'What answers at the address of the service is no service.'
      : `The service answers with status ${status}.`,
    status,
    code,
    detail,
    retryAfter: readRetryAfter(headers['retry-after'], now),
    isForeign,
  })
}

/** A service knows every path it is asked for, and says more than a status otherwise. */
const unknownHere: ReadonlySet<number> = new Set([404, 405, 501])

const isPage = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('text/html') === true

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
