import type { WireAuthorization } from '@service/protocol'
import { z } from 'zod'
import { ForbiddenError, UnauthorizedError } from '../../errors.js'
import { findAccessToken } from '../../http/access/find-access-token.js'
import { readHeader } from '../../http/aliases.js'
import type { AgentCall } from '../../http/route.js'
import { findRenderingUser, type RenderingUser, refuseUnknownRendering } from './rendering-user.js'

/** The header with the access token of the person about whom an agent requests information. */
export const USER_TOKEN_HEADER = 'service-token'

export const Authorization = z
  .object({
    data: z.object({
      id: z.string(),
      attributes: z.object({
        email: z.string(),
        first_name: z.string(),
        last_name: z.string(),
        teams: z.array(z.string()),
        role: z.string(),
        role_id: z.number(),
        permission_level: z.string(),
        tags: z.array(z.object({ key: z.string(), value: z.string() })),
        session_version: z.number(),
      }),
    }),
  })
  .meta({ id: 'RenderingAuthorization' })

/** Returns the owner of an access token to an agent, if they may use the rendering. */
export async function authorizeRendering(
  { deps, request, environment }: AgentCall<unknown, unknown, unknown>,
  renderingId: number,
): Promise<z.output<typeof Authorization> & WireAuthorization> {
  const { db } = deps.store
  await refuseUnknownRendering(db, environment.id, renderingId)
  const token = readHeader(request, USER_TOKEN_HEADER)
  if (token === undefined) {
    throw new UnauthorizedError(`Send the access token of the person in '${USER_TOKEN_HEADER}'.`)
  }
  const { userId, credential } = await findAccessToken(deps, token)
  if (credential.environmentId !== environment.id || credential.renderingId !== renderingId) {
    throw new ForbiddenError(
      'You signed in for another rendering. Sign in again.',
      'other_rendering',
    )
  }
  const search = { environmentId: environment.id, renderingId, userId, credential }
  return formatAuthorization(userId, await findRenderingUser(db, search))
}

/** Formats a person in a rendering as agents read them. */
export function formatAuthorization(
  userId: number,
  user: RenderingUser,
): z.output<typeof Authorization> & WireAuthorization {
  return {
    data: {
      id: String(userId),
      attributes: {
        email: user.email,
        first_name: user.firstName,
        last_name: user.lastName,
        teams: [...user.teams],
        role: user.role.name,
        role_id: user.role.id,
        permission_level: user.level,
        tags: Object.entries(user.tags).map(([key, value]) => ({ key, value })),
        session_version: user.sessionVersion,
      },
    },
  }
}
