import { describe, expect, it } from 'vitest'
import { formatIpRule, parseIpRule, readRuleFamily } from './ip-rule.js'

describe('parseIpRule', () => {
  it.each([
    ['192.0.2.7', { type: 0, ip: '192.0.2.7' }],
    [' 2001:db8::7 ', { type: 0, ip: '2001:db8::7' }],
    ['::1', { type: 0, ip: '::1' }],
    ['::ffff:192.0.2.7', { type: 0, ip: '::ffff:192.0.2.7' }],
    ['1:2:3:4:5:6:7:8', { type: 0, ip: '1:2:3:4:5:6:7:8' }],
    ['10.0.0.0/8', { type: 2, range: '10.0.0.0/8' }],
    ['2001:db8::/32', { type: 2, range: '2001:db8::/32' }],
    ['192.0.2.1-192.0.2.9', { type: 1, ipMinimum: '192.0.2.1', ipMaximum: '192.0.2.9' }],
    ['192.0.2.1 – 192.0.2.9', { type: 1, ipMinimum: '192.0.2.1', ipMaximum: '192.0.2.9' }],
  ])('reads %s', (text, expected) => {
    const rule = parseIpRule(text)
    expect(rule).toEqual(expected)
    expect(rule && parseIpRule(formatIpRule(rule))).toEqual(expected)
  })

  it.each([
    '',
    'office',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.07',
    '1.2.3.4.5',
    ':::1',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8:9',
    'fe80::1%eth0',
    '12345::',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0.0/8/8',
    '2001:db8::/129',
    '192.0.2.1-2001:db8::1',
    '1.1.1.1-2.2.2.2-3.3.3.3',
  ])('refuses %j', text => {
    expect(parseIpRule(text)).toBeUndefined()
  })

  it('keeps what the rule is for', () => {
    expect(parseIpRule('192.0.2.7', ' Office ')).toEqual({
      type: 0,
      ip: '192.0.2.7',
      description: 'Office',
    })
  })
})

describe('readRuleFamily', () => {
  it('tells IPv4 from IPv6', () => {
    expect(readRuleFamily({ type: 2, range: '10.0.0.0/8' })).toBe(4)
    expect(readRuleFamily({ type: 1, ipMinimum: '::1', ipMaximum: '::2' })).toBe(6)
  })
})
