import { buildAuthorizationUrl } from '@service/authorization'
import type { GrantRequest } from '../port/mcp-port.js'

/** Where a person is asked for a grant: the page of the service, with what the client asks for. */
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
