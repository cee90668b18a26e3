import { buildAuthorizationUrl } from '@service/authorization'
import type { GrantRequest } from '../port/mcp-port.js'

/** Builds the URL of the service's consent page for a client's request. */
export function grantAddress(
  page: string,
  request: GrantRequest,
  more: Readonly<Record<string, string>> = {},
): string {
  return buildAuthorizationUrl(page, request.codeChallenge, {
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    ...(request.state !== undefined && { state: request.state }),
    ...(request.scopes.length > 0 && { scope: request.scopes.join(' ') }),
    resource: request.resource,
    ...more,
  })
}
