import { readBearer } from '@service/http'
import type { RequestInfo } from '../request-info.js'

/**
 * The bearer token of a request; empty when the Authorization header has another scheme, undefined without
 * the header.
 */
export function readBearerToken(request: RequestInfo): string | undefined {
  const header = request.header('authorization')
  return header === undefined ? undefined : (readBearer(header) ?? '')
}
