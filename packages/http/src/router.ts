import { addRoute, createRouter as createTree, findRoute } from 'rou3'
import { MalformedPathError, MethodNotAllowedError, RouteNotFoundError } from './errors.js'

/** One row of a route table. `path` is a rou3 pattern: `/:collection/:id`, `/:collection.csv`. */
export interface Route<Handler> {
  /** In upper case. `GET` also answers `HEAD`. */
  readonly method: string
  readonly path: string
  readonly handler: Handler
}

export type RouteParams = Readonly<Record<string, string>>

export interface RouteMatch<Handler> {
  readonly handler: Handler
  /** Values of the named segments, percent-decoded. */
  readonly params: RouteParams
}

export type Router<Handler> = (method: string, path: string) => RouteMatch<Handler>

const noParams: RouteParams = Object.freeze({})

/**
 * Compiles a route table into a look-up by method and path (as sent, without query). It throws
 * `RouteNotFoundError` (404), `MethodNotAllowedError` (405, with `Allow`) or `MalformedPathError`
 * (400).
 *
 * @example
 * const find = createRouter([{ method: 'GET', path: '/:collection', handler: 'list' }])
 * const { handler, params } = find('GET', '/order%20lines')
 */
export function createRouter<Handler>(routes: readonly Route<Handler>[]): Router<Handler> {
  const tree = createTree<Handler>()
  for (const { method, path, handler } of routes) addRoute(tree, method, path, handler)
  const methods = [...new Set(routes.map(route => route.method))]

  const allowedMethods = (path: string) =>
    methods
      .filter(method => findRoute(tree, method, path, { params: false }))
      .flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method]))

  return (method, path) => {
    const match = findRoute(tree, method === 'HEAD' ? 'GET' : method, path)
    if (match === undefined) {
      const allowed = allowedMethods(path)
      if (allowed.length === 0) throw new RouteNotFoundError(path)
      throw new MethodNotAllowedError(method, path, allowed)
    }
    return { handler: match.data, params: decodeParams(match.params) }
  }
}

function decodeParams(params: Record<string, string | undefined> | undefined): RouteParams {
  if (params === undefined) return noParams
  for (const name in params) {
    const segment = params[name]
    if (segment?.includes('%')) params[name] = decodeSegment(segment)
  }
  return params as RouteParams // no pattern of ours has optional segments
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new MalformedPathError(segment)
  }
}
