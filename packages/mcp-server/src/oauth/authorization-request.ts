import { checkAuthorizationRequest, OAuthError } from '@service/authorization'
import type { GrantRequest } from '@service/service-client'
import type { Addresses } from '../contracts.js'
import type { Parameters } from './parameters.js'
import { isOurs } from './resource.js'
import { readScopes } from './scopes.js'

/** Reads what a client asks a person for; the first rule it breaks is named. */
export function readAuthorizationRequest(
  parameters: Parameters,
  { resource }: Addresses,
): Omit<GrantRequest, 'clientId' | 'redirectUri'> {
  checkAuthorizationRequest(parameters.values, { isPkceRequired: true })
  if (!isOurs(parameters.resources, resource)) {
    throw new OAuthError(`'resource' must be '${resource}'.`, 'invalid_target')
  }
  return {
    codeChallenge: parameters.get('code_challenge') ?? '',
    scopes: readScopes(parameters.get('scope')) ?? [],
    resource,
    state: parameters.get('state'),
  }
}
