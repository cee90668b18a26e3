import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isUnreachable, reportReachable } from './connection-state.js'
import { sendRequest } from './send-request.js'

beforeEach(() => vi.stubGlobal('navigator', { onLine: true }))
afterEach(() => {
  reportReachable('service', true)
  vi.unstubAllGlobals()
})

const send = (response: Response | Error) => {
  vi.stubGlobal('fetch', async () => {
    if (response instanceof Error) throw response
    return response
  })
  return sendRequest('service', '/healthz', {})
}

const respond = (status: number, type: string) =>
  new Response('', { status, headers: { 'content-type': type } })

it.each([
  ['nothing', new TypeError('Failed to fetch')],
  ['a page of a proxy with 502', respond(502, 'text/html')],
  ['a page of a proxy with 504', respond(504, 'text/html; charset=utf-8')],
])('a server that responds with %s is away', async (_, response) => {
  await expect(send(response)).rejects.toMatchObject({ source: 'service', status: 0 })
  expect(isUnreachable('service')).toBe(true)
})

it.each([
  ['a page', respond(200, 'text/html')],
  ['an error of its own', respond(502, 'application/json; charset=utf-8')],
  ['an error', respond(500, 'text/html')],
])('a server that responds with %s is there', async (_, response) => {
  expect(await send(response)).toBe(response)
  expect(isUnreachable('service')).toBe(false)
})

it('a request that was given up says nothing about the server', async () => {
  const aborted = new DOMException('Left.', 'AbortError')
  await expect(send(aborted)).rejects.toBe(aborted)
  expect(isUnreachable('service')).toBe(false)
})
