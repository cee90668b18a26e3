import { RequestAbortedError } from '@service/http'
import { AiError } from '../errors.js'
import type { Timer } from './timer.js'

export interface Ask {
  /** How errors call the provider. */
  readonly title: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** How long the provider may be silent: before its first byte, and between two. */
  readonly timeoutMs: number
  readonly timer: Timer
}

export interface ProviderAnswer {
  readonly status: number
  readonly headers: Headers
  /** The body as it comes; the next piece is asked of the provider when this one is taken. */
  readonly pieces: AsyncIterable<Uint8Array>
  /** Lets go of the connection, whatever is left unread. */
  close(): void
  /** Passes over what is left of an answer that has said all: its connection can serve again. */
  finish(): Promise<void>
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** An answer that has said all ends within a moment. */
const graceMs = 2000

const tooSlow = new Error('The provider was silent for too long.')

/** A redirect would take the key elsewhere, and hosts like Next.js may keep what `fetch` brings. */
const straight = { redirect: 'manual', cache: 'no-store' } as const

/** What `fetch` calls a provider that was silent for longer than it waits itself. */
const slowCodes: ReadonlySet<unknown> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

/** Sends one request to a provider. Rejects when there is no answer; any status is one. */
export async function askProvider(ask: Ask): Promise<ProviderAnswer> {
  const { title, signal, timeoutMs, timer } = ask
  const controller = new AbortController()
  const leave = () => controller.abort()
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  let calm = () => {}

  /** The clock runs only while the provider is waited for: a slow client is no slow provider. */
  async function waitFor<T>(next: Promise<T>): Promise<T> {
    calm = timer(() => controller.abort(tooSlow), timeoutMs)
    try {
      return await next
    } catch (error) {
      throw explain(error)
    } finally {
      calm()
    }
  }

  function explain(error: unknown): Error {
    if (signal.aborted) return new RequestAbortedError()
    const code = (error as { cause?: { code?: unknown } }).cause?.code
    if (controller.signal.reason === tooSlow || slowCodes.has(code)) {
      const message = `${title} did not answer within ${timeoutMs / 1000} seconds. Try again later.`
      return new AiError('AIProviderTimeoutError', message, { cause: error })
    }
    const detail = typeof code === 'string' ? ` (${code})` : ''
    const message = `${title} cannot be reached, or cut the connection${detail}. Try again later.`
    return new AiError('AIProviderUnreachableError', message, { cause: error })
  }

  function close(): void {
    calm()
    signal.removeEventListener('abort', leave)
    controller.abort()
  }

  async function* pieces(reader: Reader | undefined): AsyncGenerator<Uint8Array> {
    while (reader) {
      const { done, value } = await waitFor(reader.read())
      if (done) return
      yield value
    }
  }

  async function finish(reader: Reader | undefined): Promise<void> {
    calm = timer(close, graceMs)
    try {
      while (reader && !(await reader.read()).done);
    } catch {
      // Nobody waits for it.
    } finally {
      close()
    }
  }

  try {
    const response = await waitFor(send(ask, controller.signal))
    const { status, headers, body } = response
    const reader = body?.getReader()
    return { status, headers, pieces: pieces(reader), close, finish: () => finish(reader) }
  } catch (error) {
    close()
    throw error
  }
}

function send({ url, headers, body }: Ask, signal: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    signal,
    ...straight,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}
