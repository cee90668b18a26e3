import type { Logger } from '@service/datasource-toolkit'
import type { HttpResponse } from '@service/http'

/** How clients call a model, and what stands behind the name. */
export interface AiModel {
  readonly name: string
  readonly provider: 'openai' | 'anthropic'
  readonly model: string
}

/** One request of a signed-in person to the AI routes of an agent. */
export interface AiCall {
  /** The last part of the path: `ai-query`. */
  readonly route: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly signal: AbortSignal
  readonly logger: Logger
}

/** Answers AI requests with the models it was made for; `createAiProvider` makes one. */
export interface AiProvider {
  readonly models: readonly AiModel[]
  answer(call: AiCall): Promise<HttpResponse>
}
