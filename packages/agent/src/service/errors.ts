import { ServiceError } from '@service/protocol'

/**
 * The service did not let a user in: 401 when the code is refused, 403 when the rendering is.
 *
 * @example
 * throw new SignInRefusedError(401, 'invalid_grant', 'The code was used already.')
 */
export class SignInRefusedError extends ServiceError {
  override readonly name = 'SignInRefusedError'
  readonly code: string
  readonly status: 401 | 403

  constructor(status: 401 | 403, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
