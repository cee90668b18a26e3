import { randomUUID } from 'node:crypto'
import type { ChartSeries } from '@service/engine'
import { type HttpResponse, jsonResponse } from '@service/http'

/**
 * Wraps the value of a chart in the document that clients expect. The periods of a chart over time are beside
 * the value, whose form stays as it is.
 */
export function statsResponse(value: unknown, series?: ChartSeries): HttpResponse {
  const attributes = { value, ...series }
  return jsonResponse(200, { data: { id: randomUUID(), type: 'stats', attributes } })
}
