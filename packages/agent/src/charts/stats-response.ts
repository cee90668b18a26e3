import { randomUUID } from 'node:crypto'
import { type HttpResponse, jsonResponse } from '@service/http'

/** The document clients read a chart from. */
export function statsResponse(value: unknown): HttpResponse {
  return jsonResponse(200, { data: { id: randomUUID(), type: 'stats', attributes: { value } } })
}
