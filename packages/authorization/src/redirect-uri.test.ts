import { describe, expect, it } from 'vitest'
import {
  buildRedirect,
  findRedirectUriProblem,
  isLoopbackRedirectUri,
  isRegisteredRedirectUri,
} from './redirect-uri.js'

describe('an address to return to', () => {
  it.each([
    'https://program.example/callback',
    'https://program.example:8443/callback?from=here',
    'http://localhost/callback',
    'http://127.0.0.1:3334/callback',
    'http://[::1]:3334/',
    'com.example.app:/oauth',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
  ])('may be %s', address => {
    expect(findRedirectUriProblem(address)).toBeUndefined()
  })

  it.each([
    ['', /characters/],
    ['callback', /an address/],
    ['/callback', /an address/],
    ['https://', /an address/],
    [`https://program.example/${'x'.repeat(400)}`, /at most 400/],
    ['https://program.example/a b', /characters/],
    ['https://program.example/\u0000', /characters/],
    ['https://prográm.example/', /characters/],
    ['https://program.example\\@evil.example/', /characters/],
    ['https://program.example/#', /fragment/],
    ['https://program.example/#code', /fragment/],
    ['https://user:password@program.example/', /user name/],
    ['https://@program.example/', /user name/],
    ['com.example.app://user@host/', /user name/],
    ["https://a;script-src'unsafe-inline'/", /plain letters/],
    ['http://program.example/', /must be https/],
    ['http://localhost.evil.example/', /must be https/],
    ['http://127.0.0.1.evil.example/', /must be https/],
    ['http://localhost:1@evil.example/', /user name/],
    ['javascript:alert(1)', /scheme of its own/],
    ['JavaScript://%0aalert(1)', /scheme of its own/],
    ['data:text/html,x', /scheme of its own/],
    ['file:///etc/passwd', /scheme of its own/],
    ['vbscript:x', /scheme of its own/],
    ['blob:https://program.example/x', /scheme of its own/],
    ['ws://program.example/', /scheme of its own/],
    ['ms-settings:x', /scheme of its own/],
  ])('may not be %s', (address, problem) => {
    expect(findRedirectUriProblem(address)).toMatch(problem)
  })

  it.each([
    ['the same', 'https://program.example/callback', true],
    ['another path', 'https://program.example/callback/', false],
    ['more behind it', 'https://program.example/callback?x=1', false],
    ['another port where it is not this computer', 'https://program.example:8443/callback', false],
    ['another host', 'https://evil.example/callback', false],
    ['another spelling', 'HTTPS://program.example/callback', false],
    ['this computer, another port', 'http://127.0.0.1:50123/callback', true],
    ['this computer, no port', 'http://127.0.0.1/callback', true],
    ['this computer, another path', 'http://127.0.0.1:50123/other', false],
    ['this computer by another name', 'http://localhost:50123/callback', false],
    ['a host that begins like this computer', 'http://127.0.0.1:1.evil.example/callback', false],
    ['this computer as a user name', 'http://127.0.0.1:3334@evil.example/callback', false],
  ])('is compared letter by letter: %s', (_name, asked, expected) => {
    const registered = ['https://program.example/callback', 'http://127.0.0.1:3334/callback']
    expect(isRegisteredRedirectUri(registered, asked)).toBe(expected)
  })

  it.each([
    ['http://localhost:3000/callback', true],
    ['http://127.0.0.1', true],
    ['http://[::1]:1/', true],
    ['https://localhost/callback', false],
    ['http://localhost.evil.example/', false],
    ['http://localhost@evil.example/', false],
  ])('%s leads to this computer: %s', (address, expected) => {
    expect(isLoopbackRedirectUri(address)).toBe(expected)
  })
})

describe('a redirect', () => {
  it.each([
    ['https://program.example/callback', '?code=c&state=a+state'],
    ['https://program.example/callback?from=here', '&code=c&state=a+state'],
    ['com.example.app:/oauth', '?code=c&state=a+state'],
  ])('to %s carries the response and the state', (address, added) => {
    expect(buildRedirect(address, { code: 'c' }, 'a state')).toBe(address + added)
  })

  it('has a state only when the request had one', () => {
    const address = 'https://program.example/callback'
    for (const state of [undefined, null]) {
      expect(buildRedirect(address, { code: 'c' }, state)).toBe(`${address}?code=c`)
    }
    expect(buildRedirect(address, { code: 'c' }, '')).toBe(`${address}?code=c&state=`)
  })
})
