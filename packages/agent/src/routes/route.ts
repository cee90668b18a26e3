import type { HttpRequest, HttpResponse } from '@service/http'
import type { Access } from '../gateway/access.js'
import type { Runtime } from '../runtime.js'

/** The input of a route's handler. */
export interface PublicContext {
  /** The runtime that serves this request: model, options, service, caches. */
  readonly runtime: Runtime
  readonly request: HttpRequest
  readonly requestId: string
  /** Decoded path parameters: `params.collection`. */
  readonly params: Readonly<Record<string, string>>
  /** The query string: what follows `?`, or an empty string. */
  readonly query: string
}

export interface PrivateContext extends PublicContext {
  /** What the signed-in caller may do. */
  readonly access: Access
  /** Handles a read that is part of this request, as if it had been sent alone. */
  readonly serveRead: (runtime: Runtime, request: HttpRequest) => Promise<HttpResponse>
}

/** A route that needs no session. */
export interface PublicRoute {
  readonly method: string
  /** Below the prefix, with `:name` parameters: `/:collection/count`. */
  readonly path: string
  readonly isPublic: true
  readonly handler: (context: PublicContext) => Promise<HttpResponse>
}

/** A route that requires a verified session. */
export interface PrivateRoute {
  readonly method: string
  readonly path: string
  /** The route changes nothing and responds with JSON text or nothing: it can be part of a batch. */
  readonly isRead?: true
  /** The route changes nothing, but cannot be part of a batch. */
  readonly readsOnly?: true
  readonly handler: (context: PrivateContext) => Promise<HttpResponse>
}

/** A route that streams a file. A download link can replace the session of a request to it. */
export interface ExportRoute extends PrivateRoute {
  /** Throws what the handler would throw before it reads records. */
  readonly checkExport: (context: PrivateContext) => void
}

export type Route = PublicRoute | PrivateRoute | ExportRoute
