import type { Model } from '@service/engine'
import type { HttpRequest, HttpResponse } from '@service/http'
import type { ServicePort } from '@service/service-client'
import type { Access } from '../gateway/access.js'

/** What the activity log reads of a request. */
export interface RecordedRequest {
  readonly request: HttpRequest
  readonly params: Readonly<Record<string, string>>
  readonly query: string
  readonly access: Access
  readonly runtime: {
    readonly model: Model
    readonly service: ServicePort
    readonly options: { readonly maxBodySize: number }
  }
}

/** Identifies a route: its method, and its path with `:name` for a part. */
export interface RecordedPath {
  readonly method: string
  readonly path: string
}

/** A route whose requests the activity log may record. */
export interface RecordedRoute<Context extends RecordedRequest> extends RecordedPath {
  readonly handler: (context: Context) => Promise<HttpResponse>
}
