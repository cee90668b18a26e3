import { matchesEtag } from '@service/http'
import { memberRoute, type Route } from '../../http/route.js'
import { EnvironmentSchema } from './environment-schema.js'
import { readEnvironmentSchema, readSchemaHash } from './read-environment-schema.js'

/** The schema of an environment for people, which needs no agent that runs. */
export const environmentSchemaRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'get',
      path: '/api/projects/{projectId}/environments/{environmentId}/schema',
      tag: 'Environments',
      summary: 'Show the collections, fields and actions that the agent uploaded last',
      description:
        'All of them, whatever the role of the caller may use, and also while no agent is connected. Returns 304 when the tag is among those of `If-None-Match`.',
      level: 'editor',
      headers: { 'if-none-match': 'The `ETag` of an earlier response.' },
      response: EnvironmentSchema,
    },
    async ({ deps, environment, request, headers }) => {
      const etag = `"${await readSchemaHash(deps.store.db, environment.id)}"`
      headers.ETag = etag
      headers['Cache-Control'] = 'private, no-cache'
      if (matchesEtag(request.header('if-none-match'), etag)) {
        return new Response(null, { status: 304 })
      }
      return readEnvironmentSchema(deps.store.db, environment.id)
    },
  ),
]
