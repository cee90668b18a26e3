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
    const { service, signIns } = context.runtime
    const attempt = await signIns.begin(renderingId)
    return jsonResponse(
      200,
      { authorizationUrl: await service.authorizationUrl(attempt) },
      { 'set-cookie': attempt.cookie },
    )
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
    if (state === undefined) throw new ValidationError("The parameter 'state' is missing.")
    const refused = parameters('error')
    if (refused !== undefined) {
      const description = parameters('error_description') ?? ''
      return unauthorized(refused, description, state)
    }
    const code = parameters('code')
    if (!code) throw new ValidationError("The parameter 'code' is missing.")
    try {
      return await openSession(context, code, state)
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
  { runtime, request }: PublicContext,
  code: string,
  state: string,
): Promise<HttpResponse> {
  const attempt = await runtime.signIns.resume(state, request.header('cookie') ?? '')
  const user = await runtime.service.exchangeCode({ code, ...attempt })
  const { token, claims } = await runtime.gateway.issueSession(user, attempt.renderingId)
  return jsonResponse(200, { token, tokenData: claims })
}

// Clients read these two shapes, not the usual envelope.
function unauthorized(error: string, description: string, state: string): HttpResponse {
  return jsonResponse(401, { error, error_description: description, state })
}

function forbidden(description: string): HttpResponse {
  return jsonResponse(403, { error: 403, error_description: description })
}
