import { z } from 'zod'
import { ForbiddenError, InvalidRequestError, NotFoundError } from '../../errors.js'
import type { Credential } from '../../http/access/callers.js'
import { findMembership } from '../../http/access/find-membership.js'
import { headerOf } from '../../http/aliases.js'
import type { PersonCall } from '../../http/route.js'
import type { Work } from './request-approval.js'

/** Names the rendering somebody works in, where the path does not. */
export const RENDERING_HEADER = 'service-rendering-id'

const RenderingId = z.string().regex(/^[1-9]\d{0,14}$/)

/** Where somebody works, and as what: told by the rendering in a header. */
export async function findRenderingWork({
  deps,
  request,
  person,
}: PersonCall<unknown, unknown, unknown>): Promise<Work & { readonly teamId: number }> {
  const { success, data } = RenderingId.safeParse(headerOf(request, RENDERING_HEADER))
  if (!success) {
    throw new InvalidRequestError(
      `Send the number of the rendering in '${RENDERING_HEADER}'.`,
      'invalid_header',
    )
  }
  const { credential } = person
  if (credential.kind === 'accessToken' && credential.renderingId !== Number(data)) {
    throw new ForbiddenError(
      'You signed in for another rendering. Sign in again.',
      'other_rendering',
    )
  }
  refuseOutOfScope(credential)
  const rendering = await deps.store.db
    .selectFrom('renderings')
    .innerJoin('teams', 'teams.id', 'renderings.team_id')
    .select(['project_id', 'environment_id', 'team_id'])
    .where('renderings.id', '=', Number(data))
    .executeTakeFirst()
  const params = {
    projectId: String(rendering?.project_id ?? 0),
    environmentId: String(rendering?.environment_id ?? 0),
  }
  const { environment, ...rest } = await findMembership(deps, person, params, { level: 'user' })
  if (!rendering || !environment) throw new NotFoundError('There is no such rendering.')
  return { ...rest, person, environment, teamId: rendering.team_id }
}

/** Asking for an action is part of running it. */
function refuseOutOfScope(credential: Credential): void {
  const scopes = 'scopes' in credential ? credential.scopes : undefined
  if (scopes === undefined || scopes.includes('mcp:action')) return
  throw new ForbiddenError("The program was not let 'mcp:action'.", 'insufficient_scope')
}
