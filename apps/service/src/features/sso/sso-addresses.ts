import type { Config } from '../../config.js'
import { publicUrlOf } from '../../http/public-url.js'
import type { RequestFacts } from '../../http/request-facts.js'

/** The callback URL; it must be registered at the provider. */
export function callbackUrl(config: Config, request: RequestFacts): string {
  return `${publicUrlOf(config, request)}/sso/callback`
}

/** The URL where people of a project start to sign in. */
export function signInUrl(config: Config, request: RequestFacts, projectName: string): string {
  return `${publicUrlOf(config, request)}${signInPath(projectName)}`
}

/** The same as a path. */
export const signInPath = (projectName: string): string =>
  `/sso/${encodeURIComponent(projectName)}/sign-in`
