import { describe, expect, it } from 'vitest'
import { counterKey } from './counter-key.js'

describe('counterKey', () => {
  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::7', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['1:2:3::', '1:2:3:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['192.0.2.7', '192.0.2.7'],
  ])('counts the address %s as %s', (address, key) => {
    expect(counterKey('address', address)).toBe(key)
  })

  it('keeps short plain texts, and shortens all others without mixing them up', () => {
    expect(counterKey('id', 'ada@example.com')).toBe('ada@example.com')
    const odd = ['x'.repeat(300), `${'x'.repeat(299)}y`, 'a\u0000b', '', 'é'].map(text =>
      counterKey('id', text),
    )
    expect(new Set(odd).size).toBe(odd.length)
    for (const key of odd) expect(key).toMatch(/^[\w-]{43}$/)
  })
})
