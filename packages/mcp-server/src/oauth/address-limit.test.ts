import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAddressLimit } from './address-limit.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('createAddressLimit', () => {
  it('counts a network of IPv6 as one address, and IPv4 each by itself', () => {
    const limit = createAddressLimit(1)
    expect(limit('2001:db8:0:1::1')).toBeUndefined()
    expect(limit('2001:0db8::1:aaaa:bbbb:cccc:dddd')).toBe(900)
    expect(limit('2001:db8:0:2::1')).toBeUndefined()
    expect(limit('::1')).toBeUndefined()
    expect(limit('10.0.0.1')).toBeUndefined()
    expect(limit('10.0.0.2')).toBeUndefined()
    expect(limit('10.0.0.1')).toBe(900)
  })

  it('counts those without an address together', () => {
    const limit = createAddressLimit(1)
    expect(limit(undefined)).toBeUndefined()
    expect(limit(undefined)).toBe(900)
  })

  it('remembers ten thousand addresses at most: the first is forgotten first', () => {
    const limit = createAddressLimit(1)
    for (let index = 0; index <= 10_000; index += 1) {
      expect(limit(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`)).toBeUndefined()
    }
    expect(limit('10.0.0.1')).toBe(900)
    expect(limit('10.0.0.0')).toBeUndefined()
  })
})
