import type { GrantRequest } from '../port/mcp-port.js'

/** Where a person is asked for a grant: the page of the service, with what the client asks for. */
export function grantAddress(
  page: string,
  request: GrantRequest,
  more: Readonly<Record<string, string>> = {},
): string {
  const url = new URL(page)
  const parameters = {
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    code_challenge: request.codeChallenge,
    code_challenge_method: 'S256',
    ...(request.state !== undefined && { state: request.state }),
    ...(request.scopes.length > 0 && { scope: request.scopes.join(' ') }),
    resource: request.resource,
    ...more,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
