/** Why a request got no response, or not all of it. */
export type FailureKind =
  /** The connection could not be opened, or was closed. */
  | 'unreachable'
  /** The timeout has passed. */
  | 'timeout'
  /** The signal of the caller aborted, or the client was closed. */
  | 'aborted'
  /** The response is larger than the caller allows. */
  | 'tooLarge'

interface FailureFacts {
  /** Name of the server in messages, such as `the service`. */
  readonly name: string
  readonly url: URL
  readonly timeoutMs?: number
  readonly maxBytes?: number
  readonly cause?: unknown
}

const messages: Readonly<Record<FailureKind, (where: string, facts: FailureFacts) => string>> = {
  unreachable: (where, { cause }) => `Cannot reach ${where}${formatCode(cause)}.`,
  timeout: (where, { timeoutMs = 0 }) =>
    `Cannot reach ${where}: no response within ${timeoutMs / 1000} s.`,
  aborted: where => `The request to ${where} was aborted.`,
  tooLarge: (where, { maxBytes }) => `The response of ${where} is larger than ${maxBytes} bytes.`,
}

/**
 * A request that got no complete response. The message names the origin and the cause, but not the
 * path, which may contain secrets.
 *
 * @example
 * if (error instanceof CallFailure && error.kind === 'timeout') console.log(error.message)
 */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  readonly kind: FailureKind
  /** Code of the operating system, such as `ECONNREFUSED`. */
  readonly code: string | undefined

  constructor(kind: FailureKind, facts: FailureFacts) {
    super(messages[kind](`${facts.name} at ${facts.url.origin}`, facts), { cause: facts.cause })
    this.kind = kind
    this.code = readCode(facts.cause)
  }
}

function formatCode(cause: unknown): string {
  const code = readCode(cause)
  return code === undefined ? '' : ` (${code})`
}

function readCode(cause: unknown): string | undefined {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : undefined
}
