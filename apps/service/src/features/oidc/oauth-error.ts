import { ServiceError } from '@service/base'

/** Codes of RFC 6749, RFC 7591, RFC 8707 and OpenID Connect Core that we answer, with their status. */
const statuses = {
  invalid_request: 400,
  invalid_client: 400,
  invalid_grant: 400,
  invalid_scope: 400,
  invalid_target: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  request_not_supported: 400,
  request_uri_not_supported: 400,
  access_denied: 403,
  login_required: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
} as const

/** A refusal in the words of OAuth. */
export class OAuthError extends ServiceError {
  override readonly name = 'OAuthError'
  readonly code: keyof typeof statuses
  readonly status: number
  constructor(message: string, code: OAuthError['code']) {
    super(message)
    this.code = code
    this.status = statuses[code]
  }
}
