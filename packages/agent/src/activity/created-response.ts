import type { HttpResponse } from '@service/http'

/** The response to a request that created a record, and the id of it for the activity log. */
export interface CreatedResponse extends HttpResponse {
  readonly createdId: string
}
