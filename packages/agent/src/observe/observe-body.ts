import type { HttpRequest, HttpResponse } from '@service/http'
import { trackUntilSent } from '../track-until-sent.js'
import type { Observation } from './observer.js'

type Pieces = AsyncIterable<string | Uint8Array>

/** Ends the observation of a request with its response, or with the last piece of a streamed one. */
export function observeUntilSent(
  response: HttpResponse,
  request: HttpRequest,
  observation: Observation,
): HttpResponse {
  const end = () => observation.end({ status: response.status })
  const body = findPieces(response)
  if (!body) {
    end()
    return response
  }
  const observed = { ...response, body: runPieces(body, observation, () => undefined) }
  return trackUntilSent(observed, request, { end })
}

/** Ends an observation with the last piece of a streamed response; undefined when it is not streamed. */
export function observePieces(
  response: HttpResponse,
  observation: Observation,
): HttpResponse | undefined {
  const body = findPieces(response)
  return body && { ...response, body: runPieces(body, observation, () => observation.end({})) }
}

function findPieces({ body }: HttpResponse): Pieces | undefined {
  return typeof body === 'object' && !(body instanceof Uint8Array) ? body : undefined
}

/** Reads every piece as part of the observation, since whoever sends them is outside of it. */
function runPieces(body: Pieces, observation: Observation, onEnd: () => void): Pieces {
  const pieces = body[Symbol.asyncIterator]()
  let isEnded = false
  const end = () => {
    if (!isEnded) onEnd()
    isEnded = true
  }
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        try {
          const piece = await observation.run(() => pieces.next())
          if (piece.done) end()
          return piece
        } catch (error) {
          observation.fail(error)
          end()
          throw error
        }
      },
      async return() {
        await observation.run(async () => pieces.return?.())
        end()
        return { done: true, value: undefined }
      },
    }),
  }
}
