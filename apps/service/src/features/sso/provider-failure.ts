import { IdentityProviderError } from '../../errors.js'

/** What can be wrong with the discovery document of a provider. */
export type DiscoveryProblem =
  | 'unreachable'
  | 'timeout'
  | 'no_document'
  | 'invalid_document'
  | 'other_issuer'
  | 'unusable_endpoint'

export interface DiscoveryFailure {
  readonly problem: DiscoveryProblem
  /** For administrators. */
  readonly message: string
}

/** A discovery document that was read and does not support sign-in. */
class UnusableProviderError extends Error {
  override readonly name = 'UnusableProviderError'
  readonly problem: DiscoveryProblem
  constructor({ problem, message }: DiscoveryFailure) {
    super(message)
    this.problem = problem
  }
}

const otherIssuer: DiscoveryFailure = {
  problem: 'other_issuer',
  message: 'Its discovery document names another issuer.',
}

export const namesOtherIssuer = () => new UnusableProviderError(otherIssuer)

export function lacksEndpoint(name: string): UnusableProviderError {
  const message = `Its discovery document lacks a usable '${name}'.`
  const failure: DiscoveryFailure = { problem: 'unusable_endpoint', message }
  return new UnusableProviderError(failure)
}

const noDocument: DiscoveryFailure = {
  problem: 'no_document',
  message: 'There is no discovery document at this URL.',
}

/** Explanations of the error codes of openid-client. */
const failures: Readonly<Record<string, DiscoveryFailure>> = {
  OAUTH_TIMEOUT: { problem: 'timeout', message: 'It did not respond in time.' },
  OAUTH_RESPONSE_IS_NOT_CONFORM: noDocument,
  OAUTH_RESPONSE_IS_NOT_JSON: noDocument,
  OAUTH_PARSE_ERROR: {
    problem: 'invalid_document',
    message: 'Its discovery document is not JSON.',
  },
  OAUTH_INVALID_RESPONSE: {
    problem: 'invalid_document',
    message: 'Its discovery document is incomplete.',
  },
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: otherIssuer,
}

/** Explains why a discovery document cannot be used. Errors of the network contain hosts and ports, so they stay in the log. */
export function explainDiscoveryError(error: unknown): DiscoveryFailure {
  if (error instanceof UnusableProviderError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return failures[code] ?? { problem: 'unreachable', message: 'It cannot be reached.' }
}

/** The error that people see when a provider fails. The cause is logged. */
export const providerFailure = (cause: unknown) =>
  new IdentityProviderError(
    'The identity provider is unavailable, or its response is invalid. Try again.',
    {
      cause,
    },
  )
