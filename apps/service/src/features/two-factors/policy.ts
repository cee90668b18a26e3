import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { ConflictError } from '../../errors.js'
import type { Person } from '../../http/access/callers.js'
import { lacksTwoFactors } from '../../http/access/check-two-factors.js'
import type { Database } from '../../store/schema.js'
import { writeAdminLog } from '../admin-logs/write-admin-log.js'
import { lockProject } from '../people/lock-project.js'

/** Whether a project requires two factors, and whom that concerns. */
export const TwoFactorPolicy = z
  .object({
    isRequired: z.boolean(),
    people: z.number().meta({ description: 'The members of the project' }),
    peopleWithTwoFactors: z.number().meta({ description: 'Of them, those with a second factor' }),
  })
  .meta({ id: 'TwoFactorPolicy' })

/** Reads the policy of a project. */
export async function readPolicy(
  db: Kysely<Database>,
  projectId: number,
): Promise<z.output<typeof TwoFactorPolicy>> {
  return db
    .selectFrom('projects')
    .select('requires_two_factors as isRequired')
    .select(
      sql<number>`(select count(*)::int from members where project_id = projects.id)`.as('people'),
    )
    .select(
      sql<number>`(select count(*)::int from members where project_id = projects.id
        and (exists (select from totp_keys
            where totp_keys.user_id = members.user_id and confirmed_at is not null)
          or exists (select from passkeys where passkeys.user_id = members.user_id)))`.as(
        'peopleWithTwoFactors',
      ),
    )
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
}

/**
 * Sets whether a project requires two factors. Whoever requires them must have them: nobody locks themselves out. Sessions
 * that agents opened for members end; the panel opens them again for those who fulfil the policy.
 */
export async function setPolicy(
  transaction: Transaction<Database>,
  projectId: number,
  person: Person,
  isRequired: boolean,
): Promise<void> {
  if (isRequired && lacksTwoFactors(person, { id: projectId, requiresTwoFactors: true })) {
    throw new ConflictError(
      'Set up a second factor for yourself first, and sign in with it: otherwise you would lock yourself out.',
      'two_factors_missing',
    )
  }
  await lockProject(transaction, projectId)
  const changed = await transaction
    .updateTable('projects')
    .set({ requires_two_factors: isRequired })
    .where('id', '=', projectId)
    .where('requires_two_factors', '!=', isRequired)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return
  if (isRequired) await endAgentSessions(transaction, projectId)
  await writeAdminLog(transaction, {
    projectId,
    actor: { initiator: 'administrator', person },
    type: 'update',
    resource: 'two-factors',
    previousValue: { object: 'two-factor-policy', isRequired: !isRequired },
    newValue: { object: 'two-factor-policy', isRequired },
  })
}

/** Locked in the order of ids, so that two such changes wait for each other instead of failing. */
async function endAgentSessions(
  transaction: Transaction<Database>,
  projectId: number,
): Promise<void> {
  await sql`
    update users set session_version = session_version + 1
    where id in (
      select users.id from users join members on members.user_id = users.id
      where members.project_id = ${projectId} order by users.id for no key update of users)`.execute(
    transaction,
  )
}
