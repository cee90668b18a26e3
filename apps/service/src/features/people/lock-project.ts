import type { Transaction } from 'kysely'
import { ConflictError, NotFoundError } from '../../errors.js'
import type { Database } from '../../store/schema.js'

/**
 * Locks a project, so that one transaction at a time changes its members. It must be the first statement of
 * such a change, so that two of them cannot deadlock.
 */
export async function lockProject(
  transaction: Transaction<Database>,
  projectId: number,
): Promise<void> {
  const row = await transaction
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new NotFoundError('There is no such project, or you are not a member of it.')
}

/** Throws when a change would leave the project without an admin. The project must be locked. */
export async function requireAnotherAdmin(
  transaction: Transaction<Database>,
  projectId: number,
  leavingUserId: number,
): Promise<void> {
  const other = await transaction
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('members.user_id')
    .where('members.project_id', '=', projectId)
    .where('members.permission_level', '=', 'admin')
    .where('members.user_id', '!=', leavingUserId)
    .where('users.disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!other) {
    throw new ConflictError(
      'A project needs an admin, and this is the last one. Make another person an admin first.',
      'last_admin',
    )
  }
}
