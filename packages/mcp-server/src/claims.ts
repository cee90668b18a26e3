import { isUnderPrefix, MethodNotAllowedError, RouteNotFoundError } from '@service/http'
import type { AuthorizationRoute } from './contracts.js'

/** The routes of the MCP server. */
type McpRoute = AuthorizationRoute | 'protocol'

/** Decides which paths of the host belong to the MCP server. */
export interface Claims {
  /** Whether a URL (path and query) belongs to the MCP server, even when no route serves it. */
  claims(url: string): boolean
  /** The route of a claimed request; throws a 404, or a 405 with `Allow`, when there is none. */
  findRoute(method: string, url: string): McpRoute
}

interface ServedRoute {
  readonly route: McpRoute
  readonly methods: readonly string[]
}

/** `basePath` is empty or like `/ai`. */
export function createClaims(basePath: string): Claims {
  const serverMetadata = `/.well-known/oauth-authorization-server${basePath}`
  const resourceMetadata = `/.well-known/oauth-protected-resource${basePath}/mcp`
  const served = new Map<string, ServedRoute>([
    [`${basePath}/mcp`, { route: 'protocol', methods: ['POST'] }],
    [`${basePath}/oauth/authorize`, { route: 'authorize', methods: ['GET', 'HEAD', 'POST'] }],
    [`${basePath}/oauth/token`, { route: 'token', methods: ['POST'] }],
    [`${basePath}/oauth/revoke`, { route: 'revoke', methods: ['POST'] }],
    [serverMetadata, { route: 'serverMetadata', methods: ['GET', 'HEAD'] }],
    [resourceMetadata, { route: 'resourceMetadata', methods: ['GET', 'HEAD'] }],
  ])
  // Other programs share the root: below a base path, only our own documents there are claimed.
  const isOurDocument = basePath
    ? (url: string) => [serverMetadata, resourceMetadata].includes(stripQuery(url))
    : (url: string) => url.startsWith('/.well-known/')

  return {
    claims: url =>
      isUnderPrefix(url, `${basePath}/mcp`) ||
      url.startsWith(`${basePath}/oauth/`) ||
      isOurDocument(url),
    findRoute(method, url) {
      const path = stripQuery(url)
      const found = served.get(path)
      if (!found) throw unserved(method, path)
      if (method === 'OPTIONS' || found.methods.includes(method)) return found.route
      throw new MethodNotAllowedError(method, path, found.methods)
    },
  }
}

function unserved(method: string, path: string): Error {
  return method === 'POST'
    ? new RouteNotFoundError(path)
    : new MethodNotAllowedError(method, path, ['POST'])
}

function stripQuery(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}
