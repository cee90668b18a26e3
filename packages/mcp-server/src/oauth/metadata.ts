import { knownScopes, supportedFlow } from '@service/authorization'
import { type HttpResponse, jsonResponse } from '@service/http'
import type { Addresses } from '../contracts.js'

const cacheable = { 'cache-control': 'public, max-age=300' }

/** RFC 8414: what lets clients in, and how. They register at the service itself. */
export function serverMetadata(addresses: Addresses, registrationUrl: string): HttpResponse {
  return jsonResponse(
    200,
    {
      issuer: addresses.issuer,
      authorization_endpoint: addresses.authorizationEndpoint,
      token_endpoint: addresses.tokenEndpoint,
      registration_endpoint: registrationUrl,
      revocation_endpoint: addresses.revocationEndpoint,
      ...supportedFlow,
      grant_types_supported: ['authorization_code', 'refresh_token'],
      revocation_endpoint_auth_methods_supported: ['none'],
      scopes_supported: knownScopes,
      protected_resources: [addresses.resource],
    },
    cacheable,
  )
}

/** RFC 9728: what the tokens are for, and who gives them out. */
export function resourceMetadata({ resource, issuer }: Addresses): HttpResponse {
  return jsonResponse(
    200,
    {
      resource,
      authorization_servers: [issuer],
      scopes_supported: knownScopes,
      bearer_methods_supported: ['header'],
    },
    cacheable,
  )
}
