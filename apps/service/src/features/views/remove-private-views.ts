import type { Kysely } from 'kysely'
import type { Database } from '../../store/schema.js'

/** Deletes the private views of a person who leaves a project. Shared ones belong to the team and stay. */
export async function removePrivateViews(
  db: Kysely<Database>,
  projectId: number,
  userId: number,
): Promise<void> {
  await db
    .deleteFrom('views')
    .where('owner_id', '=', userId)
    .where('is_shared', '=', false)
    .where('team_id', 'in', query =>
      query.selectFrom('teams').select('id').where('project_id', '=', projectId),
    )
    .execute()
}
