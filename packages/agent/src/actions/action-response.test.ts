import type { ActionResult } from '@service/engine'
import type { HttpResponse } from '@service/http'
import { describe, expect, it } from 'vitest'
import { actionResponse } from './action-response.js'

const headers = { 'x-custom': 'yes' }
const respond = (result: object) =>
  actionResponse({ headers, ...result } as unknown as ActionResult)
const json = ({ body }: HttpResponse) => JSON.parse(String(body))

async function* pieces(log: string[], ...texts: string[]) {
  try {
    for (const text of texts) {
      log.push(`gives ${text}`)
      yield Buffer.from(text)
    }
    log.push('ends')
  } finally {
    log.push('is closed')
  }
}

async function readAll(body: HttpResponse['body']): Promise<string> {
  let text = ''
  for await (const piece of body as AsyncIterable<Uint8Array>) text += Buffer.from(piece).toString()
  return text
}

describe('the answer to an action', () => {
  it.each<[object, number, object]>([
    [
      { kind: 'success', message: 'Done', html: '<b>', invalidated: ['orders'] },
      200,
      { success: 'Done', html: '<b>', refresh: { relationships: ['orders'] } },
    ],
    [{ kind: 'error', message: 'No', html: '<i>' }, 400, { error: 'No', html: '<i>' }],
    [
      { kind: 'webhook', url: '/x', method: 'POST', headersToSend: { a: 'b' }, body: { c: 1 } },
      200,
      { webhook: { url: '/x', method: 'POST', headers: { a: 'b' }, body: { c: 1 } } },
    ],
    [{ kind: 'redirect', path: '/orders' }, 200, { redirectTo: '/orders' }],
  ])('%j is %i %j', async (result, status, expected) => {
    const answer = await respond(result)
    expect(answer.status).toBe(status)
    expect(json(answer)).toEqual(expected)
    expect(answer.headers).toMatchObject({
      ...headers,
      'content-type': expect.stringMatching('json'),
    })
  })

  it('is a file as it is', async () => {
    for (const content of ['a,b', new Uint8Array([1, 2])]) {
      const file = { kind: 'file', content, name: 'list.csv', mimeType: 'text/csv' }
      const answer = await respond(file)
      expect(answer).toMatchObject({
        status: 200,
        headers: {
          ...headers,
          'content-type': 'text/csv',
          'content-disposition': expect.stringContaining('list.csv'),
          'x-accel-buffering': 'no',
        },
      })
      expect(answer.body).toBe(content)
    }
  })

  it('is a file in pieces, of which the first is read before the answer begins', async () => {
    const log: string[] = []
    const file = { kind: 'file', content: pieces(log, 'a', 'b', 'c'), name: 'x', mimeType: 'y' }
    const { body } = await respond(file)
    expect(log).toEqual(['gives a'])
    expect(await readAll(body)).toBe('abc')
    expect(log.slice(-2)).toEqual(['ends', 'is closed'])
    const none = { ...file, content: pieces([]) }
    expect(await readAll((await respond(none)).body)).toBe('')
  })

  it('closes a file that nobody reads to its end', async () => {
    const log: string[] = []
    const file = { kind: 'file', content: pieces(log, 'a', 'b'), name: 'x', mimeType: 'y' }
    const { body } = await respond(file)
    for await (const _ of body as AsyncIterable<Uint8Array>) break
    expect(log).toEqual(['gives a', 'is closed'])
  })

  it('needs no file that can be closed', async () => {
    const piece = { done: false, value: Buffer.from('a') }
    const content = { [Symbol.asyncIterator]: () => ({ next: async () => piece }) }
    const { body } = await respond({ kind: 'file', content, name: 'x', mimeType: 'y' })
    const reader = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
    expect(await reader.next()).toEqual(piece)
    expect(await reader.return?.()).toEqual({ done: true, value: undefined })
  })

  it('keeps its status when a file cannot be read', async () => {
    const content = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('lost')) }),
    }
    await expect(respond({ kind: 'file', content, name: 'x', mimeType: 'y' })).rejects.toThrow(
      'lost',
    )
  })
})
