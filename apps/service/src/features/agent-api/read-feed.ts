import type { Kysely } from 'kysely'
import type { Database } from '../../store/schema.js'

/** How far the events of an environment are, in all and by what they are about. */
export interface Feed {
  /** Another one after the events were lost: numbers of different epochs tell nothing of each other. */
  readonly epoch: string
  readonly lastSeq: number
  readonly users: number
  readonly roles: number
  readonly renderings: number
  readonly ipRules: number
  readonly grants: number
}

/** The feed of an environment. A crash of the database takes feeds away; then a new one begins. */
export async function readFeed(db: Kysely<Database>, environmentId: number): Promise<Feed> {
  const known = await select(db, environmentId).executeTakeFirst()
  if (known) return known
  await db
    .insertInto('agent_feeds')
    .values({ environment_id: environmentId })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return select(db, environmentId).executeTakeFirstOrThrow()
}

const select = (db: Kysely<Database>, environmentId: number) =>
  db
    .selectFrom('agent_feeds')
    .select([
      'epoch',
      'last_seq as lastSeq',
      'users_seq as users',
      'roles_seq as roles',
      'renderings_seq as renderings',
      'ip_rules_seq as ipRules',
      'grants_seq as grants',
    ])
    .where('environment_id', '=', environmentId)
