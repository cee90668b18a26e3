import { type RawBuilder, sql, type Transaction } from 'kysely'
import { ForbiddenError } from '../../errors.js'
import type { Database } from '../../store/schema.js'

/**
 * Whether a project may add an account of `users` as a member. An account whose e-mail address is unverified
 * may be controlled by the person who invited it, so it stays in the project it was created in. An account
 * without a password is used only through identity providers, each for its own project.
 */
export const isAdoptableBy = (projectId: number): RawBuilder<boolean> =>
  sql<boolean>`(users.unverified_in_project_id is null
    or users.unverified_in_project_id = ${projectId} or users.password_hash is null)`

/** Throws when a project may not add the account as a member. */
export async function checkAdoption(
  transaction: Transaction<Database>,
  projectId: number,
  userId: number,
): Promise<void> {
  const row = await transaction
    .selectFrom('users')
    .select(isAdoptableBy(projectId).as('isAdoptable'))
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
  if (row?.isAdoptable) return
  throw new ForbiddenError(
    'The e-mail address of this account is unverified, because the account was created with a link of another project. Accept an invitation that was sent by mail and choose a new password, or ask the operator of the service to set one: npx @service/cli user password --email …',
    'account_unverified',
  )
}
