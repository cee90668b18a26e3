import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { NotFoundError } from '../../errors.js'
import type { Database } from '../../store/schema.js'
import type { SchemaUpload } from '../agent-api/schema/schema-upload.js'
import { type EnvironmentSchema, SchemaCollection } from './environment-schema.js'

/** Reads the hash of the schema that the agent of an environment uploaded last. */
export async function readSchemaHash(db: Kysely<Database>, environmentId: number): Promise<string> {
  const row = await select(db, environmentId).select('hash').executeTakeFirst()
  if (!row) throw noSchema()
  return row.hash
}

/** Reads the schema that the agent of an environment uploaded last, collection by collection. */
export async function readEnvironmentSchema(
  db: Kysely<Database>,
  environmentId: number,
): Promise<EnvironmentSchema> {
  const row = await select(db, environmentId)
    .select(['document', 'agent', 'agent_version', 'updated_at'])
    .executeTakeFirst()
  if (!row) throw noSchema()
  return {
    uploadedAt: row.updated_at,
    agent: { name: row.agent, version: row.agent_version },
    // Only documents that passed `SchemaUpload` are stored.
    collections: listCollections(JSON.parse(row.document) as SchemaUpload),
  }
}

function select(db: Kysely<Database>, environmentId: number) {
  return db.selectFrom('schemas').where('environment_id', '=', environmentId)
}

const noSchema = () => new NotFoundError('No agent has uploaded a schema for this environment yet.')

/** The collections by name, each with its own actions and segments instead of links to them. */
function listCollections({ data, included }: SchemaUpload): z.output<typeof SchemaCollection>[] {
  const attributes = new Map(included.map(one => [`${one.type} ${one.id}`, one.attributes]))
  const follow = (links: { data: readonly { type: string; id: string }[] } | undefined) =>
    (links?.data ?? []).flatMap(({ type, id }) => attributes.get(`${type} ${id}`) ?? [])
  return data
    .map(({ attributes, relationships }) =>
      SchemaCollection.parse({
        ...attributes,
        actions: follow(relationships.actions),
        segments: follow(relationships.segments).map(({ name }) => name),
      }),
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}
