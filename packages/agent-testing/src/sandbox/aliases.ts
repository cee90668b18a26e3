/** The paths of the other spelling of this protocol family, by ours. Nothing else knows them. */
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
}

const headers: Readonly<Record<string, string>> = {
  'service-secret-key': 'forest-secret-key',
  'service-token': 'forest-token',
}

/** Every path of a route. */
export function pathsOf(method: string, path: string): readonly string[] {
  const other = paths[`${method} ${path}`]
  return other === undefined ? [path] : [path, other]
}

/** A header under either of its names. */
export function headerOf(
  given: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string | undefined {
  const value = given[name] ?? given[headers[name] ?? name]
  return Array.isArray(value) ? value[0] : value
}
