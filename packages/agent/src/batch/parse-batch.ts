import { isObject, listOptionNames, show, ValidationError } from '@service/base'
import { type Batch, type BatchRequest, maxBatchRequests } from '@service/protocol'
import { projectionHeaders } from '../aliases.js'
import { checkKeys } from '../check-keys.js'

type PlainObject = Readonly<Record<string, unknown>>

const batchKeys = listOptionNames<Batch>({ timezone: true, requests: true })
const requestKeys = listOptionNames<BatchRequest>({
  id: true,
  method: true,
  path: true,
  query: true,
  headers: true,
  body: true,
})

/** Headers that a read can have of its own; all others are those of the batch. */
export const readHeaders: readonly string[] = [
  ...projectionHeaders,
  'if-none-match',
  'x-request-id',
]

const maxIdLength = 100
/** As in a URL: visible ASCII, without query and fragment. */
const validPath = /^\/[!"$->@-~]*$/

/** Checks the body of a batch; throws 400 for anything it does not know. */
export function parseBatch(body: PlainObject): Batch {
  checkKeys(body, batchKeys, 'a batch')
  const { timezone, requests } = body
  if (timezone !== undefined && typeof timezone !== 'string') {
    throw new ValidationError(`'timezone' must be a text, not ${show(timezone)}.`)
  }
  if (!Array.isArray(requests)) {
    throw new ValidationError(`'requests' must be a list, not ${show(requests)}.`)
  }
  if (requests.length > maxBatchRequests) {
    throw new ValidationError(
      `A batch has at most ${maxBatchRequests} requests. This one has ${requests.length}.`,
    )
  }
  const parsed = requests.map(parseRequest)
  checkIds(parsed)
  return { timezone, requests: parsed }
}

function parseRequest(given: unknown, index: number): BatchRequest {
  const where = `requests[${index}]`
  if (!isObject(given)) throw new ValidationError(`${where} must be an object, not ${show(given)}.`)
  checkKeys(given, requestKeys, where)
  const { id, method, path, query, headers, body } = given
  if (typeof id !== 'string' || id === '' || id.length > maxIdLength) {
    throw new ValidationError(`'id' of ${where} must be a text of 1 to ${maxIdLength} characters.`)
  }
  if (method !== 'GET' && method !== 'POST') {
    throw new ValidationError(
      `'method' of ${where} is ${show(method)}. A batch only reads: it must be GET or POST.`,
    )
  }
  if (typeof path !== 'string' || !validPath.test(path)) {
    throw new ValidationError(
      `'path' of ${where} must begin with a slash, be percent-encoded and have no query: ${show(path)}.`,
    )
  }
  if (method === 'GET' && body !== undefined) {
    throw new ValidationError(`'body' of ${where} is not allowed: its method is GET.`)
  }
  return {
    id,
    method,
    path,
    query: parseTexts(query, `'query' of ${where}`),
    headers: parseHeaders(headers, `'headers' of ${where}`),
    body,
  }
}

function parseHeaders(given: unknown, where: string): BatchRequest['headers'] {
  const headers = parseTexts(given, where)
  if (headers === undefined) return undefined
  const lowered = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  checkKeys(lowered, readHeaders, where)
  return lowered
}

function parseTexts(given: unknown, where: string): Readonly<Record<string, string>> | undefined {
  if (given === undefined) return undefined
  if (isObject(given) && Object.values(given).every(value => typeof value === 'string')) {
    return given as Readonly<Record<string, string>>
  }
  throw new ValidationError(`${where} must be an object of texts, not ${show(given)}.`)
}

function checkIds(requests: readonly BatchRequest[]): void {
  const seen = new Set<string>()
  for (const { id } of requests) {
    if (seen.has(id)) throw new ValidationError(`Two requests have the id '${id}'.`)
    seen.add(id)
  }
}
