import {
  CallFailure,
  createHttpClient,
  type HttpClient,
  RequestAbortedError,
  type StreamedResponse,
  type Timer,
} from '@service/http'
import { AiError } from '../errors.js'

interface ProviderRequest {
  readonly body: object
  /** Aborts when the client no longer waits for the response. */
  readonly signal: AbortSignal
}

export interface ProviderSettings {
  /** Name of the provider in error messages. */
  readonly title: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds without data from the provider after which the request fails. */
  readonly timeoutMs: number
  readonly timer: Timer
}

export interface ProviderResponse extends Pick<StreamedResponse, 'status' | 'headers' | 'close'> {
  /** The body as a stream; the next chunk is read when this one has been consumed. */
  readonly chunks: AsyncIterable<Uint8Array>
  /**
   * Reads the rest of a response whose content is complete, so that its connection can be reused.
   */
  finish(): Promise<void>
}

/** Sends one request to a provider. Resolves with any status; rejects when there is no response. */
export type AskProvider = (providerRequest: ProviderRequest) => Promise<ProviderResponse>

/** Milliseconds to wait for the end of a response whose content is complete. */
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
        chunks: readPieces(answer.body, signal),
        close: answer.close,
        finish: () => answer.drain(graceMs),
      }
    } catch (error) {
      throw explain(error, signal)
    }
  }
}
