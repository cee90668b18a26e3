import type { Deps } from '../../deps.js'
import { ForbiddenError, NotFoundError } from '../../errors.js'
import type { Environment, Person } from './callers.js'
import { findMembership, type Membership } from './find-membership.js'

/** A person's environment, and the team whose view of it they use. */
export interface RenderingWork extends Membership {
  readonly person: Person
  readonly environment: Environment
  readonly teamId: number
}

/** Finds the rendering of a request whose path does not name the project. */
export async function findRendering(
  { deps, person }: { readonly deps: Deps; readonly person: Person },
  renderingId: number,
): Promise<RenderingWork> {
  const { credential } = person
  if (credential.kind === 'accessToken' && credential.renderingId !== renderingId) {
    throw new ForbiddenError(
      'You signed in for another rendering. Sign in again.',
      'other_rendering',
    )
  }
  const rendering = await deps.store.db
    .selectFrom('renderings')
    .innerJoin('teams', 'teams.id', 'renderings.team_id')
    .select(['project_id', 'environment_id', 'team_id'])
    .where('renderings.id', '=', renderingId)
    .executeTakeFirst()
  const params = {
    projectId: String(rendering?.project_id ?? 0),
    environmentId: String(rendering?.environment_id ?? 0),
  }
  const { environment, ...rest } = await findMembership(deps, person, params, { level: 'user' })
  if (!rendering || !environment) throw new NotFoundError('There is no such rendering.')
  return { ...rest, person, environment, teamId: rendering.team_id }
}

/** Rejects an OAuth client without this scope. */
export function checkProgramScope({ credential }: Person, scope: string): void {
  const scopes = 'scopes' in credential ? credential.scopes : undefined
  if (scopes === undefined || scopes.includes(scope)) return
  throw new ForbiddenError(`The client lacks the scope '${scope}'.`, 'insufficient_scope')
}
