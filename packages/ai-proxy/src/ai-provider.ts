import type { Logger } from '@service/base'
import type { HttpResponse } from '@service/http'

/** The name of a model for clients, and the provider and model it uses. */
export interface AiModel {
  readonly name: string
  readonly provider: 'openai' | 'anthropic'
  readonly model: string
}

/** One request of a signed-in person to a model. */
export interface AiQuery {
  /** Name of the model. Default: the only one. */
  readonly name?: string
  /** An OpenAI chat-completion request, as received. */
  readonly body: unknown
  /** Aborts when the client closes the connection. */
  readonly signal: AbortSignal
  readonly logger: Logger
}

/** Responds to AI requests with its models; created by `createAiProvider`. */
export interface AiProvider {
  readonly models: readonly AiModel[]
  /** Rejects with an error that has a status, before anything was sent to the client. */
  providerResponse(query: AiQuery): Promise<HttpResponse>
}
