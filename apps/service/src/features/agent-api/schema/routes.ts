import { z } from 'zod'
import { agentRoute, type Route } from '../../../http/route.js'
import { HashCheck, SCHEMA_LIMIT, SchemaUpload } from './schema-upload.js'
import { isSchemaMissing, readSchema, storeSchema } from './store-schema.js'

const tag = 'Agent'
const path = '/agent-api/schema'

/** Routes with which agents upload the schema of their collections. */
export const schemaRoutes: readonly Route[] = [
  agentRoute(
    {
      method: 'post',
      path: `${path}/hash-check`,
      tag,
      summary: 'Check whether a schema must be uploaded',
      body: HashCheck,
      response: z.object({ sendSchema: z.boolean() }),
    },
    async ({ deps, environment, body }) => ({
      sendSchema: await isSchemaMissing(deps.store.db, environment.id, body.schemaFileHash),
    }),
  ),
  agentRoute(
    {
      method: 'post',
      path,
      tag,
      summary: 'Upload the schema of an agent',
      description: `A JSON:API document with the collections as \`data\`, and their segments and actions as \`included\`; at most ${SCHEMA_LIMIT / 1024 / 1024} MB.`,
      body: SchemaUpload,
      bodyLimit: SCHEMA_LIMIT,
      status: 204,
    },
    async ({ deps, environment, body }) => {
      await storeSchema(deps.store.db, environment.id, body)
      return undefined
    },
  ),
  agentRoute(
    {
      method: 'get',
      path,
      tag,
      summary: 'Read the schema that was uploaded last',
    },
    async ({ deps, environment }) =>
      new Response(await readSchema(deps.store.db, environment.id), {
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
      }),
  ),
]
