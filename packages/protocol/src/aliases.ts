/** Paths of the agents' API in the other spelling of this protocol family, by ours. */
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

/**
 * Finds the other path of a route of the agents' API, if it has one.
 *
 * @example
 * findAliasPath('GET', '/agent-api/environment') // '/liana/environment'
 */
export function findAliasPath(method: string, path: string): string | undefined {
  return paths[`${method.toUpperCase()} ${path}`]
}

/**
 * Finds the other name of a header, or the same name if it has no other.
 *
 * @example
 * findAliasHeader('service-token') // 'forest-token'
 */
export function findAliasHeader(name: string): string {
  return headers[name] ?? name
}
