import { isObject, parseExactJson, show, ValidationError } from '@service/base'
import { type HttpRequest, readJson } from '@service/http'

type PlainObject = Readonly<Record<string, unknown>>

/** A request, and how large its body may be. */
interface ReceivedRequest {
  readonly request: HttpRequest
  readonly runtime: { readonly options: { readonly maxBodySize: number } }
}

const bodies = new WeakMap<HttpRequest, Promise<PlainObject>>()

/** Bytes of a body that is read before anybody signed in. */
const largestPublicBody = 16 * 1024

/** The body of a request as an object; no body is an empty one, anything else a 400. Read once. */
export function bodyObject({ request, runtime }: ReceivedRequest): Promise<PlainObject> {
  const known = bodies.get(request)
  if (known) return known
  const body = readBody(request, runtime.options.maxBodySize)
  bodies.set(request, body)
  return body
}

/** The same for a route that anybody may call: a small body only. */
export function publicBodyObject({ request, runtime }: ReceivedRequest): Promise<PlainObject> {
  return readBody(request, Math.min(largestPublicBody, runtime.options.maxBodySize))
}

async function readBody(request: HttpRequest, limit: number): Promise<PlainObject> {
  const body = (await readJson(request, limit, parseExactJson)) ?? {}
  if (isObject(body)) return body
  throw new ValidationError('The body must be a JSON object.')
}

/** A rendering id, as a number or as its text. */
export function readRenderingId(value: unknown): number {
  const id = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof id === 'number' && Number.isSafeInteger(id)) return id
  throw new ValidationError(`'renderingId' must be a whole number, not ${show(value)}.`)
}
