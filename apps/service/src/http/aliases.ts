import type { RequestFacts } from './request-facts.js'
import type { Route } from './route.js'

/** Values of the other spelling of this protocol family, and what we call them. Nothing else knows them. */
export const aliases = {
  initiator: { forestAdmin: 'service' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

/** Paths, by ours. */
const paths: Readonly<Record<string, string>> = {
  'POST /agent-api/schema/hash-check': '/forest/apimaps/hashcheck',
  'POST /agent-api/schema': '/forest/apimaps',
  'GET /agent-api/schema': '/liana/forest-schema',
  'GET /agent-api/permissions/environment': '/liana/v4/permissions/environment',
  'GET /agent-api/permissions/users': '/liana/v4/permissions/users',
  'GET /agent-api/permissions/renderings/{renderingId}':
    '/liana/v4/permissions/renderings/{renderingId}',
  'GET /agent-api/ip-rules': '/liana/v1/ip-whitelist-rules',
  'GET /agent-api/environment': '/liana/environment',
  'GET /agent-api/model-customizations': '/liana/model-customizations',
  'GET /agent-api/events': '/liana/v4/subscribe-to-events',
  'GET /agent-api/renderings/{renderingId}/authorization':
    '/liana/v2/renderings/{renderingId}/authorization',
  'POST /agent-api/activity-logs-requests': '/api/activity-logs-requests',
  'POST /agent-api/activity-logs-requests/mcp': '/api/activity-logs-requests/mcp',
  'PATCH /agent-api/activity-logs-requests/{index}/{entryId}/status':
    '/api/activity-logs-requests/{index}/{entryId}/status',
  'POST /agent-api/action-approvals': '/api/action-approvals',
  'POST /agent-api/action-approvals/{approvalId}/comments':
    '/api/action-approvals/{approvalId}/comments',
}

const headers: Readonly<Record<string, string>> = {
  'service-secret-key': 'forest-secret-key',
  'service-token': 'forest-token',
  'service-rendering-id': 'forest-rendering-id',
}

/** The other path of a route, if it has one. */
export const aliasOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string | undefined =>
  paths[`${method.toUpperCase()} ${path}`]

/** A header under either of its names. */
export const headerOf = (request: RequestFacts, name: string): string | undefined =>
  request.header(name) ?? request.header(headers[name] ?? name)

/** Whether a request has a header under its other name alone. */
export const usesAlias = (request: RequestFacts, name: string): boolean =>
  request.header(name) === undefined && headerOf(request, name) !== undefined
