import { randomUUID } from 'node:crypto'
import {
  buildRedirect,
  formatClient,
  formatOAuthError,
  isRegisteredRedirectUri,
  readClientMetadata,
} from '@service/authorization'
import { isServiceError } from '@service/base'
import type { WireEndedGrants } from '@service/protocol'
import { toDocument } from './documents.js'
import type { TokenRequest } from './grants.js'
import { failure, type SandboxAnswer, type SandboxRoute } from './route.js'

const refusal = (code: string, message: string): SandboxAnswer => ({
  status: 400,
  body: formatOAuthError(code, message),
})

const refuse = (error: unknown): SandboxAnswer => {
  if (!isServiceError(error)) throw error
  return refusal(error.code, error.message)
}

/** The sandbox lets AI clients in: it asks nobody, whoever signs in consents to all that is asked for. */
export const grantRoutes: readonly SandboxRoute[] = [
  {
    method: 'POST',
    path: '/oauth/register',
    handle: ({ state, body }) => {
      try {
        const client = {
          ...readClientMetadata(body),
          clientId: randomUUID(),
          createdAt: new Date().toISOString(),
        }
        state.clients.set(client.clientId, client)
        return { status: 201, body: formatClient(client) }
      } catch (error) {
        return refuse(error)
      }
    },
  },
  {
    method: 'GET',
    path: '/oauth/register/{clientId}',
    handle: ({ state, params }) => {
      const client = state.clients.get(params.clientId ?? '')
      if (client) return { status: 200, body: formatClient(client) }
      return failure(404, 'NotFoundError', 'No program registered with this id.')
    },
  },
  {
    method: 'GET',
    path: '/oauth/authorize',
    handle: ({ state, query }) => {
      const client = state.clients.get(query.get('client_id') ?? '')
      const redirectUri = query.get('redirect_uri') ?? ''
      if (!client || !isRegisteredRedirectUri(client.redirectUris, redirectUri)) {
        return refusal('invalid_client', 'No program registered with this id and this address.')
      }
      const environment = state.findById(Number(query.get('environmentId')))
      if (!environment) return refusal('invalid_request', 'There is no such environment.')
      const back = (response: Readonly<Record<string, string>>): SandboxAnswer => ({
        status: 302,
        headers: { location: buildRedirect(redirectUri, response, query.get('state')) },
      })
      try {
        return back({ code: environment.grants.grantCode(`${state.url}/oauth/authorize?${query}`) })
      } catch (error) {
        if (!isServiceError(error)) throw error
        return back(formatOAuthError(error.code, error.message))
      }
    },
  },
  {
    method: 'POST',
    path: '/oauth/token',
    handleAgent: async ({ environment, body }) => {
      const request = body instanceof URLSearchParams ? Object.fromEntries(body) : body
      return environment.grants
        .exchange((request ?? {}) as TokenRequest)
        .then(tokens => ({ status: 200, body: tokens }), refuse)
    },
  },
  {
    method: 'POST',
    path: '/agent-api/grants/{grantId}/end',
    handleAgent: async ({ environment, params }) => {
      await environment.grants.end(params.grantId ?? '')
      return { status: 204 }
    },
  },
  {
    method: 'GET',
    path: '/agent-api/ended-grants',
    handleAgent: ({ environment, request }): SandboxAnswer => {
      const endedGrants: WireEndedGrants = { endedGrants: environment.grants.ended() }
      const { text, etag } = toDocument(endedGrants)
      if (request.headers['if-none-match'] === etag) return { status: 304, headers: { etag } }
      return { status: 200, headers: { etag, 'content-type': 'application/json' }, body: text }
    },
  },
]
