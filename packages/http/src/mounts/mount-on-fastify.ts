import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { isUnderPrefix } from '../prefix.js'
import {
  type CurrentHandler,
  type MountedOptions,
  type ServeMounted,
  toServeMounted,
} from './mount.js'

interface FastifyRequest {
  readonly raw: IncomingMessage
}

interface FastifyReply {
  readonly raw: ServerResponse
  getHeaders(): OutgoingHttpHeaders
  hijack(): unknown
}

interface FastifyScope {
  readonly prefix: string
  addHook(
    name: 'onRequest',
    hook: (request: FastifyRequest, reply: FastifyReply, done: () => void) => void,
  ): unknown
  all(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => unknown): unknown
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    parse: (request: unknown, payload: unknown, done: (error: null) => void) => void,
  ): unknown
}

/** The members of a Fastify application or plugin scope that a mount uses. */
export interface FastifyHost {
  register(plugin: (scope: object, options: object, done: () => void) => void): unknown
}

/**
 * Serves the paths under the prefix, and those claimed, from a Fastify application or plugin scope, after the hooks of
 * the host.
 *
 * @example
 * mountOnFastify(fastify(), '/service', () => handler)
 */
export function mountOnFastify(
  app: FastifyHost,
  prefix: string,
  handler: CurrentHandler,
  options: MountedOptions = {},
): void {
  const serve = toServeMounted(handler, options)
  serveClaimed(app, prefix, serve, options)
  app.register((instance, _options, done) => {
    const scope = toScope(instance)
    // The handler reads the body itself, so that its size limit and its error messages apply.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))

    const { path, cut } = pathInScope(prefix.replace(/\/$/, ''), scope.prefix)
    const respond = ({ raw: incoming }: FastifyRequest, reply: FastifyReply) => {
      void serve(incoming, hijackReply(reply), { url: (incoming.url ?? '/').slice(cut) })
    }
    scope.all(path === '' ? '/' : path, respond)
    scope.all(`${path}/*`, respond)
    done()
  })
}

/** Fastify adds the prefix of the scope to the path; our prefix may include it or not. */
function pathInScope(prefix: string, scopePrefix: string): { path: string; cut: number } {
  return scopePrefix !== '' && isUnderPrefix(prefix, scopePrefix)
    ? { path: prefix.slice(scopePrefix.length), cut: 0 }
    : { path: prefix, cut: scopePrefix.length }
}

/** A hook sees every request, including those that match another route of the host, or none. */
function serveClaimed(
  app: FastifyHost,
  prefix: string,
  serve: ServeMounted,
  { claims }: MountedOptions,
): void {
  if (claims === undefined) return
  toScope(app).addHook('onRequest', ({ raw: incoming }, reply, next) => {
    const url = incoming.url ?? '/'
    if (isUnderPrefix(url, prefix) || !claims(url)) return next()
    void serve(incoming, hijackReply(reply), { url })
  })
}

// Hooks of the host (helmet, rate limits) set headers on the reply; hijacking it would drop them.
function hijackReply(reply: FastifyReply): ServerResponse {
  reply.hijack()
  const headers = reply.getHeaders()
  for (const name in headers) reply.raw.setHeader(name, headers[name]!)
  return reply.raw
}

/** TypeScript cannot compare the overloads of a real instance with the few members used here. */
function toScope(instance: object): FastifyScope {
  return instance as FastifyScope
}
