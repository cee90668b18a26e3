import type { Kysely, Transaction } from 'kysely'
import { ForbiddenError, NotFoundError } from '../../errors.js'
import { type Database, hasLevel } from '../../store/schema.js'
import { writeAdminLog } from '../admin-logs/write-admin-log.js'
import type { RenderingUser } from '../oidc/rendering-user.js'

/** The longest time for which an administrator sees what a role sees, in seconds. */
export const maxPreviewSeconds = 900

/** A session in which an administrator sees what a role sees, and changes nothing. */
export interface Preview {
  readonly role: { readonly id: number; readonly name: string }
  readonly seconds: number
}

/** Finds the role as which an administrator wants to look; throws for other people and for unknown roles. */
export async function findPreviewedRole(
  db: Kysely<Database>,
  { level, projectId }: Pick<RenderingUser, 'level' | 'projectId'>,
  roleId: number,
): Promise<Preview['role']> {
  if (!hasLevel(level, 'admin')) {
    throw new ForbiddenError(
      `To view the data as a role, you need the permission level 'admin'; yours is '${level}'.`,
      'level_too_low',
      { level: 'admin', own: level },
    )
  }
  const role = await db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('id', '=', roleId)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (role) return role
  throw new NotFoundError(`There is no role ${roleId} in this project.`)
}

/** Writes to the admin log that an administrator begins to look as a role. Call it last in the transaction. */
export async function logPreview(
  transaction: Transaction<Database>,
  userId: number,
  { projectId, username, email, teams }: RenderingUser,
  { environmentId, preview: { role, seconds } }: StartedPreview,
): Promise<void> {
  const environment = await transaction
    .selectFrom('environments')
    .select('name')
    .where('id', '=', environmentId)
    .executeTakeFirstOrThrow()
  await writeAdminLog(transaction, {
    projectId,
    actor: { initiator: 'administrator', person: { id: userId, username, email } },
    type: 'add',
    resource: 'view-as-role',
    newValue: {
      role: { object: 'role', name: role.name },
      environment: { object: 'environment', name: environment.name },
      team: { object: 'team', name: teams[0] },
      seconds,
    },
  })
}

interface StartedPreview {
  readonly environmentId: number
  readonly preview: Preview
}
