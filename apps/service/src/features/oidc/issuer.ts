import type { Config } from '../../config.js'
import { publicUrlOf } from '../../http/public-url.js'
import type { RequestFacts } from '../../http/request-facts.js'

/** The issuer in signed tokens; the URL of its discovery document starts with it. */
export const issuerOf = (config: Config, request: RequestFacts): string =>
  `${publicUrlOf(config, request)}/oidc`

/** Where people return when their agent has no URL. */
export const agentSignInUrl = (config: Config, request: RequestFacts): string =>
  `${publicUrlOf(config, request)}/agent-sign-in`
