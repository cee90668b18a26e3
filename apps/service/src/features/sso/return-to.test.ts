import { fuzzSeed } from '@service/test-support'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnTo } from './return-to.js'

const read = (text: string) => returnTo.safeParse(text)

/** What tricks are made of: separators, dots in every spelling, hosts, schemes and what parsers drop. */
const PIECES = [
  ...['/', '//', '\\', '.', '..', '%2e', '%2E%2e', '%2f', '%5c', '@', ':', '?', '#', ';', '*'],
  ...['\t', '\n', '\r', ' ', '\0', '\u00a0', '\u2028', '\ufeff', '\u3002', '\uff0e', '\uff0f'],
  ...['host.test', 'user@host.test', 'https:', 'http://', 'javascript:', '[::1]', 'a', 'é', '😀'],
]

describe('returnTo', () => {
  it.each([
    '/.//host.test',
    '/..//host.test',
    '/%2e//host.test',
    '/%2E%2e//host.test',
    '/a/..//host.test',
    '/.///host.test',
    '/./\\host.test',
    '/.\\/host.test',
    '/\t.//host.test',
    '/.\n//host.test',
    '//host.test',
    '///host.test',
    '/\\host.test',
    '\\/host.test',
    '\\\\host.test',
    '/\t/host.test',
    '/\n/host.test',
    '\t//host.test',
    ' //host.test',
    '/\t\\host.test',
    '//user@host.test',
    '//site.invalid@host.test',
    '//host.test\u3002evil.test',
    '//',
    'https:host.test',
    'https:/host.test',
    'https://host.test',
    'http:host.test',
    'javascript:alert(1)',
    'data:text/html,x',
    'host.test',
    '@host.test',
    '?x',
    '',
  ])('is not %j', text => {
    expect(read(text).success).toBe(false)
  })

  it.each([
    ['/', '/'],
    ['/projects/1', '/projects/1'],
    ['/docs?a=1&b=//host.test#c', '/docs?a=1&b=//host.test#c'],
    ['/a/./b/../c', '/a/c'],
    ['/a//b', '/a//b'],
    ['/a//b/../..//c', '/a//c'],
    ['/user@host.test', '/user@host.test'],
    ['/é', '/%C3%A9'],
    ['/\uff0f/host.test', '/%EF%BC%8F/host.test'],
  ])('reads %j as %j', (text, path) => {
    expect(read(text).data).toBe(path)
  })

  it(`is a page of the own site, whatever passes, seed ${fuzzSeed}`, () => {
    const texts = fc
      .array(fc.constantFrom(...PIECES), { maxLength: 8 })
      .map(pieces => `/${pieces.join('')}`)
    fc.assert(
      fc.property(texts, text => {
        const { success, data } = read(text)
        if (!success) return
        expect(data).toMatch(/^\/(?![/\\])[!-~]*$/)
        for (const page of ['http://localhost:3310/sign-in', 'https://service.test/sso/callback']) {
          const { origin, href } = new URL(data, page)
          expect(href).toBe(`${new URL(page).origin}${data}`)
          expect(origin).toBe(new URL(page).origin)
        }
        expect(read(data).data).toBe(data)
      }),
      { seed: fuzzSeed, numRuns: 5000 },
    )
  })
})
