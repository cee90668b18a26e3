import { type WireRenderings, withoutPrefix } from '@service/protocol'
import { z } from 'zod'
import { NotFoundError } from '../../../errors.js'
import { listPanelOrigins } from '../../../http/public-url.js'
import { agentRoute, type Route } from '../../../http/route.js'
import { Customizations } from '../../customizations/customizations.js'
import { readCustomizations } from '../../customizations/read-customizations.js'
import { environmentHint } from '../../oauth/environment-hint.js'
import { buildEndedGrants } from '../../oauth/grants.js'
import { PathId } from '../../projects/fields.js'
import { type DocumentKind, respondWithDocument } from './document-response.js'
import { buildIpRules } from './ip-rules.js'
import { buildPermissions } from './permissions.js'
import { buildRenderings } from './renderings.js'
import { buildUsers } from './users.js'

const tag = 'Agent'
const headers = {
  'If-None-Match':
    'The ETag of the previous response. The response is 304 when nothing has changed.',
}

/** One row per document: its path, its description and how it is built. */
const documents: readonly (DocumentKind & { readonly path: string; readonly summary: string })[] = [
  {
    path: '/agent-api/permissions/environment',
    summary: 'Who may do what with the collections and actions of the environment',
    name: 'permissions',
    changedBy: 'roles',
    build: buildPermissions,
  },
  {
    path: '/agent-api/permissions/users',
    summary: 'Everyone who may use the environment',
    name: 'users',
    changedBy: 'users',
    build: buildUsers,
  },
  {
    path: '/agent-api/permissions/renderings',
    summary: 'What each team sees: scopes, SQL segments and charts, by rendering',
    name: 'renderings',
    changedBy: 'renderings',
    build: buildRenderings,
  },
  {
    path: '/agent-api/ip-rules',
    summary: 'Which IP addresses the agent accepts',
    name: 'ip-rules',
    changedBy: 'ipRules',
    build: buildIpRules,
  },
  {
    path: '/agent-api/ended-grants',
    summary: 'Which grants have ended',
    name: 'ended-grants',
    changedBy: 'grants',
    build: buildEndedGrants,
  },
]

/** Routes for the documents that agents base their decisions on. */
export const documentRoutes: readonly Route[] = [
  ...documents.map(({ path, summary, ...kind }) =>
    agentRoute({ method: 'get', path, tag, summary, headers }, call =>
      respondWithDocument(call, kind),
    ),
  ),
  agentRoute(
    {
      method: 'get',
      path: '/agent-api/permissions/renderings/{renderingId}',
      tag,
      summary: 'What one team sees',
      headers,
      params: z.object({ renderingId: PathId }),
    },
    call =>
      respondWithDocument(call, {
        name: `rendering ${call.params.renderingId}`,
        changedBy: 'renderings',
        build: async (db, target) =>
          one(await buildRenderings(db, target), call.params.renderingId),
      }),
  ),
  agentRoute(
    {
      method: 'get',
      path: '/agent-api/environment',
      tag,
      summary: 'The environment the secret belongs to',
      response: z.object({
        data: z.object({
          id: z.string(),
          attributes: z.object({
            api_endpoint: z
              .string()
              .nullable()
              .describe("The agent's URL without the prefix of its routes"),
            agent_url: z.string().nullable().describe("The agent's URL with that prefix"),
            hint: z.string(),
            panelOrigins: z
              .array(z.string())
              .describe('The origins of the panel, whose pages may call the agent'),
          }),
        }),
      }),
    },
    async ({ deps, environment, request }) => {
      const { agent_url } = await deps.store.db
        .selectFrom('environments')
        .select('agent_url')
        .where('id', '=', environment.id)
        .executeTakeFirstOrThrow()
      const attributes = {
        api_endpoint: agent_url && withoutPrefix(agent_url),
        agent_url,
        hint: environmentHint(deps, environment.id),
        panelOrigins: listPanelOrigins(deps.config, request),
      }
      return { data: { id: String(environment.id), attributes } }
    },
  ),
  agentRoute(
    {
      method: 'get',
      path: '/agent-api/model-customizations',
      tag,
      summary: 'Actions configured without code',
      response: Customizations.shape.actions,
    },
    async ({ deps, environment }) =>
      (await readCustomizations(deps.store.db, environment.id)).actions,
  ),
]

function one(renderings: WireRenderings, id: number) {
  const rendering = renderings[id]
  if (!rendering) throw new NotFoundError('There is no such rendering in this environment.')
  return rendering
}
