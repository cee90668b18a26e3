import type { Kysely } from 'kysely'
import type { Database } from '../../../store/schema.js'
import type { SchemaOutline } from '../schema/schema-upload.js'

/** The environment a document is about. */
export interface DocumentTarget {
  readonly projectId: number
  readonly environmentId: number
}

/** Read anew for each document: what the request knows may be older than the version it asks for. */
export async function areRightsOpen(db: Kysely<Database>, environmentId: number): Promise<boolean> {
  const { rights } = await db
    .selectFrom('environments')
    .select('rights')
    .where('id', '=', environmentId)
    .executeTakeFirstOrThrow()
  return rights === 'open'
}

/** The collections of the uploaded schema with their actions; none before the first upload. */
export async function readOutline(
  db: Kysely<Database>,
  environmentId: number,
): Promise<SchemaOutline> {
  const row = await db
    .selectFrom('schemas')
    .select('outline')
    .where('environment_id', '=', environmentId)
    .executeTakeFirst()
  return row?.outline ?? {}
}
