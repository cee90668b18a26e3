import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../store/schema.js'
import { SsoBody } from './sso-settings.js'

const MAX_SHOWN = 20

export const ExcludedPeopleBody = SsoBody.pick({ allowedDomains: true })

/** The members of a project who could not sign in through its provider. */
export const ExcludedPeople = z
  .object({
    memberCount: z.int(),
    excludedCount: z.int(),
    includesYou: z.boolean(),
    people: z
      .array(z.object({ id: z.int(), username: z.string(), email: z.string() }))
      .meta({ description: `The first ${MAX_SHOWN}, by e-mail address.` }),
  })
  .meta({ id: 'SsoExcludedPeople' })

/** Finds the members whose e-mail address is in none of the domains. */
export async function findExcludedPeople(
  db: Kysely<Database>,
  projectId: number,
  { allowedDomains, personId }: { allowedDomains: readonly string[]; personId: number },
): Promise<z.output<typeof ExcludedPeople>> {
  const isExcluded = sql<boolean>`lower(substring(users.email from '[^@]*$')) <> all(${allowedDomains}::text[])`
  const members = db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .where('members.project_id', '=', projectId)
    .where('users.disabled_at', 'is', null)
  const counts = await members
    .select(({ fn }) => fn.countAll<number>().as('memberCount'))
    .select(sql<number>`count(*) filter (where ${isExcluded})`.as('excludedCount'))
    .select(
      sql<boolean>`coalesce(bool_or(${isExcluded} and users.id = ${personId}), false)`.as(
        'includesYou',
      ),
    )
    .executeTakeFirstOrThrow()
  const people = await members
    .select(['users.id', 'users.username', 'users.email'])
    .where(isExcluded)
    .orderBy('users.email')
    .limit(MAX_SHOWN)
    .execute()
  return { ...counts, people }
}
