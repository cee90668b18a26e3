import { buildRedirect, OAuthError } from '@service/authorization'
import type { HttpRequest, HttpResponse } from '@service/http'
import type { AuthorizationSettings } from '../contracts.js'
import { readAuthorizationRequest } from './authorization-request.js'
import type { FindClient } from './clients.js'
import { type Parameters, readParameters } from './parameters.js'
import { findRedirectUri } from './redirect-uri.js'
import { noStore, type Refusal, refusalResponse, toRefusal } from './refusal.js'

export type AuthorizeSettings = Pick<AuthorizationSettings, 'service' | 'addresses'> & {
  readonly findClient: FindClient
}

/**
 * Sends a person to the service, which asks for their consent. Until the client and its address are
 * known to belong together, a refusal stays here: otherwise anybody could be sent anywhere.
 */
export async function authorize(
  request: HttpRequest,
  settings: AuthorizeSettings,
): Promise<HttpResponse> {
  try {
    const parameters = await readParameters(request)
    const client = await settings.findClient(parameters)
    const redirectUri = findRedirectUri(client, parameters.get('redirect_uri'))
    if (redirectUri === undefined) {
      throw new OAuthError(
        "'redirect_uri' is not one that the client registered.",
        'invalid_request',
      )
    }
    return redirect(await nextAddress(settings, parameters, client.clientId, redirectUri))
  } catch (error) {
    const refusal = toRefusal(error)
    return request.header('accept')?.includes('text/html')
      ? page(refusal)
      : refusalResponse(refusal)
  }
}

/** Where the person consents, or back to the client with what is wrong. */
async function nextAddress(
  { service, addresses }: AuthorizeSettings,
  parameters: Parameters,
  clientId: string,
  redirectUri: string,
): Promise<string> {
  try {
    const requested = readAuthorizationRequest(parameters, await addresses())
    return await service.authorizationUrl({ ...requested, clientId, redirectUri })
  } catch (error) {
    return buildRedirect(redirectUri, toRefusal(error).body, parameters.get('state'))
  }
}

function redirect(location: string): HttpResponse {
  return { status: 302, headers: { location, ...noStore, 'referrer-policy': 'no-referrer' } }
}

function page({ status, body, headers }: Refusal): HttpResponse {
  const text = body.error_description.replace(/[<>&]/g, sign => `&#${sign.charCodeAt(0)};`)
  return {
    status,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    },
    body: `<!doctype html><html lang="en"><title>Access refused</title><h1>Access refused</h1><p>${text}</p></html>\n`,
  }
}
