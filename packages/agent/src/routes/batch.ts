import type { HttpHeaders } from '@service/http'
import { writeLine } from '../batch/batch-line.js'
import { parseBatch } from '../batch/parse-batch.js'
import { runBatch } from '../batch/run-batch.js'
import { toReadRequest } from '../batch/to-read-request.js'
import { bodyObject } from './body-object.js'
import type { PrivateRoute } from './route.js'

const headers: HttpHeaders = {
  'content-type': 'application/x-ndjson; charset=utf-8',
  'cache-control': 'no-store',
  // Asks a proxy to pass on each line when it arrives.
  'x-accel-buffering': 'no',
}

/**
 * Several reads in one request, so that a browser sends no preflight request for each URL. Each read
 * has its own route, session check and entry in the activity log.
 */
export const batch: PrivateRoute = {
  method: 'POST',
  path: '/_batch',
  readsOnly: true,
  handler: async context => {
    const { runtime, request, serveRead } = context
    const { timezone, requests } = parseBatch(await bodyObject(context))
    const left = new AbortController()
    const signal = AbortSignal.any([request.signal, left.signal])
    const { prefix } = runtime.options
    const batchContext = { outer: request, prefix, timezone, signal }
    const lines = runBatch(
      requests,
      async read => writeLine(read.id, await serveRead(runtime, toReadRequest(read, batchContext))),
      signal,
    )
    const body: AsyncIterator<string> = {
      next: () => lines.next(),
      async return() {
        left.abort()
        return lines.return()
      },
    }
    return { status: 200, headers, body: { [Symbol.asyncIterator]: () => body } }
  },
}
