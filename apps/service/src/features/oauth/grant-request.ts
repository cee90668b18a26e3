import {
  checkAuthorizationRequest,
  checkRules,
  isScope,
  isWebAddress,
  knownScopes,
  longestAddress,
  type RequestRule,
  type Scope,
  splitScopes,
} from '@service/authorization'
import { z } from 'zod'
import { readScopes } from './scopes.js'

const text = z.string().optional()

/** The known parameters of `/oauth/authorize`; OAuth requires ignoring others. */
export const GrantParameters = z.looseObject({
  client_id: text,
  redirect_uri: text,
  response_type: text,
  response_mode: text,
  scope: text.meta({ description: `Of ${knownScopes.join(', ')}; all but the last by default.` }),
  state: text,
  code_challenge: text,
  code_challenge_method: text,
  environmentId: text.meta({ description: 'Agents read it from `GET /agent-api/environment`.' }),
  environment_hint: text.meta({
    description:
      'Next to the id in the same response. Without it, the single sign-on is not offered before people sign in.',
  }),
  resource: text.meta({ description: 'The URL the tokens are for (RFC 8707).' }),
  request: text,
  request_uri: text,
})
export type GrantParameters = z.output<typeof GrantParameters>

/** A validated request of a client to act for a person. */
export interface GrantRequest {
  readonly environmentId: number
  readonly codeChallenge: string
  readonly scopes: readonly Scope[]
  readonly resource: string | null
}

/** With the path, it must fit into the return URL of the sign-in page. */
const MAX_REQUEST_LENGTH = 1_900

/** In the order in which they are checked, after the rules for every request. */
const rules: readonly RequestRule<GrantParameters>[] = [
  ({ environmentId = '' }) => [
    /^[1-9]\d{0,14}$/.test(environmentId),
    "'environmentId' must be a positive integer.",
    'invalid_request',
  ],
  ({ scope = '' }) => [
    splitScopes(scope).every(isScope),
    `'scope' may contain ${knownScopes.join(', ')}.`,
    'invalid_scope',
  ],
  ({ resource }) => [
    resource === undefined || (isWebAddress(resource) && !resource.includes('#')),
    `'resource' must be an http or https URL without a fragment, of at most ${longestAddress} characters.`,
    'invalid_target',
  ],
  parameters => [
    buildAuthorizeUrl(parameters).length <= MAX_REQUEST_LENGTH,
    `Together, the parameters must have at most ${MAX_REQUEST_LENGTH} characters.`,
    'invalid_request',
  ],
]

/** Validates the request of a client; throws at the first broken rule. */
export function readGrantRequest(parameters: GrantParameters): GrantRequest {
  checkAuthorizationRequest(parameters, { isPkceRequired: true })
  checkRules(rules, parameters, undefined)
  const { environmentId, code_challenge: codeChallenge = '', scope, resource } = parameters
  return {
    environmentId: Number(environmentId),
    codeChallenge,
    scopes: readScopes(scope),
    resource: resource ?? null,
  }
}

/** The known parameters, to be passed on. */
export function knownParameters(parameters: GrantParameters): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.keys(GrantParameters.shape).flatMap(name => {
      const value = parameters[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}

/** The URL that repeats this request. */
export const buildAuthorizeUrl = (parameters: GrantParameters): string =>
  `/oauth/authorize?${new URLSearchParams(knownParameters(parameters))}`
