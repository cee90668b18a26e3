import type { ChatRequest } from '../request/chat-request.js'

/** Everything that is specific to one vendor. */
export interface Vendor {
  /** Name of the vendor in error messages. */
  readonly title: string
  readonly baseUrl: string
  /** Appended to the base URL. */
  readonly path: string
  headers(apiKey: string): Readonly<Record<string, string>>
  /** Throws a `ValidationError` for options that the vendor does not support. */
  toBody(request: ChatRequest, model: string): object
  /** Converts a response to a chat completion of OpenAI; undefined when it is invalid. */
  toCompletion(response: unknown): object | undefined
  openChunks(request: ChatRequest): Chunks
}

/** Converts the events of one stream to chunks of OpenAI. */
export interface Chunks {
  /** The chunks for an event, as JSON. Throws an `EventFailure` for an error event. */
  read(data: string): readonly string[]
  /** The vendor marked the end of the stream: nothing more is read. */
  readonly isDone: boolean
  /** True when a stream that ends now is complete. */
  readonly isWhole: boolean
}

/** An event that reports an error, or is invalid. */
export class EventFailure extends Error {
  override readonly name = 'EventFailure'
}

/** Reads the error message that both vendors send, in responses and in streams. */
export function problemText(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { readonly error?: unknown }
  if (typeof error === 'string') return error
  const { message } = (error ?? {}) as { readonly message?: unknown }
  return typeof message === 'string' ? message : undefined
}
