import type { ChatRequest } from '../request/chat-request.js'

/** All that is special about one maker of models. */
export interface Vendor {
  /** How errors call it. */
  readonly title: string
  readonly baseUrl: string
  /** Follows the base URL. */
  readonly path: string
  headers(apiKey: string): Readonly<Record<string, string>>
  /** Throws a `ValidationError` for what the vendor cannot do. */
  toBody(request: ChatRequest, model: string): object
  /** The answer as a chat completion of OpenAI; undefined when it is none. */
  toCompletion(answer: unknown): object | undefined
  openChunks(request: ChatRequest): Chunks
}

/** Turns the events of one stream into the chunks of OpenAI. */
export interface Chunks {
  /** The chunks that an event makes, as JSON. Throws an `EventFailure` for one that tells of an error. */
  read(data: string): readonly string[]
  /** The vendor said that it has ended: nothing more is read. */
  readonly isDone: boolean
  /** A stream that ends now has lost nothing. */
  readonly isWhole: boolean
}

/** An event that tells of an error, or cannot be read. */
export class EventFailure extends Error {
  override readonly name = 'EventFailure'
}

/** The text of an error as both vendors send it, in answers and in streams. */
export function problemText(body: unknown): string | undefined {
  const { error } = (body ?? {}) as { readonly error?: unknown }
  if (typeof error === 'string') return error
  const { message } = (error ?? {}) as { readonly message?: unknown }
  return typeof message === 'string' ? message : undefined
}
