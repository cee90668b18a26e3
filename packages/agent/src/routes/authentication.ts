import { ForbiddenError, isServiceError, show, ValidationError } from '@service/base'
import { type HttpHeaders, type HttpRequest, type HttpResponse, jsonResponse } from '@service/http'
import type { TaggedPanelSchema } from '@service/protocol'
import type { PanelPort } from '@service/service-client'
import type { IssuedSession } from '@service/tokens'
import { cookieAttributes } from '../auth/cookie-attributes.js'
import { parseParameters } from '../query/parameters.js'
import { findPanelDocument } from '../schema/find-panel-document.js'
import { publicBodyObject, readRenderingId } from './body-object.js'
import type { PrivateRoute, PublicContext, PublicRoute } from './route.js'

/** Returns the URL where a browser signs in. */
export const authentication: PublicRoute = {
  method: 'POST',
  path: '/authentication',
  isPublic: true,
  handler: async context => {
    const renderingId = readRenderingId((await publicBodyObject(context)).renderingId)
    const { service, signIns } = context.runtime
    const attempt = await signIns.begin(renderingId, attributesFor(context))
    return jsonResponse(
      200,
      { authorizationUrl: await service.authorizationUrl(attempt) },
      { 'set-cookie': attempt.cookie },
    )
  },
}

/** Exchanges the authorization code that a browser sends for a session. */
export const authenticationCallback: PublicRoute = {
  method: 'GET',
  path: '/authentication/callback',
  isPublic: true,
  handler: async context => {
    const parameters = parseParameters(context.query)
    const state = parameters('state')
    if (state === undefined) throw new ValidationError("The parameter 'state' is missing.")
    const cookie = context.runtime.signIns.buildClearedCookie(state, attributesFor(context))
    const headers: HttpHeaders = cookie === undefined ? {} : { 'set-cookie': cookie }
    const refused = parameters('error')
    if (refused !== undefined) {
      const description = parameters('error_description') ?? ''
      return unauthorized(refused, description, state, headers)
    }
    const code = parameters('code')
    if (!code) throw new ValidationError("The parameter 'code' is missing.")
    try {
      return jsonResponse(200, await openSession(context, code, state), headers)
    } catch (error) {
      if (!isServiceError(error)) throw error
      if (error.status === 401) return unauthorized(error.code, error.message, state, headers)
      if (error.status === 403) return forbidden(error.message, headers)
      throw error
    }
  },
}

/**
 * Exchanges a code that a page of the panel requested from the service for a session. With `schema=true` the response
 * also has what the caller may see and do, which saves the page a request.
 */
export const authenticationCode: PublicRoute = {
  method: 'POST',
  path: '/authentication/code',
  isPublic: true,
  handler: async context => {
    const { gateway } = context.runtime
    const panel = requirePanel(context)
    const body = await publicBodyObject(context)
    const code = readText(body.code, 'code')
    const codeVerifier = readText(body.codeVerifier, 'codeVerifier')
    const withSchema = readFlag(body.schema, 'schema')
    const { user, renderingId, preview } = await panel.exchangeCode({ code, codeVerifier })
    const session = preview
      ? await gateway.issuePreview(user, renderingId, preview)
      : await gateway.issueSession(user, renderingId)
    const schema = withSchema ? await findSchema(context, session.token) : undefined
    return jsonResponse(
      200,
      { ...toBody(session), ...(schema && { schema }) },
      { 'cache-control': 'no-store' },
    )
  },
}

/** What the caller may see and do, as a request with the new session would get it; undefined when it would be refused. */
async function findSchema(
  { runtime, request, requestId }: PublicContext,
  token: string,
): Promise<TaggedPanelSchema | undefined> {
  try {
    const access = await runtime.gateway.open(withToken(request, token), requestId)
    const { text, etag } = await findPanelDocument(runtime, access)
    return { etag, body: JSON.parse(text) }
  } catch (error) {
    if (isServiceError(error)) return undefined
    throw error
  }
}

/** The request as it would be sent with this token. */
const withToken = (request: HttpRequest, token: string): HttpRequest => ({
  ...{ method: request.method, url: request.url, signal: request.signal },
  ...{ remoteAddress: request.remoteAddress, isInternal: request.isInternal },
  bytes: limit => request.bytes(limit),
  header: name => (name === 'authorization' ? `Bearer ${token}` : request.header(name)),
})

/** Extends a session by an hour, with the current profile of the user. */
export const renew: PrivateRoute = {
  method: 'POST',
  path: '/authentication/renew',
  handler: async ({ runtime, request }) =>
    jsonResponse(200, toBody(await runtime.gateway.renewSession(request))),
}

/** Clients delete their token; the agent stores no sessions. */
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
): Promise<object> {
  const attempt = await runtime.signIns.resume(state, request.header('cookie') ?? '')
  const user = await runtime.service.exchangeCode({ code, ...attempt })
  return toBody(await runtime.gateway.issueSession(user, attempt.renderingId))
}

/** Throws a 403 unless the request comes from a page of the panel or of an allowed origin. */
function requirePanel({ request, runtime: { options, service } }: PublicContext): PanelPort {
  if (!options.panel) {
    throw new ForbiddenError("This agent does not serve the panel: its option 'panel' is false.")
  }
  const { panel } = service
  if (!panel) throw new ForbiddenError('The service of this agent has no panel.')
  const origin = request.header('origin')
  if (origin === undefined) {
    throw new ForbiddenError('A code needs an Origin header, which browsers send.')
  }
  if (panel.origins.includes(origin) || options.allowedOrigins.includes(origin)) return panel
  throw new ForbiddenError(
    `Origin '${origin}' is not the panel of this agent. Set SERVICE_PUBLIC_URL of the service to the URL at which people open it, or add the origin to allowedOrigins of the agent.`,
    { data: { rule: { kind: 'origin', origin } } },
  )
}

function readText(value: unknown, name: string): string {
  if (typeof value === 'string' && value !== '') return value
  throw new ValidationError(`'${name}' must be a text, not ${show(value)}.`)
}

/** A form has texts only. */
function readFlag(value: unknown, name: string): boolean {
  if (value === undefined || value === 'false' || value === false) return false
  if (value === 'true' || value === true) return true
  throw new ValidationError(`'${name}' must be true or false, not ${show(value)}.`)
}

function toBody({ token, claims }: IssuedSession): object {
  return { token, tokenData: claims }
}

function attributesFor({ request, runtime }: PublicContext): string {
  return cookieAttributes(request, runtime.options.allowedOrigins)
}

// Clients expect these two shapes instead of the usual error format.
function unauthorized(
  error: string,
  description: string,
  state: string,
  headers: HttpHeaders,
): HttpResponse {
  return jsonResponse(401, { error, error_description: description, state }, headers)
}

function forbidden(description: string, headers: HttpHeaders): HttpResponse {
  return jsonResponse(403, { error: 403, error_description: description }, headers)
}
