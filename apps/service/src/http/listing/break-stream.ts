import type { Call } from '../route.js'

/** Logs that a streamed list failed and closes the connection, so that the client notices. */
export const breakStream =
  ({ deps, request }: Pick<Call, 'deps' | 'request'>) =>
  (error: unknown): void => {
    deps.log.error(
      { err: error, requestId: request.id },
      'a streamed list failed; the connection was closed',
    )
    request.destroyConnection()
  }
