import { isObject, parseExactJson, show, ValidationError } from '@service/base'
import { type HttpRequest, readJson } from '@service/http'

type PlainObject = Readonly<Record<string, unknown>>

/** A request with the limit of its body. */
interface ReceivedRequest {
  readonly request: HttpRequest
  readonly runtime: { readonly options: { readonly maxBodySize: number } }
}

const bodies = new WeakMap<HttpRequest, Promise<PlainObject>>()

/** Maximum bytes of a body that is read before sign-in. */
const maxPublicBodyBytes = 16 * 1024

/** Reads the body as an object, once; an empty body is an empty object, anything else a 400. */
export function bodyObject({ request, runtime }: ReceivedRequest): Promise<PlainObject> {
  const known = bodies.get(request)
  if (known) return known
  const body = readBody(request, runtime.options.maxBodySize)
  bodies.set(request, body)
  return body
}

/** The same for a route without a session, which accepts small bodies only. */
export function publicBodyObject({ request, runtime }: ReceivedRequest): Promise<PlainObject> {
  return readBody(request, Math.min(maxPublicBodyBytes, runtime.options.maxBodySize))
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
