import { parseExactJson, stringifyExactJson, withoutTrailing } from '@service/base'
import { CallFailure, createDeadline, type Deadline } from '@service/http'
import { AgentHttpError } from '../errors.js'
import type { DownloadTarget, Platform } from '../platform/platform.js'
import { readErrorEnvelope } from './error-envelope.js'

/** The URL of an agent and the session to use. */
export interface TransportOptions {
  /** The URL of the agent with its prefix: `http://localhost:3351/service`. */
  readonly agentUrl: string | (() => string | Promise<string>)
  readonly getToken: () => string | Promise<string>
  readonly timezone: string
  /** Milliseconds until a response must have started. */
  readonly timeout: number
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
  readonly platform: Platform
}

/** Options of one request. */
export interface RequestOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal
  /** An IANA name for relative dates and days. Default: that of the client. */
  readonly timezone?: string
}

interface AgentRequest extends RequestOptions {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly accept?: string
}

/** Sends requests to one agent as one user. */
export interface Transport {
  /** `path` contains the encoded segments after the prefix. Rejects on an error status. */
  send(method: string, path: readonly string[], request?: AgentRequest): Promise<Response>
  /** Returns the body of the response; undefined when it has none. */
  json(method: string, path: readonly string[], request?: AgentRequest): Promise<unknown>
  /** Writes the body of the response to a stream while it arrives, and ends the stream. */
  download(path: readonly string[], target: DownloadTarget, request?: AgentRequest): Promise<void>
}

export function createTransport(options: TransportOptions): Transport {
  const send: Transport['send'] = async (method, path, request = {}) => {
    const { signal, query, body, accept = 'application/json', timezone } = request
    const parameters = new URLSearchParams({ timezone: timezone ?? options.timezone, ...query })
    const text = path.map(part => `/${part}`).join('')
    const base =
      typeof options.agentUrl === 'function' ? await options.agentUrl() : options.agentUrl
    const deadline = startDeadline(options.timeout)
    try {
      const response = await options.fetch(`${withoutTrailing(base, '/')}${text}?${parameters}`, {
        method,
        headers: {
          accept,
          authorization: `Bearer ${await options.getToken()}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        // The caller can also abort while the response is read.
        signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
        ...(body !== undefined && { body: stringifyExactJson(body) }),
      })
      if (response.ok) return response
      const envelope = readErrorEnvelope(await response.text())
      throw new AgentHttpError(`${method} ${text}`, response.status, envelope)
    } finally {
      deadline.end()
    }
  }
  return {
    send,
    async json(method, path, request) {
      const text = await (await send(method, path, request)).text()
      return text === '' ? undefined : parseExactJson(text)
    },
    async download(path, target, request) {
      const { body } = await send('GET', path, request)
      const empty = () => new ReadableStream<Uint8Array>({ start: stream => stream.close() })
      await options.platform.writeBody(body ?? empty(), target, request?.signal)
    },
  }
}

/** Aborts when the response does not start in time. */
function startDeadline(timeoutMs: number): Deadline {
  const message = `The agent did not respond within ${timeoutMs} ms.`
  return createDeadline({ timeoutMs, reason: new DOMException(message, 'TimeoutError') })
}

/** Calls the platform's `fetch`; its failures name the URL and the cause. */
export async function platformFetch(input: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init)
  } catch (error) {
    if (init.signal?.aborted || !(error instanceof TypeError)) throw error
    const { cause = error } = error
    throw new CallFailure('unreachable', { name: 'the agent', url: new URL(input), cause })
  }
}
