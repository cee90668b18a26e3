import type { HttpRequest } from '@service/http'
import { describe, expect, it } from 'vitest'
import { bareAddress, clientAddress, compileProxies } from './trusted-proxies.js'

describe('an address without its port and coat', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:80', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['[2001:db8::1]:80', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:c000:201', '::ffff:c000:201'],
    ['x::ffff:192.0.2.1', 'x::ffff:192.0.2.1'],
    ['x192.0.2.1:80', 'x192.0.2.1:80'],
    ['192.0.2.1:80x', '192.0.2.1:80x'],
  ])('of %s is %s', (text, expected) => {
    expect(bareAddress(text)).toBe(expected)
  })
})

describe('the address of a client', () => {
  const from = (
    peer: string | undefined,
    forwarded: string | undefined,
    trusted: boolean | string[],
  ) =>
    clientAddress(
      { remoteAddress: peer, header: () => forwarded } as unknown as HttpRequest,
      compileProxies(trusted),
    )

  it.each<[string | undefined, string | undefined, boolean | string[], string | undefined]>([
    ['10.0.0.1', '192.0.2.1', false, '10.0.0.1'],
    ['10.0.0.1', undefined, true, '10.0.0.1'],
    ['10.0.0.1', '192.0.2.1, 192.0.2.2, 192.0.2.3', true, '192.0.2.3'],
    ['10.0.0.1', '', true, '10.0.0.1'],
    ['10.0.0.1', '192.0.2.1, 192.0.2.2, 10.0.0.2', ['10.0.0.0/8'], '192.0.2.2'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', ['10.0.0.0/8'], '10.0.0.3'],
    ['192.0.2.9', '192.0.2.1', ['10.0.0.0/8'], '192.0.2.9'],
    [undefined, '192.0.2.1', ['10.0.0.0/8'], undefined],
    [undefined, undefined, false, undefined],
  ])('behind %s with %j, of which %j are trusted, is %s', (peer, forwarded, trusted, expected) => {
    expect(from(peer, forwarded, trusted)).toBe(expected)
  })
})
