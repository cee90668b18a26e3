import { readBearer } from '@service/http'
import type { RequestFacts } from '../request-facts.js'

/**
 * The bearer token of a request; empty when the Authorization header has another scheme, undefined without
 * the header.
 */
export function bearerOf(request: RequestFacts): string | undefined {
  const header = request.header('authorization')
  return header === undefined ? undefined : (readBearer(header) ?? '')
}
