import { type Kysely, sql } from 'kysely'
import { ConflictError, ForbiddenError, NotFoundError } from '../../errors.js'
import type { Database } from '../../store/schema.js'
import type { ActorPerson } from '../admin-logs/write-admin-log.js'

interface Reset {
  readonly userId: number
  readonly projectId: number
  /** The Admin who makes the link. */
  readonly adminId: number
  /** Whether the sign-in of the Admin is valid for this project only. */
  readonly isBound: boolean
}

/**
 * Finds the person for whom an Admin may make a link that sets a new password; throws when they may not.
 * Whoever has the link controls the account, so the Admin must not gain anything by it: the account may be a
 * member only of projects of which the Admin is an Admin too, and it may not be an owner's.
 */
export async function findResettable(
  db: Kysely<Database>,
  { userId, projectId, adminId, isBound }: Reset,
): Promise<ActorPerson> {
  const { rows } = await sql<Row>`
    select users.id, users.email, users.username, users.is_owner as "isOwner",
      users.disabled_at is not null as "isDisabled", users.password_hash is null as "lacksPassword",
      exists (select from members as other join projects on projects.id = other.project_id
        where other.user_id = users.id and other.project_id <> ${projectId}
          and projects.deleted_at is null and (${isBound} or not ${isAdmin(adminId, sql`other.project_id`)})
      ) as "isElsewhere"
    from users join members on members.user_id = users.id and members.project_id = ${projectId}
    where users.id = ${userId} and ${isAdmin(adminId, sql`${projectId}::bigint`)}`.execute(db)
  const [row] = rows
  if (!row) throw new NotFoundError('There is no such person in this project.')
  const refusal = refusals.find(({ applies }) => applies(row, adminId))
  if (refusal) throw refusal.makeError()
  return { id: row.id, email: row.email, username: row.username }
}

const isAdmin = (userId: number, projectId: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from members as admin join users as person on person.id = admin.user_id
  where admin.user_id = ${userId} and admin.project_id = ${projectId}
    and admin.permission_level = 'admin' and person.disabled_at is null)`

interface Row extends ActorPerson {
  readonly isOwner: boolean
  readonly isDisabled: boolean
  readonly lacksPassword: boolean
  readonly isElsewhere: boolean
}

/** In the order in which they are checked. */
const refusals: readonly {
  applies(row: Row, adminId: number): boolean
  makeError(): Error
}[] = [
  {
    applies: ({ id }, adminId) => id === adminId,
    makeError: () =>
      new ConflictError('To change your own password, you need the current one.', 'own_account'),
  },
  {
    applies: ({ isOwner }) => isOwner,
    makeError: () =>
      new ForbiddenError(
        'This person may create projects. Only the operator of the service can make a link for them: npx @service/cli link --reset-password …',
        'owner_account',
      ),
  },
  {
    applies: ({ isElsewhere }) => isElsewhere,
    makeError: () =>
      new ForbiddenError(
        'This person is a member of projects of which you are not an Admin, or your sign-in is not valid there. The operator of the service can make a link for them: npx @service/cli link --reset-password …',
        'member_elsewhere',
      ),
  },
  {
    applies: ({ isDisabled }) => isDisabled,
    makeError: () =>
      new ConflictError('The account of this person is disabled.', 'account_disabled'),
  },
  {
    applies: ({ lacksPassword }) => lacksPassword,
    makeError: () =>
      new ConflictError(
        'This person has no password: they sign in through single sign-on.',
        'no_password',
      ),
  },
]
