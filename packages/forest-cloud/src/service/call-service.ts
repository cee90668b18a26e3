import { parseJson } from '@service/base'
import { CommandError } from '../errors.js'

interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

interface Answer {
  readonly headers: Headers
  /** Parsed; undefined when there is none. */
  readonly body: unknown
}

/** Calls one service; rejects with a `RefusedCallError`, or a `CommandError` when there is no answer. */
export type CallService = (call: Call) => Promise<Answer>

/** The service answered, but not with success. */
export class RefusedCallError extends CommandError {
  override readonly name = 'RefusedCallError'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const timeoutMs = 30_000
/** A schema has 32 MB at most. */
const largestAnswer = 40 * 1024 * 1024

/** Makes the function that calls a service. No redirect is followed: it would take secrets elsewhere. */
export function createCaller(serverUrl: string): CallService {
  return async ({ method, path, headers, body }) => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(serverUrl + path, {
        method,
        redirect: 'manual',
        signal,
        headers: {
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await readText(response)
      if (response.ok) return { headers: response.headers, body: parseJson(text) }
      throw refusal(serverUrl, response, text)
    } catch (error) {
      throw error instanceof CommandError ? error : unreachable(serverUrl, error, signal.aborted)
    }
  }
}

/** An answer that does not have the shape of ours: most likely something else answered. */
export function notUnderstood(serverUrl: string, what: string): CommandError {
  return new CommandError(
    `${serverUrl} answers ${what} in a form this command does not know. Is it the address of the service?`,
  )
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > largestAnswer) throw new CommandError('The answer of the service is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function refusal(serverUrl: string, response: Response, text: string): RefusedCallError {
  const { status, headers } = response
  const elsewhere = headers.get('location')
  if (elsewhere) {
    const hint = `${serverUrl} redirects to ${elsewhere}. Is SERVICE_SERVER_URL right?`
    return new RefusedCallError(status, hint)
  }
  const { message } = (parseJson(text) ?? {}) as { readonly message?: unknown }
  const detail = typeof message === 'string' ? message : 'It gives no reason.'
  // The message says what is wrong with what was sent; the status would add nothing.
  if (status === 400) return new RefusedCallError(status, detail)
  return new RefusedCallError(status, `${serverUrl} answers with status ${status}: ${detail}`)
}

function unreachable(serverUrl: string, error: unknown, isLate: boolean): CommandError {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } }
  const code = typeof cause?.code === 'string' ? ` (${cause.code})` : ''
  const reason = isLate ? 'does not answer in time' : `cannot be reached${code}`
  return new CommandError(
    `The service at ${serverUrl} ${reason}. Check --server-url or SERVICE_SERVER_URL.`,
    { cause: error },
  )
}
