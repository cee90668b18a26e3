import { parseJson } from '@service/base'
import {
  CallFailure,
  createHttpClient,
  readBytes,
  type StreamedResponse,
  type Timer,
  type WholeResponse,
} from '@service/http'
import { CallError, toCallError } from './call-error.js'
import type { Clock } from './clock.js'
import { readRetryAfter } from './retry-after.js'

interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, or as a form when it is a `URLSearchParams`. */
  readonly body?: object
  /** Milliseconds for the whole call. Default: 10 seconds. */
  readonly timeout?: number
}

/** A response with a status below 300, or 304. */
type ServiceResponse = WholeResponse
type Head = Pick<ServiceResponse, 'status' | 'headers'>

export interface Caller {
  /** Rejects with a `CallError`. */
  call(call: Call): Promise<ServiceResponse>
  /** Like `call`, for a stream: the caller reads the body, until `signal` aborts. */
  open(call: Call, signal: AbortSignal): Promise<StreamedResponse>
  /** Ends the calls in progress. */
  stop(): void
}

export interface CallerOptions {
  readonly serverUrl: string
  readonly envSecret: string
  readonly clock: Clock
}

const secretHeader = 'service-secret-key'
const defaultTimeout = 10_000
/** The largest document is a schema, with up to 32 MB. */
const largestAnswer = 64 * 1024 * 1024
const largestRefusal = 1024 * 1024
/** Milliseconds to wait for the rest of an error response. */
const longestEnd = 1000

/** Creates the client that calls the service with the secret of an environment. */
export function createCaller({ serverUrl, envSecret, clock }: CallerOptions): Caller {
  const timer: Timer = (callback, delay) => clock.setTimeout(callback, delay)
  const client = createHttpClient({ name: 'the service', timer })

  const toRequest = ({ method, path, headers, body }: Call) => {
    const isForm = body instanceof URLSearchParams
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    return {
      method,
      url: serverUrl + path,
      headers: {
        accept: 'application/json',
        [secretHeader]: envSecret,
        ...(body && { 'content-type': type }),
        ...headers,
      },
      ...(body && { body: isForm ? body.toString() : JSON.stringify(body) }),
    }
  }

  return {
    async call(call) {
      const limits = { timeoutMs: call.timeout ?? defaultTimeout, maxBytes: largestAnswer }
      const response = await client.call({ ...toRequest(call), ...limits }).catch(error => {
        throw describe(call, error)
      })
      if (isGood(response)) return response
      throw refusal(serverUrl, call, response, clock.now())
    },
    async open(call, signal) {
      try {
        const response = await client.open({ ...toRequest(call), signal })
        if (isGood(response)) return response
        const bytes = await readBytes(response.body, largestRefusal)
        void response.drain(longestEnd)
        const text = new TextDecoder().decode(bytes)
        throw refusal(serverUrl, call, { ...response, text }, clock.now())
      } catch (error) {
        throw describe(call, error)
      }
    },
    stop: client.close,
  }
}

/** Redirects are not followed, because the secret would be sent to another server. */
function isGood(answer: Head): boolean {
  const { status } = answer
  return ((status >= 200 && status < 300) || status === 304) && !isPage(answer)
}

/** The message with the URL is for the log; clients get only the reason. */
function describe({ method, path }: Call, error: unknown): CallError {
  if (!(error instanceof CallFailure)) return toCallError(error, path)
  const isLate = error.kind === 'timeout' || error.kind === 'aborted'
  return new CallError(`${method} ${path}: ${error.message}`, {
    reason: isLate ? 'The service does not respond in time.' : 'The service cannot be reached.',
    cause: error,
  })
}

function refusal(
  serverUrl: string,
  { method, path }: Call,
  response: ServiceResponse,
  now: number,
): CallError {
  const { status, headers, text } = response
  const { code, detail } = readProblem(text)
  const { location } = headers
  const hint = location ? ` It redirects to ${location}: is the server URL right?` : ''
  const isForeign =
    code === undefined && (isPage(response) ? status < 500 : unknownHere.has(status))
  const said = isForeign
    ? `The server at ${serverUrl} is not a service (status ${status}). Check the option 'serverUrl' or the variable SERVICE_SERVER_URL.`
    : `status ${status}. ${detail ?? ''}`
  return new CallError(`${method} ${path}: ${said}${hint}`.trim(), {
    reason: isForeign
      ? 'The server at the configured URL is not a service.'
      : `The service responded with status ${status}.`,
    status,
    code,
    detail,
    retryAfter: readRetryAfter(headers['retry-after'], now),
    isForeign,
  })
}

/**
 * A service knows every path agents use and adds an error code; a plain response with one of these
 * statuses comes from another server.
 */
const unknownHere: ReadonlySet<number> = new Set([404, 405, 501])

const isPage = ({ headers }: Head): boolean =>
  headers['content-type']?.startsWith('text/html') === true

/** Reads an error body: our own, that of OAuth or the envelope of the protocol family. */
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
