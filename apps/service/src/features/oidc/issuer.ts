import type { Config } from '../../config.js'
import { publicUrlOf } from '../../http/public-url.js'
import type { RequestFacts } from '../../http/request-facts.js'

/** Who the service is in what it signs; its discovery document is below this address. */
export const issuerOf = (config: Config, request: RequestFacts): string =>
  `${publicUrlOf(config, request)}/oidc`

/** Where an agent without an address of its own has people sent back to. */
export const agentSignInUrl = (config: Config, request: RequestFacts): string =>
  `${publicUrlOf(config, request)}/agent-sign-in`
