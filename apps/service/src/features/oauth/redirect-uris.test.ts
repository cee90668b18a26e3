import { describe, expect, it } from 'vitest'
import { isRegistered, policySourceOf, problemOfRedirectUri, receiverOf } from './redirect-uris.js'

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
    expect(problemOfRedirectUri(address)).toBeUndefined()
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
    expect(problemOfRedirectUri(address)).toMatch(problem)
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
    expect(isRegistered(registered, asked)).toBe(expected)
  })

  it.each([
    ['https://program.example:8443/x', 'program.example:8443', 'https://program.example:8443'],
    ['http://127.0.0.1:1/x', 'a program on this computer', 'http://127.0.0.1:1'],
    ['http://[::1]:1/x', 'a program on this computer', 'http:'],
    ['cursor://x/y', 'the app on this device that opens cursor: links', 'cursor:'],
  ])('%s is told to people and to their browser', (address, words, source) => {
    expect([receiverOf(address), policySourceOf(address)]).toEqual([words, source])
  })
})
