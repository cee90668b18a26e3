import { type CurrentHandler, type Middleware, type MountedOptions, toMiddleware } from './mount.js'

/** The members of an Express application or router (or of Connect) that a mount uses. */
export interface ExpressHost {
  use(middleware: Middleware): unknown
}

/**
 * Serves the paths under the prefix, and those claimed, from an Express 4 or 5 application, router or sub-application.
 *
 * @example
 * mountOnExpress(express(), '/service', () => handler)
 */
export function mountOnExpress(
  app: ExpressHost,
  prefix: string,
  handler: CurrentHandler,
  options: MountedOptions = {},
): void {
  app.use(toMiddleware(prefix, handler, options))
}
