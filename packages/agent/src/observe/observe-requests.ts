import { isUnderPrefix, type Router } from '@service/http'
import type { ResolvedOptions } from '../options.js'
import type { Route } from '../routes/route.js'
import type { Serve } from '../serve.js'
import { splitUrl } from '../split-url.js'
import { observeUntilSent } from './observe-body.js'
import type { Observer, RequestPart } from './observer.js'

/** Measures requests until their responses are sent. */
export function observeRequests(
  serve: Serve,
  { prefix }: ResolvedOptions,
  find: Router<Route>,
  observer: Observer,
): Serve {
  return async (request, respond, current) => {
    const part = describe(request, current)
    const observation = observer.start(part)
    if (!observation) return serve(request, respond, current)
    const response = await observation.run(() =>
      serve(request, (received, id, session) =>
        respond(received, id, session).catch(error => {
          observation.fail(error)
          throw error
        }),
      ),
    )
    return observeUntilSent(response, request, observation)
  }

  function describe(request: RequestPart['request'], current: Parameters<Serve>[2]): RequestPart {
    if (!current) return { kind: 'request', request, route: 'mcp' }
    const { route = '', collection } = findRoute(request, current) ?? {}
    return { kind: 'request', request, route, collection }
  }

  /** Undefined for a path without a route, and for an agent that is not started. */
  function findRoute(
    { method, url }: RequestPart['request'],
    current: NonNullable<Parameters<Serve>[2]>,
  ): Partial<RequestPart> | undefined {
    if (!isUnderPrefix(url, prefix)) return undefined
    try {
      const { handler, params } = find(method, splitUrl(url, prefix).path)
      const { collection = '' } = params
      // Clients choose the path: only names that exist are repeated.
      const isKnown = current().model.collections.get(collection)?.isExported === true
      return { route: handler.path, ...(isKnown && { collection }) }
    } catch {
      return undefined
    }
  }
}
