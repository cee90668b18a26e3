import { type ApiSource, describeNetworkError, isAbort } from './api-error.js'
import { reportReachable } from './connection-state.js'

/** Sends a request and reports whether the server responded. */
export async function sendRequest(
  source: ApiSource,
  url: string,
  init: RequestInit,
): Promise<Response> {
  try {
    const response = await fetch(url, init)
    reportReachable(source, true)
    return response
  } catch (error) {
    if (isAbort(error)) throw error
    reportReachable(source, false)
    throw describeNetworkError(source, error)
  }
}
