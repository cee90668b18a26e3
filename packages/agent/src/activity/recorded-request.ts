import type { Model } from '@service/engine'
import type { HttpRequest, HttpResponse } from '@service/http'
import type { ServicePort } from '@service/service-client'
import type { Access } from '../gateway/access.js'

/** The parts of a request that the activity log reads. */
export interface RecordedRequest {
  readonly request: HttpRequest
  readonly requestId: string
  readonly params: Readonly<Record<string, string>>
  readonly query: string
  readonly access: Access
  readonly runtime: {
    readonly model: Model
    readonly service: ServicePort
    readonly options: { readonly maxBodySize: number }
  }
}

/** Identifies a route by its method and its path with `:name` parameters. */
export interface RecordedPath {
  readonly method: string
  readonly path: string
}

/** A route whose requests the activity log may record. */
export interface RecordedRoute<Context extends RecordedRequest> extends RecordedPath {
  readonly handler: (context: Context) => Promise<HttpResponse>
}
