import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CurrentHandler, type MountedOptions, mountedUrl, toServeMounted } from './mount.js'

interface KoaContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly url: string
  readonly originalUrl: string
  readonly request: object
  respond?: boolean
}

/** The members of a Koa application that a mount uses. */
export interface KoaHost {
  use(middleware: (context: KoaContext, next: () => Promise<unknown>) => Promise<unknown>): unknown
}

/**
 * Serves the paths under the prefix, and those claimed, from a Koa application.
 *
 * @example
 * mountOnKoa(new Koa(), '/service', () => handler)
 */
export function mountOnKoa(
  app: KoaHost,
  prefix: string,
  handler: CurrentHandler,
  options: MountedOptions = {},
): void {
  const serve = toServeMounted(handler, options)
  const find = mountedUrl(prefix, options)
  app.use((context, next) => {
    const url = find(context.url, context.originalUrl)
    if (url === undefined) return next()
    context.respond = false
    const { body } = context.request as { body?: unknown } // set by body parsers
    return serve(context.req, context.res, { url, body })
  })
}
