import type { ActionResult, FileContent } from '@service/engine'
import { type HttpResponse, jsonResponse } from '@service/http'
import { attachment } from '../serialise/attachment.js'

type ResultOf<K extends ActionResult['kind']> = Extract<ActionResult, { readonly kind: K }>

type Responses = {
  readonly [K in ActionResult['kind']]: (
    result: ResultOf<K>,
  ) => HttpResponse | Promise<HttpResponse>
}

const responses: Responses = {
  success: ({ message, html, invalidated }) =>
    jsonResponse(200, { success: message, html, refresh: { relationships: invalidated } }),
  error: ({ message, html }) => jsonResponse(400, { error: message, html }),
  webhook: ({ url, method, headersToSend, body }) =>
    jsonResponse(200, { webhook: { url, method, headers: headersToSend, body } }),
  redirect: ({ path }) => jsonResponse(200, { redirectTo: path }),
  file: async ({ content, name, mimeType }) => ({
    status: 200,
    headers: {
      'content-type': mimeType,
      'content-disposition': attachment(name),
      'x-accel-buffering': 'no',
    },
    body: await startFile(content),
  }),
}

/** Builds the HTTP response for the result of an action. */
export async function actionResponse(result: ActionResult): Promise<HttpResponse> {
  // TypeScript cannot relate the kind of a result to the parameter of its function.
  const respond = responses[result.kind] as (result: ActionResult) => Promise<HttpResponse>
  const { status, headers, body } = await respond(result)
  return { status, headers: { ...result.headers, ...headers }, body }
}

/** Reads the first chunk before the response starts, so that a file that cannot be read still gets an error status. */
async function startFile(content: FileContent): Promise<HttpResponse['body']> {
  if (typeof content === 'string' || content instanceof Uint8Array) return content
  const pieces = content[Symbol.asyncIterator]()
  const first = await pieces.next()
  return { [Symbol.asyncIterator]: () => resumed(first, pieces) }
}

function resumed<T>(first: IteratorResult<T>, pieces: AsyncIterator<T>): AsyncIterator<T> {
  let next: IteratorResult<T> | undefined = first
  return {
    async next() {
      const piece = next ?? (await pieces.next())
      next = piece.done ? piece : undefined
      return piece
    },
    async return() {
      await pieces.return?.()
      return { done: true, value: undefined }
    },
  }
}
