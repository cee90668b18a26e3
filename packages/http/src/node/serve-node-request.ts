import type { ServerResponse } from 'node:http'
import { errorResponse } from '../error-response.js'
import type { InFlight } from '../in-flight.js'
import type { HttpHandler } from '../message.js'
import type { NodeRequest } from './node-request.js'
import { sendResponse } from './send-response.js'

export interface ServeOptions {
  /** Counts the request until its response has been sent. */
  readonly inFlight?: InFlight
  /** Receives failures after the response has begun. Default: the console. */
  readonly log?: (message: string, error: unknown) => void
}

/** Serves one Node request. Never rejects. */
export async function serveNodeRequest(
  handler: HttpHandler,
  request: NodeRequest,
  outgoing: ServerResponse,
  { inFlight, log = console.error }: ServeOptions,
): Promise<void> {
  const isHead = request.method === 'HEAD'
  inFlight?.begin()
  try {
    const response = await handler(request)
    const streaming = sendResponse(outgoing, response, isHead)
    if (streaming !== undefined) await streaming
  } catch (error) {
    // A stream fails when its client closes the connection; that is not an error.
    if (outgoing.destroyed) return
    if (outgoing.headersSent) {
      log('A streamed response failed and was cut off', error)
      outgoing.destroy()
    } else {
      sendResponse(outgoing, errorResponse(error, { log }), isHead)
    }
  } finally {
    inFlight?.end()
  }
}
