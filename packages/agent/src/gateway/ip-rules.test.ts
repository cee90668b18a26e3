import { compileTrustedProxies, type HttpRequest } from '@service/http'
import type { IpRule } from '@service/service-client'
import { describe, expect, it } from 'vitest'
import { checkAddress, compileAllowedAddresses } from './ip-rules.js'

const rules: IpRule[] = [
  { type: 0, ip: '198.51.100.7' },
  { type: 1, ipMinimum: '203.0.113.10', ipMaximum: '203.0.113.20' },
  { type: 2, range: '192.0.2.0/28' },
  { type: 2, range: '2001:db8::/32' },
]
const allowed = compileAllowedAddresses(rules, () => {})

interface Sender {
  readonly peer?: string
  readonly forwarded?: string
  /** The one that says `forwarded`. */
  readonly header?: string
  readonly trustProxy?: boolean | readonly string[]
  readonly allowsLoopback?: boolean
  readonly isInternal?: boolean
}

const isAllowed = ({
  peer,
  forwarded,
  header = 'x-forwarded-for',
  trustProxy = false,
  allowsLoopback = false,
  isInternal,
}: Sender) => {
  const request = {
    remoteAddress: peer,
    isInternal,
    header: (name: string) => (name === header ? forwarded : undefined),
  } as HttpRequest
  try {
    checkAddress(
      request,
      allowed,
      { proxies: compileTrustedProxies(trustProxy), allowsLoopback },
      () => {},
    )
    return true
  } catch (error) {
    expect(error).toMatchObject({ name: 'ForbiddenError', status: 403 })
    return false
  }
}

describe('checkAddress', () => {
  it.each([
    ['198.51.100.7', true],
    ['::ffff:198.51.100.7', true],
    ['198.51.100.8', false],
    ['203.0.113.10', true],
    ['203.0.113.20', true],
    ['203.0.113.21', false],
    ['192.0.2.15', true],
    ['192.0.2.16', false],
    ['2001:db8::1', true],
    ['2001:db9::1', false],
    ['not an address', false],
  ])('lets %s in: %s', (peer, expected) => {
    expect(isAllowed({ peer })).toBe(expected)
  })

  it('refuses a request whose address is not known', () => {
    expect(isAllowed({})).toBe(false)
  })

  it('does not believe X-Forwarded-For without a trusted proxy', () => {
    expect(isAllowed({ peer: '192.0.2.99', forwarded: '198.51.100.7' })).toBe(false)
    expect(isAllowed({ peer: '198.51.100.7', forwarded: '192.0.2.99' })).toBe(true)
  })

  it('takes the hop the trusted proxy recorded, whatever the client wrote before it', () => {
    const behindProxy = { peer: '10.0.0.1', trustProxy: true }
    expect(isAllowed({ ...behindProxy, forwarded: '192.0.2.99, 198.51.100.7' })).toBe(true)
    expect(isAllowed({ ...behindProxy, forwarded: '198.51.100.7, 192.0.2.99' })).toBe(false)
    expect(isAllowed({ ...behindProxy })).toBe(false)
  })

  describe('with a list of trusted proxies', () => {
    const trustProxy = ['10.0.0.0/8', '2001:db9:ffff::1']

    it('takes the rightmost hop that is none of them', () => {
      const forwarded = '203.0.113.99, 198.51.100.7, 10.1.2.3'
      expect(isAllowed({ peer: '10.0.0.1', trustProxy, forwarded })).toBe(true)
      expect(isAllowed({ peer: '2001:db9:ffff::1', trustProxy, forwarded })).toBe(true)
      const forged = '198.51.100.7, 203.0.113.99, 10.1.2.3'
      expect(isAllowed({ peer: '10.0.0.1', trustProxy, forwarded: forged })).toBe(false)
    })

    it('does not believe a peer that is none of them, nor a hop beyond one', () => {
      expect(isAllowed({ peer: '203.0.113.99', trustProxy, forwarded: '198.51.100.7' })).toBe(false)
      expect(isAllowed({ peer: '198.51.100.7', trustProxy, forwarded: '203.0.113.99' })).toBe(true)
    })

    it('takes the first hop when all are trusted, and refuses one that is no address', () => {
      expect(isAllowed({ peer: '10.0.0.1', trustProxy, forwarded: '10.0.0.2' })).toBe(false)
      expect(isAllowed({ peer: '10.0.0.1', trustProxy, forwarded: '198.51.100.7, x' })).toBe(false)
      expect(isAllowed({ peer: '10.0.0.1', trustProxy, forwarded: '198.51.100.7, ' })).toBe(false)
    })

    it('reads addresses with ports', () => {
      expect(isAllowed({ peer: '10.0.0.1', trustProxy, forwarded: '198.51.100.7:4711' })).toBe(true)
      expect(isAllowed({ peer: '10.0.0.1', trustProxy, forwarded: '[2001:db8::1]:80' })).toBe(true)
      expect(isAllowed({ peer: '10.0.0.1', trustProxy, forwarded: '[2001:db8::1]' })).toBe(true)
      for (const forwarded of [
        '198.51.100.7:x',
        'x[2001:db8::1]',
        '[2001:db8::1]x',
        'x198.51.100.7:1',
      ]) {
        expect(isAllowed({ peer: '10.0.0.1', trustProxy, forwarded })).toBe(false)
      }
    })
  })

  const loopback = ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1']

  it.each(loopback)('refuses %s like any other: a proxy there may speak for everybody', peer => {
    expect(isAllowed({ peer })).toBe(false)
    expect(isAllowed({ peer, trustProxy: true })).toBe(false)
    expect(isAllowed({ peer, trustProxy: ['127.0.0.0/8', '::1'] })).toBe(false)
  })

  it.each(loopback)('lets %s in where the setting says so, unless a proxy names somebody', peer => {
    expect(isAllowed({ peer, allowsLoopback: true })).toBe(true)
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip']) {
      expect(isAllowed({ peer, allowsLoopback: true, header, forwarded: '192.0.2.99' })).toBe(false)
    }
  })

  it.each(['203.0.113.99', '12.7.0.1', '::2', undefined])(
    'does not take %s for the machine itself',
    peer => {
      expect(isAllowed({ peer, allowsLoopback: true })).toBe(false)
    },
  )

  it('lets in what the agent asks itself, for a client it has checked', () => {
    expect(isAllowed({ isInternal: true })).toBe(true)
  })
})

describe('compileAllowedAddresses', () => {
  it('leaves out a rule it cannot read, with a warning that shows it', () => {
    const warnings: string[] = []
    const unreadable: IpRule[] = [
      { type: 0, ip: '300.1.1.1' },
      { type: 1, ipMinimum: '203.0.113.20', ipMaximum: '203.0.113.10' },
      { type: 2, range: '192.0.2.0' },
      { type: 2, range: '192.0.2.0/33' },
      { type: 2, range: '192.0.2.0/' },
      { type: 2, range: '192.0.2.0/2x' },
      { type: 2, range: '192.0.2.0/x24' },
      { type: 2, range: '192.0.2.0/24/8' },
      { type: 2, range: '192.0.2.0/1e1' },
      { type: 2, range: '/8' },
      { type: 2, range: 'unknown/8' },
    ]
    compileAllowedAddresses(unreadable, (_, message) => warnings.push(message))
    expect(warnings).toEqual(
      unreadable.map(rule => `IP rule ${JSON.stringify(rule)} cannot be read and is ignored.`),
    )
  })
})
