import { ServiceError } from '@service/base'
import type { HttpHeaders } from '@service/http'

/** A client is refused; `code` is one of OAuth, such as `invalid_grant`. */
export class AuthorizationError extends ServiceError {
  override readonly name = 'AuthorizationError'
  readonly code: string
  readonly status: number
  readonly headers: HttpHeaders

  constructor(status: number, code: string, message: string, headers: HttpHeaders = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/** What is wrong with a request to one of the OAuth endpoints. */
export function invalid(code: string, message: string): AuthorizationError {
  return new AuthorizationError(400, code, message)
}
