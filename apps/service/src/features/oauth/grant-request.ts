import { z } from 'zod'
import { checkRequest, type RequestRule } from '../oidc/request-rules.js'
import { LONGEST_ADDRESS } from './redirect-uris.js'
import { isScope, knownScopes, readScopes, type Scope, splitScopes } from './scopes.js'

const text = z.string().optional()

/** The parameters of `/oauth/authorize` that we know; OAuth says to ignore the rest. */
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
      'Beside the id in the same answer. Without it, people are not told of a single sign-on before they sign in.',
  }),
  resource: text.meta({ description: 'The address it is for (RFC 8707).' }),
  request: text,
  request_uri: text,
})
export type GrantParameters = z.output<typeof GrantParameters>

/** A request of a program to act for somebody, as it may be made. */
export interface GrantRequest {
  readonly environmentId: number
  readonly codeChallenge: string
  readonly scopes: readonly Scope[]
  readonly resource: string | null
}

/** It must fit, with the path, into what the sign-in page leads back to. */
const LONGEST_REQUEST = 1_900

/** One rule each, in the order they are checked after those of every request. */
const rules: readonly RequestRule<GrantParameters>[] = [
  ({ code_challenge: challenge, code_challenge_method: method }) => [
    challenge !== undefined && method === 'S256',
    "'code_challenge' and 'code_challenge_method=S256' are missing: PKCE is required.",
    'invalid_request',
  ],
  ({ environmentId = '' }) => [
    /^[1-9]\d{0,14}$/.test(environmentId),
    "'environmentId' must be a positive integer.",
    'invalid_request',
  ],
  ({ scope = '' }) => [
    splitScopes(scope).every(isScope),
    `'scope' may hold ${knownScopes.join(', ')}.`,
    'invalid_scope',
  ],
  ({ resource }) => [
    resource === undefined || isResource(resource),
    `'resource' must be an http or https address without a fragment, of at most ${LONGEST_ADDRESS} characters.`,
    'invalid_target',
  ],
  parameters => [
    addressOf(parameters).length <= LONGEST_REQUEST,
    `The parameters must have at most ${LONGEST_REQUEST} characters together.`,
    'invalid_request',
  ],
]

/** Reads what a program asks for; the first rule it breaks is named. */
export function readGrantRequest(parameters: GrantParameters): GrantRequest {
  checkRequest(parameters, undefined, rules)
  const { environmentId, code_challenge: codeChallenge = '', scope, resource } = parameters
  return {
    environmentId: Number(environmentId),
    codeChallenge,
    scopes: readScopes(scope),
    resource: resource ?? null,
  }
}

const isResource = (text: string) =>
  text.length <= LONGEST_ADDRESS &&
  /^https?:\/\/[!-~]+$/.test(text) &&
  !text.includes('#') &&
  URL.canParse(text)

/** The parameters we know, as they are sent along. */
export function knownParameters(parameters: GrantParameters): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.keys(GrantParameters.shape).flatMap(name => {
      const value = parameters[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}

/** Where the same question is asked again. */
export const addressOf = (parameters: GrantParameters): string =>
  `/oauth/authorize?${new URLSearchParams(knownParameters(parameters))}`
