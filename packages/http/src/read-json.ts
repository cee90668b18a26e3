import { isUtf8 } from 'node:buffer'
import { InvalidJsonError, UnsupportedMediaTypeError } from './errors.js'
import type { HttpRequest } from './message.js'
import { nestsDeeper } from './nests-deeper.js'

type ParseText = (text: string) => unknown
type ParseBytes = (bytes: Uint8Array) => unknown

const formType = 'application/x-www-form-urlencoded'
const jsonType = /^application\/(?:json|[\w.-]+\+json)$/
const utf8 = /^"?utf-?8"?$/i
/** Limits recursion in code that walks through the value. */
const deepestBody = 500

/**
 * Reads a JSON or URL-encoded body of at most `limit` bytes; an empty body gives undefined. A
 * parser other than `JSON.parse` can be passed. Throws `InvalidJsonError` (400),
 * `BodyTooLargeError` (413) or `UnsupportedMediaTypeError` (415).
 *
 * @example
 * const body = await readJson(request, 1024 * 1024)
 */
export async function readJson(
  request: HttpRequest,
  limit: number,
  parseText: ParseText = JSON.parse,
): Promise<unknown> {
  if (request.parsedBody !== undefined) return request.parsedBody
  const bytes = await request.bytes(limit)
  if (bytes.byteLength === 0) return undefined
  const parse = chooseParser(request, parseText)
  if (!isUtf8(bytes)) throw new InvalidJsonError('The request body is not valid UTF-8')
  return parse(bytes)
}

function chooseParser(request: HttpRequest, parseText: ParseText): ParseBytes {
  const encoding = request.header('content-encoding') ?? 'identity'
  if (encoding !== 'identity') {
    throw new UnsupportedMediaTypeError(
      `The content encoding ${encoding} is not supported: send the body uncompressed`,
    )
  }
  const [type = '', ...parameters] = (request.header('content-type') ?? 'application/json')
    .split(';')
    .map(part => part.trim())
  checkCharset(parameters)
  if (jsonType.test(type.toLowerCase())) return bytes => parseJson(bytes, parseText)
  if (type.toLowerCase() === formType) return parseForm
  throw new UnsupportedMediaTypeError(
    `The content type ${type} is not supported: use application/json or ${formType}`,
  )
}

function checkCharset(parameters: readonly string[]): void {
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=')
    if (name.trim().toLowerCase() === 'charset' && !utf8.test(value.trim())) {
      throw new UnsupportedMediaTypeError(`The charset ${value} is not supported: use utf-8`)
    }
  }
}

function parseJson(bytes: Uint8Array, parseText: ParseText): unknown {
  if (nestsDeeper(bytes, deepestBody)) {
    throw new InvalidJsonError(`The request body nests more than ${deepestBody} levels deep`)
  }
  try {
    return parseText(decode(bytes))
  } catch (error) {
    const { message } = error as Error
    throw new InvalidJsonError(`The request body is not valid JSON: ${message}`, { cause: error })
  }
}

const decoder = new TextDecoder()
const decode = (bytes: Uint8Array): string => decoder.decode(bytes)

function parseForm(bytes: Uint8Array): Record<string, string | string[]> {
  const form = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(decode(bytes))) {
    const earlier = form.get(name)
    if (earlier === undefined) form.set(name, value)
    else if (typeof earlier === 'string') form.set(name, [earlier, value])
    else earlier.push(value)
  }
  return Object.fromEntries(form)
}
