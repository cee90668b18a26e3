import type { Logger } from '@service/base'
import type { HttpResponse } from '@service/http'

/** How clients call a model, and what stands behind the name. */
export interface AiModel {
  readonly name: string
  readonly provider: 'openai' | 'anthropic'
  readonly model: string
}

/** One question of a signed-in person. */
export interface AiQuery {
  /** Which model is asked; absent: the only one. */
  readonly name?: string
  /** An OpenAI chat-completion request, as it was received. */
  readonly body: unknown
  /** Aborted when the person leaves. */
  readonly signal: AbortSignal
  readonly logger: Logger
}

/** Answers AI requests with the models it was made for; `createAiProvider` makes one. */
export interface AiProvider {
  readonly models: readonly AiModel[]
  /** Rejects with errors that carry a status, before anything was sent to the client. */
  answer(query: AiQuery): Promise<HttpResponse>
}
