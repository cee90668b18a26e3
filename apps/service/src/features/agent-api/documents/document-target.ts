import type { Kysely } from 'kysely'
import type { Database } from '../../../store/schema.js'
import type { ActionNames } from '../schema/schema-upload.js'

/** The environment that a document describes. */
export interface DocumentTarget {
  readonly projectId: number
  readonly environmentId: number
}

/** Reads from the store, because what the request carries may be older than the requested version. */
export async function areRightsOpen(db: Kysely<Database>, environmentId: number): Promise<boolean> {
  const { rights } = await db
    .selectFrom('environments')
    .select('rights')
    .where('id', '=', environmentId)
    .executeTakeFirstOrThrow()
  return rights === 'open'
}

/** Returns the collections of the uploaded schema with their actions; empty before the first upload. */
export async function readStoredActionNames(
  db: Kysely<Database>,
  environmentId: number,
): Promise<ActionNames> {
  const row = await db
    .selectFrom('schemas')
    .select('outline')
    .where('environment_id', '=', environmentId)
    .executeTakeFirst()
  return row?.outline ?? {}
}
