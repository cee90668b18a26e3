import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { ServeOptions } from '../node/serve-node-request.js'
import { isUnderPrefix } from '../prefix.js'
import { type CurrentHandler, toServeMounted } from './mount.js'

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
  all(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => unknown): unknown
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    parse: (request: unknown, payload: unknown, done: (error: null) => void) => void,
  ): unknown
}

/** What a mount needs of a Fastify application or plugin scope. */
export interface FastifyHost {
  register(plugin: (scope: object, options: object, done: () => void) => void): unknown
}

/**
 * Serves the paths under the prefix from a Fastify application or plugin scope, after the hooks of
 * the host.
 *
 * @example
 * mountOnFastify(fastify(), '/service', () => handler)
 */
export function mountOnFastify(
  app: FastifyHost,
  prefix: string,
  handler: CurrentHandler,
  options: ServeOptions = {},
): void {
  const serve = toServeMounted(handler, options)
  app.register((instance, _options, done) => {
    // The overloads of a real scope cannot be compared with the few members used here.
    const scope = instance as FastifyScope
    // The body is left to the handler: its limit and its error messages apply.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))

    const { path, cut } = pathInScope(prefix.replace(/\/$/, ''), scope.prefix)
    const answer = ({ raw: incoming }: FastifyRequest, reply: FastifyReply) => {
      reply.hijack()
      copyHeaders(reply)
      void serve(incoming, reply.raw, { url: (incoming.url ?? '/').slice(cut) })
    }
    scope.all(path === '' ? '/' : path, answer)
    scope.all(`${path}/*`, answer)
    done()
  })
}

/** Fastify adds the prefix of the scope to the path; ours may be written with it or without. */
function pathInScope(prefix: string, scopePrefix: string): { path: string; cut: number } {
  return scopePrefix !== '' && isUnderPrefix(prefix, scopePrefix)
    ? { path: prefix.slice(scopePrefix.length), cut: 0 }
    : { path: prefix, cut: scopePrefix.length }
}

// Hooks of the host (helmet, rate limits) set headers on the reply, which a hijack drops.
function copyHeaders(reply: FastifyReply): void {
  const headers = reply.getHeaders()
  for (const name in headers) reply.raw.setHeader(name, headers[name]!)
}
