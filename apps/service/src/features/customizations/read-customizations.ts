import type { Kysely } from 'kysely'
import type { Database } from '../../store/schema.js'
import type { Customizations } from './customizations.js'

/** Reads the actions of an environment that were defined without code. */
export async function readCustomizations(
  db: Kysely<Database>,
  environmentId: number,
): Promise<Customizations> {
  const row = await db
    .selectFrom('customizations')
    .select('actions')
    .where('environment_id', '=', environmentId)
    .executeTakeFirst()
  // Only actions that passed the schema are stored.
  return row ? (row as Customizations) : { actions: [] }
}
