import { type HttpRequest, readJson } from '@service/http'
import { invalid } from './authorization-error.js'

/** What a client sent to an OAuth endpoint. */
export interface Parameters {
  get(name: string): string | undefined
  /** RFC 8707: the one parameter that may be given several times. */
  readonly resources: readonly string[]
}

const largestBody = 32 * 1024

/** The query of a `GET`, or the form or JSON of a `POST`. */
export async function readParameters(request: HttpRequest): Promise<Parameters> {
  const entries =
    request.method === 'POST' ? bodyEntries(await readJson(request, largestBody)) : query(request)
  const values = new Map<string, string>()
  const resources: string[] = []
  for (const [name, value] of entries) {
    if (typeof value !== 'string') throw invalid('invalid_request', `'${name}' must be a text.`)
    if (name === 'resource') resources.push(value)
    else if (values.has(name)) throw invalid('invalid_request', `'${name}' was given twice.`)
    else values.set(name, value)
  }
  return { get: name => values.get(name), resources }
}

/** A parameter that has to be there. */
export function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name)
  if (value) return value
  throw invalid('invalid_request', `'${name}' is missing.`)
}

function query({ url }: HttpRequest): Iterable<readonly [string, unknown]> {
  const mark = url.indexOf('?')
  return new URLSearchParams(mark < 0 ? '' : url.slice(mark))
}

function bodyEntries(body: unknown): readonly (readonly [string, unknown])[] {
  if (body === undefined) return []
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('invalid_request', 'The body must be a form or a JSON object.')
  }
  return Object.entries(body).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map(each => [name, each] as const) : [[name, value] as const],
  )
}
