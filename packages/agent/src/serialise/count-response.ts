import { type HttpResponse, jsonResponse } from '@service/http'
import type { RowCount } from '../query/count-rows.js'

/** How many records there are, or that counting is off. */
export function countResponse({ count, precision }: RowCount): HttpResponse {
  if (count === undefined) return jsonResponse(200, { meta: { count: 'deactivated' } })
  return jsonResponse(200, precision === undefined ? { count } : { count, meta: { precision } })
}
