import type { Config } from '../../config.js'
import { findPublicUrl } from '../../http/public-url.js'
import type { RequestInfo } from '../../http/request-info.js'

/** The callback URL; it must be registered at the provider. */
export function callbackUrl(config: Config, request: RequestInfo): string {
  return `${findPublicUrl(config, request)}/sso/callback`
}

/** The URL where people of a project start to sign in. */
export function signInUrl(config: Config, request: RequestInfo, projectName: string): string {
  return `${findPublicUrl(config, request)}${signInPath(projectName)}`
}

/** The same as a path. */
export const signInPath = (projectName: string): string =>
  `/sso/${encodeURIComponent(projectName)}/sign-in`
