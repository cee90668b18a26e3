import type { Config } from '../../config.js'
import type { RequestFacts } from '../../http/request-facts.js'

/** Where providers send people back to; it must be registered there. */
export function callbackUrl(config: Config, request: RequestFacts): string {
  return `${baseOf(config, request)}/sso/callback`
}

/** Where people of a project begin to sign in. */
export function signInUrl(config: Config, request: RequestFacts, projectName: string): string {
  return `${baseOf(config, request)}/sso/${encodeURIComponent(projectName)}/sign-in`
}

/** Where people reach the service: as configured, or as this request did. */
const baseOf = ({ publicUrl }: Config, request: RequestFacts) =>
  (publicUrl ?? request.url.origin).replace(/\/$/, '')
