import { isServiceError } from '@service/base'
import type { WireEndedGrants } from '@service/protocol'
import { toDocument } from './documents.js'
import type { TokenRequest } from './grants.js'
import { mayReturnTo, registerProgram } from './programs.js'
import { failure, type SandboxAnswer, type SandboxRoute } from './route.js'

const refusal = (error: string, error_description: string): SandboxAnswer => ({
  status: 400,
  body: { error, error_description },
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
      const program = registerProgram(body)
      if (!program) return refusal('invalid_redirect_uri', "'redirect_uris' must be a list.")
      state.clients.set(program.client_id, program)
      return { status: 201, body: program }
    },
  },
  {
    method: 'GET',
    path: '/oauth/register/{clientId}',
    handle: ({ state, params }) => {
      const program = state.clients.get(params.clientId ?? '')
      if (program) return { status: 200, body: program }
      return failure(404, 'NotFoundError', 'No program registered with this id.')
    },
  },
  {
    method: 'GET',
    path: '/oauth/authorize',
    handle: ({ state, query }) => {
      const program = state.clients.get(query.get('client_id') ?? '')
      const address = query.get('redirect_uri') ?? ''
      if (!program || !mayReturnTo(program, address)) {
        return refusal('invalid_client', 'No program registered with this id and this address.')
      }
      const back = new URL(address)
      if (query.has('state')) back.searchParams.set('state', query.get('state') ?? '')
      const environment = state.findById(Number(query.get('environmentId')))
      if (!environment) return refusal('invalid_request', 'There is no such environment.')
      // Some agents of the family join scopes with a plus sign.
      if (query.has('scope')) query.set('scope', (query.get('scope') ?? '').replaceAll('+', ' '))
      try {
        const url = `${state.url}/oauth/authorize?${query}`
        back.searchParams.set('code', environment.grants.grantCode(url))
      } catch (error) {
        if (!isServiceError(error)) throw error
        back.searchParams.set('error', error.code)
        back.searchParams.set('error_description', error.message)
      }
      return { status: 302, headers: { location: back.href } }
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
