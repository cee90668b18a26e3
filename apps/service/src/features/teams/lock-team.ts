import type { Transaction } from 'kysely'
import { NotFoundError } from '../../errors.js'
import type { Database } from '../../store/schema.js'

/** Locks a team, so that one transaction at a time changes its content, and returns its name. */
export async function lockTeam(
  transaction: Transaction<Database>,
  { projectId, teamId }: { readonly projectId: number; readonly teamId: number },
): Promise<string> {
  const team = await transaction
    .selectFrom('teams')
    .select('name')
    .where('id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!team) throw new NotFoundError('There is no such team in this project.')
  return team.name
}
