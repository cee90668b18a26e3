import type { WireIpRule } from '@service/protocol'
import { describe, expect, it } from 'vitest'
import {
  includesAddress,
  isLoopbackAddress,
  normalizeAddress,
  readClientNetwork,
} from './address.js'
import { compileTrustedProxies, findClientAddress, namesForwardedClient } from './client-address.js'
import { compileIpRules } from './ip-rules.js'

describe('normalizeAddress', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:80', '2001:db8::1'],
    ['', ''],
    ['x', 'x'],
    ['::ffff:c000:201', '::ffff:c000:201'],
    ['x::ffff:192.0.2.1', 'x::ffff:192.0.2.1'],
    ['x192.0.2.1:80', 'x192.0.2.1:80'],
    ['192.0.2.1:80x', '192.0.2.1:80x'],
  ])('makes %j %j', (text, address) => {
    expect(normalizeAddress(text)).toBe(address)
  })
})

it.each([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::1', true],
  ['128.0.0.1', false],
  ['::2', false],
])('isLoopbackAddress says of %s: %s', (address, expected) => {
  expect(isLoopbackAddress(address)).toBe(expected)
})

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
  ['2001:db8::7', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['1:2:3::', '1:2:3:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['192.0.2.7', '192.0.2.7'],
  ['unknown', 'unknown'],
])('readClientNetwork reads %s as %s', (address, network) => {
  expect(readClientNetwork(address)).toBe(network)
})

describe('findClientAddress', () => {
  const listed = compileTrustedProxies(['10.0.0.0/8', '2001:db8:ffff::1'])

  it.each([
    ['nobody is trusted', '192.0.2.99', '198.51.100.7', false, '192.0.2.99'],
    ['the last proxy is trusted', '10.0.0.1', '192.0.2.99, 198.51.100.7', true, '198.51.100.7'],
    ['the last proxy names nobody', '10.0.0.1', undefined, true, '10.0.0.1'],
    ['the last proxy names nothing', '10.0.0.1', '', true, '10.0.0.1'],
    ['the peer is listed', '10.0.0.1', '192.0.2.9, 198.51.100.7, 10.1.2.3', listed, '198.51.100.7'],
    ['all hops are listed', '10.0.0.1', '10.0.0.3, 10.0.0.2', listed, '10.0.0.3'],
    [
      'the last of three is trusted',
      '10.0.0.1',
      '192.0.2.1, 192.0.2.2, 192.0.2.3',
      true,
      '192.0.2.3',
    ],
    ['the peer is listed by IPv6', '2001:db8:ffff::1', '198.51.100.7', listed, '198.51.100.7'],
    ['the peer is not listed', '203.0.113.99', '198.51.100.7', listed, '203.0.113.99'],
    ['all hops are listed', '10.0.0.1', '10.0.0.3, 10.0.0.2', listed, '10.0.0.3'],
    ['a hop is no address', '10.0.0.1', '198.51.100.7, x', listed, 'x'],
    ['a hop has a port', '10.0.0.1', '198.51.100.7:4711', listed, '198.51.100.7'],
    ['the peer is mapped', '::ffff:10.0.0.1', '198.51.100.7', listed, '198.51.100.7'],
    ['the peer is not known', undefined, '198.51.100.7', listed, undefined],
  ])('when %s', (_, peer, forwarded, proxies, expected) => {
    expect(findClientAddress(peer, forwarded, proxies)).toBe(expected)
  })

  it('believes nobody when no proxy is listed', () => {
    expect(compileTrustedProxies([])).toBe(false)
  })

  it.each(['x', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/33', '300.0.0.1'])(
    'takes no proxy %j',
    text => {
      expect(() => compileTrustedProxies([text])).toThrow()
    },
  )
})

it.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])('namesForwardedClient sees %s', name => {
  expect(namesForwardedClient({ header: asked => (asked === name ? 'x' : undefined) })).toBe(true)
  expect(namesForwardedClient({ header: () => undefined })).toBe(false)
})

describe('compileIpRules', () => {
  const allowed = compileIpRules([
    { type: 0, ip: '198.51.100.7' },
    { type: 1, ipMinimum: '203.0.113.10', ipMaximum: '203.0.113.20' },
    { type: 2, range: '192.0.2.0/28' },
    { type: 2, range: '2001:db8::/32' },
  ])

  it.each([
    ['198.51.100.7', true],
    ['198.51.100.8', false],
    ['203.0.113.10', true],
    ['203.0.113.20', true],
    ['203.0.113.21', false],
    ['192.0.2.15', true],
    ['192.0.2.16', false],
    ['2001:db8::1', true],
    ['2001:db9::1', false],
    ['no address', false],
    ['', false],
  ])('lets %s in: %s', (address, expected) => {
    expect(includesAddress(allowed, address)).toBe(expected)
  })

  it('throws on a rule it cannot read, or leaves it out where that is heard of', () => {
    const unreadable: WireIpRule[] = [
      { type: 0, ip: '300.1.1.1' },
      { type: 1, ipMinimum: '203.0.113.20', ipMaximum: '203.0.113.10' },
      { type: 2, range: '192.0.2.0' },
      { type: 2, range: '192.0.2.0/33' },
    ]
    for (const rule of unreadable) expect(() => compileIpRules([rule])).toThrow()
    const left: WireIpRule[] = []
    const readable: WireIpRule = { type: 0, ip: '192.0.2.1' }
    const list = compileIpRules([...unreadable, readable], rule => left.push(rule))
    expect(left).toEqual(unreadable)
    expect(includesAddress(list, '192.0.2.1')).toBe(true)
  })
})
