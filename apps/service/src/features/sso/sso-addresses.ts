import type { Config } from '../../config.js'
import { publicUrlOf } from '../../http/public-url.js'
import type { RequestFacts } from '../../http/request-facts.js'

/** Where providers send people back to; it must be registered there. */
export function callbackUrl(config: Config, request: RequestFacts): string {
  return `${publicUrlOf(config, request)}/sso/callback`
}

/** Where people of a project begin to sign in. */
export function signInUrl(config: Config, request: RequestFacts, projectName: string): string {
  return `${publicUrlOf(config, request)}${signInPath(projectName)}`
}

/** The same on this site. */
export const signInPath = (projectName: string): string =>
  `/sso/${encodeURIComponent(projectName)}/sign-in`
