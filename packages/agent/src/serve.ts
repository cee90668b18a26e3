import type { HttpRequest, HttpResponse } from '@service/http'
import type { Runtime } from './runtime.js'

/** Responds to a request. `current` is absent for requests that have no route: those for MCP. */
export type Serve = (
  request: HttpRequest,
  respond: Respond,
  current?: () => Runtime,
) => Promise<HttpResponse>

type Respond = (
  request: HttpRequest,
  requestId: string,
  session: SessionFacts,
) => Promise<HttpResponse>

/** What becomes known about the session while a request is handled, for responses of every status. */
export interface SessionFacts {
  schemaTag?: string
}
