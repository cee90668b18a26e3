import type { Config } from '../../config.js'
import { findPublicUrl } from '../../http/public-url.js'
import type { RequestInfo } from '../../http/request-info.js'

/** The issuer in signed tokens; the URL of its discovery document starts with it. */
export const buildIssuer = (config: Config, request: RequestInfo): string =>
  `${findPublicUrl(config, request)}/oidc`

/** Where people return when their agent has no URL. */
export const agentSignInUrl = (config: Config, request: RequestInfo): string =>
  `${findPublicUrl(config, request)}/agent-sign-in`
