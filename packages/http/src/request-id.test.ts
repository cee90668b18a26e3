import { describe, expect, it } from 'vitest'
import type { HttpRequest } from './message.js'
import { requestId } from './request-id.js'

const withHeader = (value?: string) => ({ header: () => value }) as Partial<HttpRequest>
const readId = (value?: string) => requestId(withHeader(value) as HttpRequest)

describe('requestId', () => {
  it('keeps a well-formed id given by a proxy', () => {
    expect(readId('4f2b9c0d8e7a4f2b9c0d8e7a4f2b9c0d')).toBe('4f2b9c0d8e7a4f2b9c0d8e7a4f2b9c0d')
  })

  it.each([
    undefined,
    '',
    'short',
    'a'.repeat(65),
    'has spaces in the middle',
    '<script>alert(1)</script>',
  ])('makes a UUID instead of %j', given => {
    expect(readId(given)).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    )
  })
})
