import { isRegisteredRedirectUri } from '@service/authorization'
import type { OAuthClient } from '@service/service-client'

/**
 * The address a client is sent back to: one that it registered, and the only one when it names
 * none. Undefined when there is no such address: nobody is sent anywhere then.
 */
export function findRedirectUri(
  { redirectUris }: OAuthClient,
  given: string | undefined,
): string | undefined {
  if (given === undefined) return redirectUris.length === 1 ? redirectUris[0] : undefined
  return isRegisteredRedirectUri(redirectUris, given) ? given : undefined
}
