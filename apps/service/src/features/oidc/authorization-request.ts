import { checkAuthorizationRequest, checkRules, type RequestRule } from '@service/authorization'
import { z } from 'zod'
import type { SignInClient } from './clients.js'

const text = z.string().optional()

/** The known parameters of `/oidc/authorize`; OAuth requires ignoring others. */
export const AuthorizationParameters = z.looseObject({
  client_id: text,
  redirect_uri: text,
  response_type: text,
  response_mode: text,
  scope: text,
  state: text,
  nonce: text,
  code_challenge: text,
  code_challenge_method: text,
  rendering_id: text.meta({ description: 'Or `renderingId` in the JSON of `state`.' }),
  prompt: text,
  max_age: text,
  request: text,
  request_uri: text,
})
export type AuthorizationParameters = z.output<typeof AuthorizationParameters>

/** A validated request to sign a person in. */
export interface AuthorizationRequest {
  readonly renderingId: number
  readonly scope: string
  readonly nonce: string | undefined
  readonly codeChallenge: string | undefined
  readonly prompts: readonly string[]
  /** The maximum age of the sign-in, in seconds. */
  readonly maxAge: number | undefined
}

const PROMPTS = ['none', 'login', 'select_account', 'consent']

const splitWords = (list: string | undefined) => (list ?? '').split(' ').filter(word => word !== '')

/** In the order in which they are checked, after the rules for every request. */
const rules: readonly RequestRule<AuthorizationParameters>[] = [
  ({ scope }) => [
    splitWords(scope).includes('openid') && /^[ -~]{1,200}$/.test(scope ?? ''),
    "'scope' must contain 'openid'; it may contain 'email' and 'profile'.",
    'invalid_scope',
  ],
  ({ nonce = 'x' }) => [
    /^[!-~]{1,200}$/.test(nonce),
    "'nonce' must have 1 to 200 visible characters.",
    'invalid_request',
  ],
  parameters => [
    readRenderingId(parameters) !== undefined,
    "'rendering_id' must be a positive integer.",
    'invalid_request',
  ],
  ({ prompt }) => [
    splitWords(prompt).every(word => PROMPTS.includes(word)),
    `'prompt' must be of ${PROMPTS.join(', ')}.`,
    'invalid_request',
  ],
  ({ prompt }) => [
    !splitWords(prompt).includes('none') || splitWords(prompt).length === 1,
    "'prompt' cannot be 'none' and something else.",
    'invalid_request',
  ],
  ({ max_age: age = '0' }) => [
    /^\d{1,9}$/.test(age),
    "'max_age' must be a number of seconds.",
    'invalid_request',
  ],
]

/** Validates the request of a client; throws at the first broken rule. */
export function readAuthorizationRequest(
  parameters: AuthorizationParameters,
  client: SignInClient,
): AuthorizationRequest {
  checkAuthorizationRequest(parameters, client)
  checkRules(rules, parameters, undefined)
  const { scope = '', nonce, code_challenge: codeChallenge, prompt, max_age: maxAge } = parameters
  return {
    renderingId: readRenderingId(parameters) ?? 0,
    scope: splitWords(scope).join(' '),
    nonce,
    codeChallenge,
    prompts: splitWords(prompt),
    maxAge: maxAge === undefined ? undefined : Number(maxAge),
  }
}

/** Agents of the protocol family send it in the state, as JSON. */
function readRenderingId(parameters: AuthorizationParameters): number | undefined {
  const given = parameters.rendering_id ?? renderingInState(parameters.state)
  return given !== undefined && /^[1-9]\d{0,14}$/.test(given) ? Number(given) : undefined
}

function renderingInState(state: string | undefined): string | undefined {
  try {
    const { renderingId } = JSON.parse(state ?? '') as { renderingId?: unknown }
    return renderingId === undefined ? undefined : String(renderingId)
  } catch {
    return undefined
  }
}
