import type { Insertable, Kysely } from 'kysely'
import type { Database } from '../store/schema.js'

/** Gives a project single sign-on, which nobody must use unless `is_required` says so. */
export async function connectSso(
  db: Kysely<Database>,
  projectId: number,
  changes: Partial<Insertable<Database['sso_connections']>> = {},
): Promise<void> {
  await db
    .insertInto('sso_connections')
    .values({
      project_id: projectId,
      issuer: 'https://idp.example',
      client_id: 'x',
      client_secret: null,
      allowed_domains: ['example.com'],
      is_required: false,
      default_role_id: null,
      default_team_id: null,
      ...changes,
    })
    .execute()
}
