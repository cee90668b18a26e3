import { basePath } from '../core/places/base-path.js'
import { type ApiSource, describeNetworkError, isAbort } from './api-error.js'
import { reportReachable } from './connection-state.js'

/** Sends a request and reports whether the server responded. For the service, `url` is a path. */
export function sendRequest(source: ApiSource, url: string, init: RequestInit): Promise<Response> {
  return awaitResponse(source, fetch(source === 'service' ? basePath + url : url, init))
}

/** Waits for the response to a request that was sent, and reports whether there is one. */
export async function awaitResponse(source: ApiSource, sent: Promise<Response>): Promise<Response> {
  try {
    const response = await sent
    if (isFromProxy(response)) throw new Error(`A proxy responded with ${response.status}.`)
    reportReachable(source, true)
    return response
  } catch (error) {
    if (isAbort(error)) throw error
    reportReachable(source, false)
    throw describeNetworkError(source, error)
  }
}

/** Whether a proxy says that it cannot reach the server: errors of ours are JSON. */
function isFromProxy({ status, headers }: Response): boolean {
  const isGateway = status === 502 || status === 504
  return isGateway && !/\bjson\b/.test(headers.get('content-type') ?? '')
}
