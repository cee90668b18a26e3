import { computeCodeChallenge } from '@service/authorization'
import { type HttpHandler, jsonResponse, toFetchHandler } from '@service/http'
import {
  createInProcessService,
  type Grant,
  type InProcessConsent,
  type McpPort,
  type OAuthClient,
} from '@service/service-client'
import type { Addresses, AuthorizationRoute, AuthorizationSettings } from '../contracts.js'
import { createAuthorization } from '../oauth/create-authorization.js'

export const authSecret = 'an auth secret for tests, long enough'
export const redirectUri = 'https://notebook.example.com/callback'
const codeVerifier = 'a-verifier-that-only-one-client-knows-and-is-long-enough'
export const codeChallenge = computeCodeChallenge(codeVerifier)

export const addressesAt = (origin: string): Addresses => ({
  issuer: `${origin}/`,
  resource: `${origin}/mcp`,
  authorizationEndpoint: `${origin}/oauth/authorize`,
  tokenEndpoint: `${origin}/oauth/token`,
  revocationEndpoint: `${origin}/oauth/revoke`,
  resourceMetadata: `${origin}/.well-known/oauth-protected-resource/mcp`,
})

export const origin = 'https://agent.example.com'
export const { resource } = addressesAt(origin)

const routes: Readonly<Record<string, AuthorizationRoute>> = {
  '/oauth/authorize': 'authorize',
  '/oauth/token': 'token',
  '/oauth/revoke': 'revoke',
  '/.well-known/oauth-authorization-server': 'serverMetadata',
  '/.well-known/oauth-protected-resource/mcp': 'resourceMetadata',
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly scope: string
  readonly token_type: string
}

export interface OpenOptions
  extends Partial<Pick<AuthorizationSettings, 'authSecrets' | 'tokenTtl' | 'allowedClients'>> {
  /** Members of the port that behave differently. */
  readonly port?: Partial<McpPort>
}

/** An MCP server that only returns the caller, and an in-process service, without a network connection. */
export function openAuthorization(options: OpenOptions = {}) {
  const ada = { id: 1, email: 'ada@example.com', roleId: 1 }
  const service = createInProcessService({
    users: [ada, { id: 2, email: 'bob@example.com', roleId: 2 }],
    rights: true,
    signInUrl: 'https://service.example.com/sign-in',
  })
  const client = service.mcp.registerClient({
    clientName: 'Notebook',
    redirectUris: [redirectUri],
  })
  const logs: string[] = []
  /** The grants of the service, which no client may see. */
  const grants: Grant[] = []
  const note = (grant: Grant) => {
    grants.push(grant)
    return grant
  }
  const port: McpPort = {
    ...service.mcp,
    exchangeCode: async code => note(await service.mcp.exchangeCode(code)),
    refresh: async (...call) => note(await service.mcp.refresh(...call)),
    ...options.port,
  }
  const settings: AuthorizationSettings = {
    authSecrets: [authSecret],
    service: port,
    findRole: userId => service.snapshot.users.get(userId)?.roleId,
    addresses: async () => addressesAt(origin),
    tokenTtl: {},
    clientAddress: request => request.remoteAddress,
    logger: (level, message) => logs.push(`${level} ${message}`),
    ...options,
  }
  const fetchFrom = serve(settings)
  const send = (path: string, init?: RequestInit, address?: string) =>
    fetchFrom(new Request(origin + path, { redirect: 'manual', ...init }), {
      remoteAddress: address ?? '10.0.0.1',
    })
  const post = (path: string, parameters: Readonly<Record<string, string>>) =>
    send(path, { method: 'POST', body: new URLSearchParams(parameters) })

  const askFor = (parameters: Readonly<Record<string, string>> = {}, from: OAuthClient = client) =>
    send(
      `/oauth/authorize?${new URLSearchParams({
        client_id: from.clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        ...parameters,
      })}`,
    )

  const codeFor = async (consent?: InProcessConsent, scope = 'mcp:read mcp:write', userId = 1) => {
    const { headers } = await askFor({ scope })
    return service.mcp.grantCode(userId, headers.get('location') ?? '', consent)
  }

  const codeParameters = (code: string) => ({
    grant_type: 'authorization_code',
    client_id: client.clientId,
    code,
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
  })
  const refreshParameters = (refreshToken: string) => ({
    grant_type: 'refresh_token',
    client_id: client.clientId,
    refresh_token: refreshToken,
  })
  const exchange = (code: string, parameters: Readonly<Record<string, string>> = {}) =>
    post('/oauth/token', { ...codeParameters(code), ...parameters })

  return {
    service,
    client,
    ada,
    logs,
    grants,
    settings,
    send,
    post,
    askFor,
    codeFor,
    codeParameters,
    refreshParameters,
    exchange,
    tokens: async (consent?: InProcessConsent, scope?: string) =>
      (await (await exchange(await codeFor(consent, scope))).json()) as Tokens,
    refresh: (refreshToken: string, parameters: Readonly<Record<string, string>> = {}) =>
      post('/oauth/token', { ...refreshParameters(refreshToken), ...parameters }),
    /** Calls the token endpoint of a server with other settings. */
    askAnother(difference: Partial<AuthorizationSettings>, parameters: Record<string, string>) {
      const body = new URLSearchParams(parameters)
      const another = serve({ ...settings, ...difference })
      return another(new Request(`${origin}/oauth/token`, { method: 'POST', body }))
    },
    /** Calls the protocol endpoint of a server with other settings. */
    callAnother(difference: Partial<AuthorizationSettings>, token: string) {
      const headers = { authorization: `Bearer ${token}` }
      const another = serve({ ...settings, ...difference })
      return another(new Request(resource, { method: 'POST', headers }))
    },
    /** Calls the protocol endpoint with a token. */
    call: (token: string) =>
      send('/mcp', { method: 'POST', headers: { authorization: `Bearer ${token}` } }),
  }
}

export type OpenedAuthorization = ReturnType<typeof openAuthorization>

/** The routes of an MCP server; `/mcp` returns the caller. */
export function serve(settings: AuthorizationSettings) {
  const authorization = createAuthorization(settings)
  const handler: HttpHandler = async request => {
    const path = request.url.split('?', 1)[0] ?? ''
    const route = routes[path]
    if (route) return authorization.handle(route, request)
    const session = await authorization.verify(request).catch(error => ({ error }))
    if ('error' in session) return authorization.refuse(session.error)
    return jsonResponse(200, { ...session, scopes: [...session.scopes] })
  }
  return toFetchHandler(handler, { log: () => {} })
}

/** Formats an error response in one line. */
export async function formatRefusal(response: Response): Promise<string> {
  const { error, error_description: description } = (await response.json()) as Record<
    string,
    string
  >
  return `${response.status} ${error}: ${description}`
}
