import type { HttpRequest, HttpResponse } from '@service/http'
import type { Access } from '../gateway/access.js'
import type { Runtime } from '../runtime.js'

/** What the handler of a route receives. */
export interface PublicContext {
  /** The compiled agent that serves this request: model, options, service, caches. */
  readonly runtime: Runtime
  readonly request: HttpRequest
  readonly requestId: string
  /** Decoded parts of the path: `params.collection`. */
  readonly params: Readonly<Record<string, string>>
  /** The query as sent: what follows `?`, or an empty text. */
  readonly query: string
}

export interface PrivateContext extends PublicContext {
  /** What the signed-in caller may do. */
  readonly access: Access
}

/** A route that needs no session. */
export interface PublicRoute {
  readonly method: string
  /** Below the prefix, with `:name` for a part: `/:collection/count`. */
  readonly path: string
  readonly isPublic: true
  readonly handler: (context: PublicContext) => Promise<HttpResponse>
}

/** A route that is entered with a verified session only. */
export interface PrivateRoute {
  readonly method: string
  readonly path: string
  readonly handler: (context: PrivateContext) => Promise<HttpResponse>
}

export type Route = PublicRoute | PrivateRoute
