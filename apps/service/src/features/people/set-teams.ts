import { sql, type Transaction } from 'kysely'
import type { Database } from '../../store/schema.js'

/** Sets the teams of a member. Memberships in teams that remain are not touched. */
export async function setTeams(
  transaction: Transaction<Database>,
  projectId: number,
  userId: number,
  teamIds: readonly number[],
): Promise<void> {
  await transaction
    .deleteFrom('team_members')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`team_id <> all (${teamIds})`)
    .execute()
  if (teamIds.length === 0) return
  await transaction
    .insertInto('team_members')
    .values(teamIds.map(id => ({ project_id: projectId, team_id: id, user_id: userId })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
