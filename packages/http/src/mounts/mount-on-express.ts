import type { ServeOptions } from '../node/serve-node-request.js'
import { type CurrentHandler, type Middleware, toMiddleware } from './mount.js'

/** What a mount needs of an Express application or router (or of Connect). */
export interface ExpressHost {
  use(middleware: Middleware): unknown
}

/**
 * Serves the paths under the prefix from an Express 4 or 5 application, router or sub-application.
 *
 * @example
 * mountOnExpress(express(), '/service', () => handler)
 */
export function mountOnExpress(
  app: ExpressHost,
  prefix: string,
  handler: CurrentHandler,
  options: ServeOptions = {},
): void {
  app.use(toMiddleware(prefix, handler, options))
}
