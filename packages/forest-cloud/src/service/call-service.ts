import { parseJson } from '@service/base'
import { CallFailure, createHttpClient, type WholeResponse } from '@service/http'
import { CommandError } from '../errors.js'

interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

interface ServiceResponse {
  readonly headers: WholeResponse['headers']
  /** Parsed; undefined when the response has none. */
  readonly body: unknown
}

/**
 * Sends a request to the service; rejects with a `RefusedCallError`, or a `CommandError` without a
 * response.
 */
export type CallService = (call: Call) => Promise<ServiceResponse>

/** The service responded with an error status. */
export class RefusedCallError extends CommandError {
  override readonly name = 'RefusedCallError'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const timeoutMs = 30_000
/** Larger than the largest schema, which is 32 MB. */
const maxAnswerBytes = 40 * 1024 * 1024

/**
 * Creates the function that sends requests to a service. Redirects are not followed, because they
 * could send secrets elsewhere.
 */
export function createCaller(serverUrl: string): CallService {
  const client = createHttpClient({ name: 'the service' })
  return async ({ method, path, headers, body }) => {
    const response = await client
      .call({
        method,
        url: serverUrl + path,
        timeoutMs,
        maxBytes: maxAnswerBytes,
        headers: {
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      .catch(error => {
        throw unreachable(error)
      })
    const { status, text } = response
    if (status >= 200 && status < 300) return { headers: response.headers, body: parseJson(text) }
    throw refusal(serverUrl, response)
  }
}

/** The error for a response of an unexpected form, most likely from another server. */
export function notUnderstood(serverUrl: string, what: string): CommandError {
  return new CommandError(
    `The response of ${serverUrl} ${what} has an unexpected form. Check that it is the URL of the service.`,
  )
}

function refusal(serverUrl: string, { status, headers, text }: WholeResponse): RefusedCallError {
  const { location: elsewhere } = headers
  if (elsewhere) {
    const hint = `${serverUrl} redirects to ${elsewhere}. Is SERVICE_SERVER_URL right?`
    return new RefusedCallError(status, hint)
  }
  const { message } = (parseJson(text) ?? {}) as { readonly message?: unknown }
  const detail = typeof message === 'string' ? message : 'It gives no reason.'
  // The message explains what is invalid, so the status is left out.
  if (status === 400) return new RefusedCallError(status, detail)
  return new RefusedCallError(status, `${serverUrl} responded with status ${status}: ${detail}`)
}

function unreachable(error: unknown): CommandError {
  const { message } = error as Error
  const isLarge = error instanceof CallFailure && error.kind === 'tooLarge'
  const advice = isLarge ? '' : ' Check --server-url or SERVICE_SERVER_URL.'
  return new CommandError(`${message}${advice}`, { cause: error })
}
