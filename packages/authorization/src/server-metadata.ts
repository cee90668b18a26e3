/** What an authorization server supports, in the words of RFC 8414. */
export interface SupportedFlow {
  readonly response_types_supported: string[]
  readonly response_modes_supported: string[]
  readonly token_endpoint_auth_methods_supported: string[]
  readonly code_challenge_methods_supported: string[]
}

/** The same everywhere: codes, returned in the query, to public clients that use PKCE. */
export const supportedFlow: SupportedFlow = {
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  token_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
}
