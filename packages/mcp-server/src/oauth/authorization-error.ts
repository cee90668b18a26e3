import { ServiceError } from '@service/base'
import type { HttpHeaders } from '@service/http'

/** A caller is refused: its bearer token (RFC 6750), or its address for now. */
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
