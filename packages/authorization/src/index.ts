export {
  type AuthorizationParameters,
  type AuthorizationPolicy,
  buildAuthorizationUrl,
  checkAuthorizationRequest,
} from './authorization-request.js'
export {
  type ClientInformation,
  type ClientMetadata,
  formatClient,
  type RegisteredClient,
  readClientMetadata,
  refuseConfidentialClient,
} from './client-metadata.js'
export type { CodeBinding, CodeStore, TakenCode } from './code-store.js'
export {
  accessTokenSeconds,
  codeSeconds,
  maxRefreshRetries,
  refreshRetrySeconds,
  refreshTokenSeconds,
} from './lifetimes.js'
export { createMemoryCodeStore, type MemoryCodeStore } from './memory-code-store.js'
export {
  formatOAuthError,
  isOAuthErrorCode,
  OAuthError,
  type OAuthErrorCode,
  type OAuthErrorResponse,
} from './oauth-error.js'
export { computeCodeChallenge, isCodeChallenge } from './pkce.js'
export { type CodeExchange, type Redemption, redeemCode } from './redeem-code.js'
export {
  buildRedirect,
  findRedirectUriProblem,
  isLoopbackRedirectUri,
  isRegisteredRedirectUri,
  isWebAddress,
  longestAddress,
} from './redirect-uri.js'
export { checkRules, type RequestRule } from './rules.js'
export { defaultScopes, isScope, knownScopes, type Scope, splitScopes } from './scopes.js'
export { type SupportedFlow, supportedFlow } from './server-metadata.js'
export { readGrantType, requireCodeVerifier, requireParameter } from './token-request.js'
