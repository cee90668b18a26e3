import { describe, expect, it } from 'vitest'
import { readBytes, readRequestBytes } from './read-bytes.js'

const encoder = new TextEncoder()
const decode = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes)

async function* send(texts: readonly string[], sent: string[] = []) {
  for (const text of texts) {
    sent.push(text)
    yield encoder.encode(text)
  }
}

describe('readBytes', () => {
  it.each([
    [[], ''],
    [['abc'], 'abc'],
    [['ab', 'c', 'é'], 'abcé'],
  ])('reads %j as %j', async (texts, expected) => {
    expect(decode(await readBytes(send(texts), 100))).toBe(expected)
  })

  it('takes exactly the limit, and reads no further beyond it', async () => {
    expect(decode(await readBytes(send(['ab', 'cd']), 4))).toBe('abcd')
    const sent: string[] = []
    expect(await readBytes(send(['ab', 'cd', 'ef', 'gh'], sent), 3)).toBeUndefined()
    expect(sent).toEqual(['ab', 'cd'])
  })
})

describe('readRequestBytes', () => {
  const request = (body: string | null, headers = {}) =>
    new Request('http://localhost/', { method: 'POST', body, headers })

  it('reads the body, or nothing when there is none', async () => {
    expect(decode(await readRequestBytes(request('abc'), 3))).toBe('abc')
    expect(decode(await readRequestBytes(request(null), 3))).toBe('')
  })

  it('does not read a body that says it is too large', async () => {
    const large = request('abc', { 'content-length': '4' })
    expect(await readRequestBytes(large, 3)).toBeUndefined()
    expect(large.bodyUsed).toBe(false)
    expect(await readRequestBytes(request('abcd'), 3)).toBeUndefined()
  })
})
