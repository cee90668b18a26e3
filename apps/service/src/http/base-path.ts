import type { Config } from '../config.js'
import { ConfigurationError } from '../errors.js'
import type { Route } from './route.js'

/**
 * The path of the public URL, such as `/backoffice`; empty when the service has a host of its own. Inside the
 * service every path is without it: requests lose it when they arrive, responses get it when they leave.
 */
export const readBasePath = ({ publicUrl }: Pick<Config, 'publicUrl'>): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '')

/** Fails when the base path could be taken for a route: requests that come without it would be ambiguous. */
export function checkBasePath(basePath: string, routes: readonly Pick<Route, 'path'>[]): void {
  const [, first] = basePath.split('/')
  if (!first || !routes.some(({ path }) => path.split('/')[1] === first)) return
  throw new ConfigurationError([
    `SERVICE_PUBLIC_URL must have another path than '${basePath}': the service itself uses /${first}.`,
  ])
}

/**
 * Removes the base path from the target of a request. A proxy may have removed it already, and programs in
 * the same network ask without it.
 */
export function removeBasePath(target: string, basePath: string): string {
  if (!target.startsWith(basePath)) return target
  const rest = target.slice(basePath.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : target
}

/** Adds the base path to the addresses in a response: its `Location` and the links and forms of a page. */
export async function addBasePath(response: Response, basePath: string): Promise<Response> {
  const { headers } = response
  const location = headers.get('location')
  if (location !== null && isPath(location)) headers.set('Location', basePath + location)
  if (!headers.get('content-type')?.startsWith('text/html')) return response
  const page = (await response.text()).replace(linkedPath, `$1${basePath}/`)
  return new Response(page, { status: response.status, headers })
}

/** Browsers read `//host` as another site. */
const isPath = (location: string): boolean => /^\/(?!\/)/.test(location)

/** The beginning of a path in a tag. Text of people cannot match: in it, `<` and `"` are escaped. */
const linkedPath =
  /(<(?:a|form|link|script)\s[^<>]*?\b(?:href|action|src)="|<meta http-equiv="refresh" content="\d+; url=)\/(?!\/)/g
