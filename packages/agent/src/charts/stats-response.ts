import { randomUUID } from 'node:crypto'
import { type HttpResponse, jsonResponse } from '@service/http'

/** Wraps the value of a chart in the document that clients expect. */
export function statsResponse(value: unknown): HttpResponse {
  return jsonResponse(200, { data: { id: randomUUID(), type: 'stats', attributes: { value } } })
}
