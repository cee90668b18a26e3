import { type HttpResponse, jsonResponse } from '@service/http'
import type { RowCount } from '../query/row-count.js'

/** The response with a count, or with the information that counting is disabled. */
export function countResponse({ count, precision }: RowCount): HttpResponse {
  if (count === undefined) return jsonResponse(200, { meta: { count: 'deactivated' } })
  return jsonResponse(200, precision === undefined ? { count } : { count, meta: { precision } })
}
