import { ServiceError } from '@service/base'

/** An option of `createAiProvider` is invalid. */
export class ConfigurationError extends ServiceError {
  override readonly name = 'ConfigurationError'
  readonly code = 'configuration_error'
  readonly status = 500
}

/** The failures of a provider: the names that clients know, and the error code of each. */
const codes = {
  AIBadRequestError: 'ai_request_refused',
  AIUnauthorizedError: 'ai_key_refused',
  AIForbiddenError: 'ai_key_forbidden',
  AITooManyRequestsError: 'ai_rate_limited',
  AIProviderError: 'ai_provider_error',
  AIProviderUnavailableError: 'ai_provider_failed',
  AIProviderUnreachableError: 'ai_unreachable',
  AIProviderUnreadableError: 'ai_unreadable',
  AIProviderTimeoutError: 'ai_timeout',
} as const

export type Failure = keyof typeof codes

const statuses: Readonly<Record<Failure, number>> = {
  AIBadRequestError: 400,
  AIUnauthorizedError: 401,
  AIForbiddenError: 403,
  AITooManyRequestsError: 429,
  AIProviderError: 422,
  AIProviderUnavailableError: 500,
  AIProviderUnreachableError: 502,
  AIProviderUnreadableError: 502,
  AIProviderTimeoutError: 504,
}

/** A provider rejected the request, failed or did not respond. */
export class AiError extends ServiceError {
  override readonly name: Failure
  readonly code: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(
    name: Failure,
    message: string,
    options: ErrorOptions & { readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message, options)
    this.name = name
    this.code = codes[name]
    this.status = statuses[name]
    this.headers = options.headers ?? {}
  }
}
