import { z } from 'zod'
import { OAuthError } from '../oidc/oauth-error.js'
import type { NewProgram, Program } from './programs.js'
import { LONGEST_ADDRESS, problemOfRedirectUri } from './redirect-uris.js'

const MOST_ADDRESSES = 10
const LONGEST_NAME = 100

const text = z.string().nullish()
const texts = z.array(z.string()).nullish()

/** What a program says of itself (RFC 7591); the rest is ignored. */
export const ClientMetadata = z.looseObject({
  redirect_uris: z.array(z.string()).meta({
    description:
      'https, http on the same computer, or a scheme of the program. On the same computer any port will do later.',
  }),
  token_endpoint_auth_method: text.meta({ description: 'Only `none`: programs keep no secrets.' }),
  grant_types: texts,
  response_types: texts,
  client_name: text.meta({ description: 'What people are told when they are asked.' }),
  client_uri: text,
  logo_uri: text.meta({ description: 'Kept as text; never fetched.' }),
})
type ClientMetadata = z.output<typeof ClientMetadata>

/** A program as it registered. */
export const RegisteredProgram = z
  .object({
    client_id: z.string(),
    client_id_issued_at: z.number(),
    client_name: z.string().optional(),
    client_uri: z.string().optional(),
    logo_uri: z.string().optional(),
    redirect_uris: z.array(z.string()),
    token_endpoint_auth_method: z.literal('none'),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
  })
  .meta({ id: 'RegisteredProgram' })

type Rule = (metadata: ClientMetadata) => readonly [isKept: boolean, message: string]

const isAbsent = (value: unknown) => value === undefined || value === null

/** One rule each, in the order they are checked. */
const rules: readonly Rule[] = [
  ({ token_endpoint_auth_method: method }) => [
    isAbsent(method) || method === 'none',
    "'token_endpoint_auth_method' must be 'none': only public clients with PKCE are registered.",
  ],
  ({ grant_types: types }) => [
    isAbsent(types) || types?.includes('authorization_code') === true,
    "'grant_types' must hold 'authorization_code'; it may hold 'refresh_token'.",
  ],
  ({ response_types: types }) => [
    isAbsent(types) || types?.includes('code') === true,
    "'response_types' must hold 'code'.",
  ],
  ({ client_name: name }) => [
    isAbsent(name) || isShowable(name ?? ''),
    `'client_name' must have 1 to ${LONGEST_NAME} characters that can be seen.`,
  ],
  ({ client_uri: uri }) => [isAbsent(uri) || isWebAddress(uri ?? ''), wrongAddress('client_uri')],
  ({ logo_uri: uri }) => [isAbsent(uri) || isWebAddress(uri ?? ''), wrongAddress('logo_uri')],
]

/** Reads what a program says of itself; the first rule it breaks is named. */
export function readClientMetadata(metadata: ClientMetadata): NewProgram {
  refuseWrongAddresses(metadata.redirect_uris)
  for (const rule of rules) {
    const [isKept, message] = rule(metadata)
    if (!isKept) throw new OAuthError(message, 'invalid_client_metadata')
  }
  return {
    name: metadata.client_name?.trim() ?? null,
    uri: metadata.client_uri ?? null,
    logoUri: metadata.logo_uri ?? null,
    redirectUris: [...new Set(metadata.redirect_uris)],
  }
}

function refuseWrongAddresses(uris: readonly string[]): void {
  if (uris.length === 0 || uris.length > MOST_ADDRESSES) {
    throw new OAuthError(
      `'redirect_uris' must have 1 to ${MOST_ADDRESSES} addresses.`,
      'invalid_redirect_uri',
    )
  }
  for (const [index, uri] of uris.entries()) {
    const problem = problemOfRedirectUri(uri)
    if (problem !== undefined) {
      throw new OAuthError(`'redirect_uris.${index}' ${problem}.`, 'invalid_redirect_uri')
    }
  }
}

/** No control characters, and none that turn the direction of what follows: it is shown to people. */
function isShowable(name: string): boolean {
  const { length } = name.trim()
  return (
    length > 0 &&
    length <= LONGEST_NAME &&
    !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(name)
  )
}

const isWebAddress = (text: string) =>
  text.length <= LONGEST_ADDRESS && /^https?:\/\/[!-~]+$/.test(text) && URL.canParse(text)

const wrongAddress = (name: string) =>
  `'${name}' must be an https address of at most ${LONGEST_ADDRESS} characters.`

/** How a program is told of. */
export const metadataOf = (program: Program): z.output<typeof RegisteredProgram> => ({
  client_id: program.clientId,
  client_id_issued_at: Math.floor(Date.parse(program.createdAt) / 1000),
  ...(program.name !== null && { client_name: program.name }),
  ...(program.uri !== null && { client_uri: program.uri }),
  ...(program.logoUri !== null && { logo_uri: program.logoUri }),
  redirect_uris: [...program.redirectUris],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
})
