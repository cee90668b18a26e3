import { describe, expect, it } from 'vitest'
import { toFetchHandler } from './fetch/to-fetch-handler.js'
import type { HttpRequest } from './message.js'
import { readJson } from './read-json.js'

/** Sends a body through the fetch adapter and returns the result of `readJson`. */
async function read(
  body: string | Uint8Array<ArrayBuffer> | undefined,
  headers: object = {},
  limit = 100,
) {
  let outcome: unknown
  const handler = toFetchHandler(async (request: HttpRequest) => {
    outcome = await readJson(request, limit).catch(error => error)
    return { status: 204, headers: {} }
  })
  const request = new Request('http://localhost/', {
    method: 'POST',
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    headers: { ...headers },
  })
  await handler(request)
  return outcome
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe('readJson', () => {
  it.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['Application/JSON;charset="UTF-8"'],
    ['application/vnd.api+json'],
  ])('reads %s', async type => {
    expect(await read('{"a":"é"}', { 'content-type': type })).toEqual({ a: 'é' })
  })

  it('reads a body without content type as JSON', async () => {
    expect(await read('[1]')).toEqual([1])
  })

  it('skips a byte order mark', async () => {
    expect(await read('\ufeff{"a":1}', json)).toEqual({ a: 1 })
  })

  it('reads URL-encoded forms, repeated names as lists', async () => {
    expect(await read('a=1+2&b=%C3%A9&c=x&c=y', form)).toEqual({ a: '1 2', b: 'é', c: ['x', 'y'] })
  })

  it('does not let a form or JSON change a prototype', async () => {
    for (const body of [
      await read('__proto__=x', form),
      await read('{"__proto__":{"x":1}}', json),
    ]) {
      expect(Object.getPrototypeOf(body)).toBe(Object.prototype)
    }
  })

  it('gives undefined for an empty body, whatever its type', async () => {
    expect(await read('', json)).toBeUndefined()
    expect(await read(undefined, { 'content-type': 'text/plain' })).toBeUndefined()
  })

  it('refuses wrong JSON with the position', async () => {
    expect(await read('{"a":1,}', json)).toMatchObject({
      name: 'InvalidJsonError',
      status: 400,
      message: expect.stringMatching(/^The request body is not valid JSON: .* at position 7/),
    })
  })

  it('repeats no more than some characters of a wrong body', async () => {
    const error = (await read(
      `${' '.repeat(50_000)}wrong${'x'.repeat(50_000)}`,
      json,
      1_000_000,
    )) as Error
    expect(error.message).toMatch(/^The request body is not valid JSON: /)
    expect(error.message.length).toBeLessThan(200)
  })

  it('takes 500 levels of nesting, and refuses more before it parses them', async () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(await read(nested(500), json, 10_000)).toBeInstanceOf(Array)
    const refusal = 'The request body nests more than 500 levels deep'
    expect(await read(nested(501), json, 10_000)).toMatchObject({ status: 400, message: refusal })
    expect(await read('['.repeat(9000), json, 10_000)).toMatchObject({ message: refusal })
    expect(await read(`a=${'['.repeat(900)}`, form, 10_000)).toEqual({ a: '['.repeat(900) })
  })

  it('reads forms of very many names in one go', async () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `n${index}`)
    const body = await read(names.map(name => `${name}=1`).join('&'), form, 10_000_000)
    expect(Object.keys(body as object)).toEqual(names)
  })

  it('refuses bytes that are not UTF-8', async () => {
    expect(await read(new Uint8Array([0x22, 0xe9, 0x22]), json)).toMatchObject({
      status: 400,
      message: 'The request body is not valid UTF-8',
    })
  })

  it.each([`"${'a'.repeat(99)}"`, `"${'é'.repeat(50)}"`])(
    'refuses more bytes than the limit, naming it',
    async body => {
      expect(await read(body, json)).toMatchObject({
        name: 'BodyTooLargeError',
        status: 413,
        message: 'The request body is larger than the limit of 100 bytes',
      })
    },
  )

  it('accepts exactly the limit', async () => {
    expect(await read(`"${'a'.repeat(98)}"`, json)).toBe('a'.repeat(98))
  })

  it.each([
    [{ 'content-type': 'text/plain' }, 'text/plain'],
    [{ 'content-type': 'multipart/form-data; boundary=x' }, 'multipart/form-data'],
    [{ 'content-type': 'application/json; charset=latin1' }, 'latin1'],
    [{ ...json, 'content-encoding': 'gzip' }, 'gzip'],
  ])('refuses %j with 415 naming what is not supported', async (headers, named) => {
    const error = await read('{}', headers)
    expect(error).toMatchObject({ name: 'UnsupportedMediaTypeError', status: 415 })
    expect(String(error)).toContain(named)
  })
})
