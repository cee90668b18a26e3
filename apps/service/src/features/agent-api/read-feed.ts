import type { Kysely } from 'kysely'
import type { Database } from '../../store/schema.js'

/** The last sequence numbers of an environment's event feed, in total and by subject. */
export interface Feed {
  /** Changes when the events were lost: sequence numbers of different epochs cannot be compared. */
  readonly epoch: string
  readonly lastSeq: number
  readonly users: number
  readonly roles: number
  readonly renderings: number
  readonly ipRules: number
  readonly grants: number
}

/**
 * Reads the feed of an environment, and starts a new one when a crash of the database has emptied the table.
 */
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
