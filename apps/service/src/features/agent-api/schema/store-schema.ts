import { type Kysely, sql } from 'kysely'
import { NotFoundError } from '../../../errors.js'
import type { Instant } from '../../../store/instant.js'
import type { Database } from '../../../store/schema.js'
import { announce } from '../presence/agent-presence.js'
import { readActionNames, type SchemaUpload } from './schema-upload.js'

/** Whether the environment has no schema, or one with another hash. */
export async function isSchemaMissing(
  db: Kysely<Database>,
  environmentId: number,
  hash: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('schemas')
    .select('hash')
    .where('environment_id', '=', environmentId)
    .executeTakeFirst()
  return row?.hash !== hash
}

/** Stores the schema of an environment; does nothing when it is stored already. */
export async function storeSchema(
  db: Kysely<Database>,
  environmentId: number,
  upload: SchemaUpload,
): Promise<void> {
  const { liana, liana_version, schemaFileHash, stack } = upload.meta
  const columns = {
    hash: schemaFileHash,
    agent: liana,
    agent_version: liana_version,
    document: JSON.stringify(upload),
    outline: JSON.stringify(readActionNames(upload)),
    stack: stack
      ? JSON.stringify({ engine: stack.engine, engineVersion: stack.engine_version })
      : null,
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('schemas')
    .values({ environment_id: environmentId, ...columns })
    .onConflict(conflict =>
      conflict
        .column('environment_id')
        .doUpdateSet({ ...columns, updated_at: sql<Instant>`clock_timestamp()` })
        .where('schemas.hash', '!=', schemaFileHash),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows) await announce(environmentId).execute(db)
}

/** The schema as uploaded, as JSON text. */
export async function readSchema(db: Kysely<Database>, environmentId: number): Promise<string> {
  const row = await db
    .selectFrom('schemas')
    .select('document')
    .where('environment_id', '=', environmentId)
    .executeTakeFirst()
  if (!row) throw new NotFoundError('No agent has uploaded a schema for this environment yet.')
  return row.document
}
