import { type Kysely, sql } from 'kysely'
import type { Database } from '../../store/schema.js'

/**
 * Whether a role may read the records of a collection. Collections without permissions of their own have those
 * of `defaults`; a role without a document may read nothing.
 */
export async function mayReadCollection(
  db: Kysely<Database>,
  environmentId: number,
  roleId: number,
  collectionName: string,
): Promise<boolean> {
  const { rows } = await sql<{ readonly may_read: boolean | null }>`
    select environments.rights = 'open' or (case
      when role_rights.rights -> 'collections' ? ${collectionName}::text
      then role_rights.rights -> 'collections' -> ${collectionName}::text -> 'read'
      else role_rights.rights -> 'defaults' -> 'read'
    end) = 'true'::jsonb as may_read
    from environments
    left join role_rights
      on role_rights.environment_id = environments.id and role_rights.role_id = ${roleId}
    where environments.id = ${environmentId}`.execute(db)
  return rows[0]?.may_read === true
}
