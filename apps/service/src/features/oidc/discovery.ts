import { supportedFlow } from '@service/authorization'
import { z } from 'zod'

const texts = z.array(z.string())

/** The OpenID Connect Discovery document. */
export const Discovery = z
  .object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    registration_endpoint: z.string(),
    jwks_uri: z.string(),
    response_types_supported: texts,
    response_modes_supported: texts,
    grant_types_supported: texts,
    subject_types_supported: texts,
    id_token_signing_alg_values_supported: texts,
    token_endpoint_auth_methods_supported: texts,
    code_challenge_methods_supported: texts,
    scopes_supported: texts,
    prompt_values_supported: texts,
    claims_supported: texts,
    authorization_response_iss_parameter_supported: z.boolean(),
    request_parameter_supported: z.boolean(),
    request_uri_parameter_supported: z.boolean(),
  })
  .meta({ id: 'Discovery' })

/**
 * Builds the document of an issuer. Agents of the protocol family get a registration URL where PKCE is
 * optional.
 */
export function buildDiscovery(
  issuer: string,
  isPkceRequired: boolean,
): z.output<typeof Discovery> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/reg${isPkceRequired ? '' : '?pkce=optional'}`,
    jwks_uri: `${issuer}/jwks`,
    ...supportedFlow,
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    prompt_values_supported: ['none', 'login', 'select_account', 'consent'],
    claims_supported: ['sub', 'auth_time', 'email', 'name', 'given_name', 'family_name'],
    authorization_response_iss_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  }
}
