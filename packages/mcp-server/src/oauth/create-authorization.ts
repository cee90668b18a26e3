import { defaultScopes } from '@service/authorization'
import { isServiceError } from '@service/base'
import { type HttpRequest, type HttpResponse, MethodNotAllowedError } from '@service/http'
import type { Authorization, AuthorizationRoute, AuthorizationSettings } from '../contracts.js'
import { preflight, publicCorsHeaders, withPublicCors } from '../public-cors.js'
import { createAccessTokens } from './access-token.js'
import { AuthorizationError } from './authorization-error.js'
import { authorize } from './authorize.js'
import { createClientFinder } from './clients.js'
import { createRequestCounter } from './count-request.js'
import { resourceMetadata, serverMetadata } from './metadata.js'
import { createRefreshTokens } from './refresh-token.js'
import { refusalResponse, toRefusal } from './refusal.js'
import { revoke } from './revoke.js'
import { createTokenEndpoint } from './token.js'
import { createVerifier } from './verify.js'

interface Route {
  readonly methods: readonly string[]
  /** Scripts of any page may call it. */
  readonly isOpen: boolean
  /** Requests of one address within a quarter of an hour. */
  readonly limit?: number
  handle(request: HttpRequest): Promise<HttpResponse>
}

/** The OAuth side of an MCP server. `service.watchGrants()` has to be called before `verify`. */
export function createAuthorization(given: AuthorizationSettings): Authorization {
  const { service, addresses, clientAddress, logger } = given
  const settings = {
    ...given,
    findClient: createClientFinder(service, given.allowedClients),
    accessTokens: createAccessTokens(given.authSecrets),
    refreshTokens: createRefreshTokens(given.authSecrets),
  }
  const routes: Readonly<Record<AuthorizationRoute, Route>> = {
    authorize: {
      methods: ['GET', 'HEAD', 'POST'],
      isOpen: false,
      limit: 100,
      handle: request => authorize(request, settings),
    },
    token: {
      methods: ['POST'],
      isOpen: true,
      limit: 50,
      handle: createTokenEndpoint(settings),
    },
    revoke: {
      methods: ['POST'],
      isOpen: true,
      limit: 50,
      handle: request => revoke(request, settings),
    },
    serverMetadata: {
      methods: ['GET', 'HEAD'],
      isOpen: true,
      handle: async () => serverMetadata(await addresses(), await service.registrationUrl()),
    },
    resourceMetadata: {
      methods: ['GET', 'HEAD'],
      isOpen: true,
      handle: async () => resourceMetadata(await addresses()),
    },
  }
  const countRequest = createRequestCounter(
    Object.entries(routes).flatMap(([name, { limit }]) => (limit ? [[name, limit] as const] : [])),
  )

  const check = async (name: AuthorizationRoute, request: HttpRequest): Promise<void> => {
    const { methods } = routes[name]
    if (!methods.includes(request.method)) {
      throw new MethodNotAllowedError(request.method, request.url.split('?', 1)[0]!, methods)
    }
    const wait = await countRequest(name, clientAddress(request))
    if (wait === undefined) return
    const message = `Too many requests from this address: try again in ${wait} seconds.`
    throw new AuthorizationError(429, 'too_many_requests', message, {
      'retry-after': String(wait),
    })
  }

  const handle = async (name: AuthorizationRoute, request: HttpRequest): Promise<HttpResponse> => {
    try {
      await check(name, request)
      return await routes[name].handle(request)
    } catch (error) {
      const refusal = toRefusal(error)
      const { error: code, error_description: description } = refusal.body
      logger('Debug', `OAuth ${name}: ${refusal.status} ${code}. ${description}`)
      return refusalResponse(refusal)
    }
  }

  return {
    async handle(name, request) {
      const { isOpen, methods } = routes[name]
      if (!isOpen) return handle(name, request)
      if (request.method === 'OPTIONS') return preflight(request, methods.join(', '))
      return withPublicCors(await handle(name, request))
    },
    verify: createVerifier(settings),
    async refuse(error) {
      if (!isServiceError(error) || error.name !== 'AuthorizationError') throw error
      const refusal = toRefusal(error)
      const { resourceMetadata: metadata } = await addresses()
      const challenge = [
        ...Object.entries(refusal.body).map(([name, value]) => `${name}="${value}"`),
        // Clients ask the person for what a refusal names, and for nothing else.
        `scope="${defaultScopes.join(' ')}"`,
        `resource_metadata="${metadata}"`,
      ].join(', ')
      const headers = {
        ...publicCorsHeaders,
        ...refusal.headers,
        'www-authenticate': `Bearer ${challenge}`,
      }
      return refusalResponse({ ...refusal, headers })
    },
  }
}
