import { isObject } from '@service/base'
import { OAuthError } from './oauth-error.js'
import { findRedirectUriProblem, isWebAddress, longestAddress } from './redirect-uri.js'
import { checkRules, type RequestRule } from './rules.js'

/** What a client says about itself. Only its redirect URIs were checked; the rest is a claim. */
export interface ClientMetadata {
  readonly name: string | null
  readonly uri: string | null
  readonly logoUri: string | null
  readonly redirectUris: readonly string[]
}

/** A client that registered. */
export interface RegisteredClient extends ClientMetadata {
  readonly clientId: string
  /** ISO 8601. */
  readonly createdAt: string
}

/** A registered client as it is shown to the client (RFC 7591 §3.2.1). */
export interface ClientInformation {
  readonly client_id: string
  readonly client_id_issued_at: number
  readonly client_name?: string
  readonly client_uri?: string
  readonly logo_uri?: string
  readonly redirect_uris: string[]
  readonly token_endpoint_auth_method: 'none'
  readonly grant_types: string[]
  readonly response_types: string[]
}

const maxRedirectUris = 10
const longestName = 100

type Given = Readonly<Record<string, unknown>>
type Rule = RequestRule<Given>

const isAbsent = (value: unknown): value is null | undefined =>
  value === undefined || value === null

const checkAuthMethod: Rule = ({ token_endpoint_auth_method: method }) => [
  isAbsent(method) || method === 'none',
  "'token_endpoint_auth_method' must be 'none': only public clients with PKCE are registered.",
  'invalid_client_metadata',
]

/** One rule each, in the order they are checked. */
const rules: readonly Rule[] = [
  checkAuthMethod,
  ({ grant_types: types }) => [
    isAbsent(types) || (Array.isArray(types) && types.includes('authorization_code')),
    "'grant_types' must hold 'authorization_code'; it may hold 'refresh_token'.",
    'invalid_client_metadata',
  ],
  ({ response_types: types }) => [
    isAbsent(types) || (Array.isArray(types) && types.includes('code')),
    "'response_types' must hold 'code'.",
    'invalid_client_metadata',
  ],
  ({ client_name: name }) => [
    isAbsent(name) || isShowable(name),
    `'client_name' must have 1 to ${longestName} characters that can be seen.`,
    'invalid_client_metadata',
  ],
  checkWebAddress('client_uri'),
  checkWebAddress('logo_uri'),
]

/**
 * Reads what a client sends to register itself (RFC 7591); throws an `OAuthError` for the first rule
 * that it breaks.
 *
 * @example
 * const { redirectUris } = readClientMetadata({ redirect_uris: ['https://client.example/callback'] })
 */
export function readClientMetadata(given: unknown): ClientMetadata {
  const metadata: Given = isObject(given) ? given : {}
  const redirectUris = readRedirectUris(metadata.redirect_uris)
  checkRules(rules, metadata, undefined)
  const { client_name: name, client_uri: uri, logo_uri: logoUri } = metadata
  return {
    name: isAbsent(name) ? null : String(name).trim(),
    uri: isAbsent(uri) ? null : String(uri),
    logoUri: isAbsent(logoUri) ? null : String(logoUri),
    redirectUris,
  }
}

/**
 * Throws an `OAuthError` when a client asks to authenticate itself: only public clients are registered.
 *
 * @example
 * refuseConfidentialClient({ token_endpoint_auth_method: 'client_secret_basic' })
 */
export function refuseConfidentialClient(metadata: Given): void {
  checkRules([checkAuthMethod], metadata, undefined)
}

/**
 * Formats a registered client as the response to its registration.
 *
 * @example
 * const { client_id } = formatClient(client)
 */
export function formatClient(client: RegisteredClient): ClientInformation {
  return {
    client_id: client.clientId,
    client_id_issued_at: Math.floor(Date.parse(client.createdAt) / 1000),
    ...(client.name !== null && { client_name: client.name }),
    ...(client.uri !== null && { client_uri: client.uri }),
    ...(client.logoUri !== null && { logo_uri: client.logoUri }),
    redirect_uris: [...client.redirectUris],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
}

function readRedirectUris(given: unknown): readonly string[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > maxRedirectUris) {
    throw new OAuthError(
      `'redirect_uris' must have 1 to ${maxRedirectUris} addresses.`,
      'invalid_redirect_uri',
    )
  }
  for (const [index, uri] of given.entries()) {
    const problem = typeof uri === 'string' ? findRedirectUriProblem(uri) : 'must be a text'
    if (problem === undefined) continue
    throw new OAuthError(`'redirect_uris.${index}' ${problem}.`, 'invalid_redirect_uri')
  }
  return [...new Set(given as string[])]
}

/** People see the name: no control characters, and none that change the direction of the text after them. */
function isShowable(name: unknown): boolean {
  if (typeof name !== 'string') return false
  const { length } = name.trim()
  return (
    length > 0 &&
    length <= longestName &&
    !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(name)
  )
}

function checkWebAddress(name: 'client_uri' | 'logo_uri'): Rule {
  return ({ [name]: uri }) => [
    isAbsent(uri) || isWebAddress(uri),
    `'${name}' must be an https address of at most ${longestAddress} characters.`,
    'invalid_client_metadata',
  ]
}
