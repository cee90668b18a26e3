import {
  CallFailure,
  createHttpClient,
  type HttpClient,
  RequestAbortedError,
  type StreamedResponse,
  type Timer,
} from '@service/http'
import { AiError } from '../errors.js'

interface Ask {
  readonly body: object
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

export interface ProviderSettings {
  /** How errors call the provider. */
  readonly title: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** How long the provider may be silent: before its first byte, and between two. */
  readonly timeoutMs: number
  readonly timer: Timer
}

export interface ProviderAnswer extends Pick<StreamedResponse, 'status' | 'headers' | 'close'> {
  /** The body as it comes; the next piece is asked of the provider when this one is taken. */
  readonly pieces: AsyncIterable<Uint8Array>
  /** Passes over what is left of an answer that has said all: its connection can serve again. */
  finish(): Promise<void>
}

/** Sends one request to a provider. Rejects when there is no answer; any status is one. */
export type AskProvider = (ask: Ask) => Promise<ProviderAnswer>

/** An answer that has said all ends within a moment. */
const graceMs = 2000

export function createAsk({
  title,
  url,
  headers,
  timeoutMs,
  timer,
}: ProviderSettings): AskProvider {
  const client: HttpClient = createHttpClient({ name: title, timer })

  const explain = (error: unknown, signal: AbortSignal): Error => {
    if (signal.aborted) return new RequestAbortedError()
    const failure = error instanceof CallFailure ? error : undefined
    if (failure?.kind === 'timeout') {
      const message = `${title} did not answer within ${timeoutMs / 1000} seconds. Try again later.`
      return new AiError('AIProviderTimeoutError', message, { cause: error })
    }
    const detail = failure?.code === undefined ? '' : ` (${failure.code})`
    const message = `${title} cannot be reached, or cut the connection${detail}. Try again later.`
    return new AiError('AIProviderUnreachableError', message, { cause: error })
  }

  async function* readPieces(
    body: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    try {
      yield* body
    } catch (error) {
      throw explain(error, signal)
    }
  }

  return async ({ body, signal }) => {
    try {
      const answer = await client.open({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal,
        silenceMs: timeoutMs,
      })
      return {
        status: answer.status,
        headers: answer.headers,
        pieces: readPieces(answer.body, signal),
        close: answer.close,
        finish: () => answer.drain(graceMs),
      }
    } catch (error) {
      throw explain(error, signal)
    }
  }
}
