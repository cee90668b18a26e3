import { ValidationError } from '@service/datasource-toolkit'
import { type HttpResponse, jsonResponse } from '@service/http'
import { isServiceError } from '@service/protocol'
import { parametersOf } from '../query/parameters.js'
import { bodyObject, readRenderingId } from './body-object.js'
import type { PublicContext, PublicRoute } from './route.js'

/** Tells a browser where to sign in. */
export const authentication: PublicRoute = {
  method: 'POST',
  path: '/authentication',
  isPublic: true,
  handler: async context => {
    const renderingId = readRenderingId((await bodyObject(context)).renderingId)
    const state = JSON.stringify({ renderingId })
    const { service } = context.runtime
    return jsonResponse(200, {
      authorizationUrl: await service.authorizationUrl(renderingId, state),
    })
  },
}

/** Exchanges the code a browser brings back for a session. */
export const authenticationCallback: PublicRoute = {
  method: 'GET',
  path: '/authentication/callback',
  isPublic: true,
  handler: async context => {
    const parameters = parametersOf(context.query)
    const state = parameters('state')
    const renderingId = readState(state)
    const refused = parameters('error')
    if (refused !== undefined) {
      const description = parameters('error_description') ?? ''
      return unauthorized(refused, description, state)
    }
    const code = parameters('code')
    if (!code) throw new ValidationError("The parameter 'code' is missing.")
    try {
      return await openSession(context, code, renderingId)
    } catch (error) {
      if (!isServiceError(error)) throw error
      if (error.status === 401) return unauthorized(error.code, error.message, state)
      if (error.status === 403) return forbidden(error.message)
      throw error
    }
  },
}

/** Clients drop their token; nothing is kept here. */
export const logout: PublicRoute = {
  method: 'POST',
  path: '/authentication/logout',
  isPublic: true,
  handler: async () => ({ status: 204, headers: {} }),
}

async function openSession(
  { runtime }: PublicContext,
  code: string,
  renderingId: number,
): Promise<HttpResponse> {
  const user = await runtime.service.exchangeCode(code, renderingId)
  const { token, claims } = await runtime.gateway.issueSession(user, renderingId)
  return jsonResponse(200, { token, tokenData: claims })
}

function readState(state: string | undefined): number {
  if (state === undefined) throw new ValidationError("The parameter 'state' is missing.")
  let parsed: unknown
  try {
    parsed = JSON.parse(state)
  } catch {
    throw new ValidationError("The parameter 'state' is not the one /authentication gave.")
  }
  return readRenderingId((parsed as { renderingId?: unknown } | null)?.renderingId)
}

// Clients read these two shapes, not the usual envelope.
function unauthorized(error: string, description: string, state: string | undefined): HttpResponse {
  return jsonResponse(401, { error, error_description: description, state })
}

function forbidden(description: string): HttpResponse {
  return jsonResponse(403, { error: 403, error_description: description })
}
