import { formatOAuthError, supportedFlow } from '@service/authorization'
import { readHeader } from './aliases.js'
import { failure, type SandboxRoute } from './route.js'

/** The sandbox as an OpenID provider. */
export const signInRoutes: readonly SandboxRoute[] = [
  {
    method: 'GET',
    path: '/oidc/.well-known/openid-configuration',
    handle: ({ state: { url } }) => ({
      status: 200,
      body: {
        issuer: url,
        authorization_endpoint: `${url}/oidc/authorize`,
        token_endpoint: `${url}/oidc/token`,
        registration_endpoint: `${url}/oidc/reg`,
        jwks_uri: `${url}/oidc/jwks`,
        ...supportedFlow,
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      },
    }),
  },
  {
    method: 'POST',
    path: '/oidc/reg',
    handle: ({ state, request }) => {
      const bearer = request.headers.authorization?.replace(/^Bearer /i, '')
      const secret = readHeader(request.headers, 'service-secret-key') ?? bearer
      if (!secret) return failure(401, 'UnauthorizedError', 'The secret is missing.')
      const { clientId, redirectUri } = state.environment(secret).signIn
      const client = { client_id: clientId, redirect_uris: [redirectUri] }
      return { status: 201, body: { ...client, token_endpoint_auth_method: 'none' } }
    },
  },
  {
    method: 'GET',
    path: '/oidc/authorize',
    handle: ({ state, query }) => {
      const environment = state.findByClient(query.get('client_id') ?? '')
      if (!environment) return failure(400, 'invalid_client', 'No agent has this client id.')
      return { status: 302, headers: { location: environment.signIn.authorize(query) } }
    },
  },
  {
    method: 'POST',
    path: '/oidc/token',
    handle: async ({ state, body }) => {
      const form = body as URLSearchParams
      const environment = state.findByClient(form.get('client_id') ?? '')
      const tokens = await environment?.signIn.exchange(form)
      const refusal = formatOAuthError('invalid_grant', 'The code is not good.')
      return tokens ? { status: 200, body: tokens } : { status: 400, body: refusal }
    },
  },
  {
    method: 'GET',
    path: '/oidc/jwks',
    handle: async ({ state }) => ({ status: 200, body: await state.keys.jwks() }),
  },
]
