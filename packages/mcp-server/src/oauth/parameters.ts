import { type AuthorizationParameters, OAuthError } from '@service/authorization'
import { type HttpRequest, readJson } from '@service/http'

/** What a client sent to an OAuth endpoint. */
export interface Parameters {
  get(name: string): string | undefined
  /** All of them by their names, without `resource`. */
  readonly values: AuthorizationParameters
  /** RFC 8707: the one parameter that may be given several times. */
  readonly resources: readonly string[]
}

const maxBodyBytes = 32 * 1024

/** The query of a `GET`, or the form or JSON of a `POST`. */
export async function readParameters(request: HttpRequest): Promise<Parameters> {
  const entries =
    request.method === 'POST' ? bodyEntries(await readJson(request, maxBodyBytes)) : query(request)
  const values = new Map<string, string>()
  const resources: string[] = []
  for (const [name, value] of entries) {
    if (typeof value !== 'string')
      throw new OAuthError(`'${name}' must be a text.`, 'invalid_request')
    if (name === 'resource') resources.push(value)
    else if (values.has(name)) throw new OAuthError(`'${name}' was given twice.`, 'invalid_request')
    else values.set(name, value)
  }
  return { get: name => values.get(name), values: Object.fromEntries(values), resources }
}

function query({ url }: HttpRequest): Iterable<readonly [string, unknown]> {
  const mark = url.indexOf('?')
  return new URLSearchParams(mark < 0 ? '' : url.slice(mark))
}

function bodyEntries(body: unknown): readonly (readonly [string, unknown])[] {
  if (body === undefined) return []
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new OAuthError('The body must be a form or a JSON object.', 'invalid_request')
  }
  return Object.entries(body).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map(each => [name, each] as const) : [[name, value] as const],
  )
}
