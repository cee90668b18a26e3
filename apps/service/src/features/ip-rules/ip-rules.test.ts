import { compileIpRules } from '@service/http'
import type { WireIpRule } from '@service/protocol'
import { describe, expect, it } from 'vitest'
import { checkAddress } from '../../http/access/check-address.js'
import { ask } from '../../testing/ask.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { useTestProject } from '../../testing/use-test-project.js'

const isAllowed = (rules: readonly WireIpRule[], address: string, ipRulesAllowLoopback = false) => {
  try {
    checkAddress(JSON.stringify(rules), address, { ipRulesAllowLoopback })
    return true
  } catch {
    return false
  }
}

describe('checkAddress', () => {
  const rules: readonly WireIpRule[] = [
    { type: 0, ip: '192.0.2.7' },
    { type: 0, ip: '2001:db8::7' },
    { type: 1, ipMinimum: '198.51.100.10', ipMaximum: '198.51.100.20' },
    { type: 1, ipMinimum: '2001:db8:1::', ipMaximum: '2001:db8:1::ff' },
    { type: 2, range: '10.1.0.0/16' },
    { type: 2, range: '2001:db8:2::/48' },
  ]

  it.each([
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['2001:db8::7', true],
    ['2001:0DB8:0:0::0007', true],
    ['2001:db8::8', false],
    ['198.51.100.9', false],
    ['198.51.100.10', true],
    ['198.51.100.20', true],
    ['198.51.100.21', false],
    ['2001:db8:1::ab', true],
    ['2001:db8:1::100', false],
    ['10.1.255.255', true],
    ['10.2.0.0', false],
    ['2001:db8:2:ffff::1', true],
    ['2001:db8:3::1', false],
    ['::ffff:192.0.2.7', true],
    ['', false],
    ['unknown', false],
  ])('answers %s with %s', (address, expected) => {
    expect(isAllowed(rules, address)).toBe(expected)
  })

  it('lets everyone in when rules are not enabled, and nobody with none', () => {
    const settings = { ipRulesAllowLoopback: false }
    expect(() => checkAddress(null, '203.0.113.1', settings)).not.toThrow()
    expect(isAllowed([], '203.0.113.1')).toBe(false)
  })

  it.each(['127.0.0.1', '::1'])('refuses %s too, unless the setting lets it in', address => {
    expect(isAllowed(rules, address)).toBe(false)
    expect(isAllowed(rules, address, true)).toBe(true)
    expect(isAllowed(rules, '203.0.113.1', true)).toBe(false)
  })

  it('reads a mapped IPv4 rule as IPv4', () => {
    const list = compileIpRules([{ type: 0, ip: '::ffff:192.0.2.7' }])
    expect(list.check('192.0.2.7', 'ipv4')).toBe(true)
  })
})

describe('IP rules', () => {
  const suite = useTestProject('admin', { trustedProxies: ['127.0.0.1'] })

  const send = (method: string, body?: unknown) =>
    ask(
      suite.service.url,
      method,
      `/api/projects/${suite.project.id}/environments/${suite.project.environment.id}/ip-rules`,
      { headers: suite.headers, body },
    )
  const office = { isEnabled: true, rules: [{ type: 2, range: '192.0.2.0/24' }] }

  it('are off at first, and a change is logged with what it changed', async () => {
    expect((await send('GET')).body).toEqual({ isEnabled: false, rules: [] })
    const set = await send('PUT', office)
    expect([set.status, set.body]).toEqual([200, office])
    expect((await send('GET')).body).toEqual(office)
    await send('PUT', { ...office, isEnabled: false })
    await send('PUT', { ...office, isEnabled: false })
    const environment = { object: 'environment', name: 'Production' }
    const common = { type: 'update', resource: 'ip-rules', by: suite.project.admin.id }
    expect(await listAdminLogs(suite.service.deps.store, suite.project.id)).toEqual([
      {
        ...common,
        previous: { environment, isEnabled: false, rules: [] },
        next: { environment, isEnabled: true, rules: office.rules },
      },
      {
        ...common,
        previous: { environment, isEnabled: true },
        next: { environment, isEnabled: false },
      },
    ])
  })

  it('hold from the next request on for tokens and agents, not for people', async () => {
    const token = await suite.seed.apiToken({
      projectId: suite.project.id,
      userId: suite.project.admin.id,
    })
    const agent = { 'service-secret-key': suite.project.environment.secret }
    const notes = `/v1/project/${encodeURIComponent(suite.project.name)}/environment/Production/notes`
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const asToken = (address: string) =>
      ask(suite.service.url, 'GET', notes, { headers: { ...token, ...from(address) } })
    const asAgent = (address: string) =>
      ask(suite.service.url, 'POST', '/agent-api/activity-logs', {
        headers: { ...agent, ...from(address) },
      })

    expect((await asToken('203.0.113.9')).status).toBe(200)
    await send('PUT', office)
    expect((await asToken('192.0.2.99')).status).toBe(200)
    const refused = await asToken('203.0.113.9')
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        error: 'Forbidden',
        message: 'The IP rules of the environment do not allow the IP address 203.0.113.9.',
      },
    ])
    const refusedAgent = await asAgent('203.0.113.9')
    expect([refusedAgent.status, refusedAgent.body.code]).toEqual([403, 'address_not_allowed'])
    expect((await asAgent('192.0.2.99')).status).toBe(415)
    expect((await send('GET')).status).toBe(200)
    await send('PUT', { isEnabled: false, rules: [] })
    expect((await asToken('203.0.113.9')).status).toBe(200)
  })

  it.each<[object, string]>([
    [{ type: 0, ip: '192.0.2' }, "'rules.0.ip' must be an IPv4 or IPv6 address."],
    [{ type: 0, ip: 'fe80::1%eth0' }, "'rules.0.ip' must be an IPv4 or IPv6 address."],
    [{ type: 0, ip: '192.0.2.1', range: '10.0.0.0/8' }, "Unknown field 'rules.0.range'."],
    [{ type: 0 }, "'rules.0.ip' is missing."],
    [
      { type: 1, ipMinimum: '192.0.2.9', ipMaximum: '192.0.2.1' },
      "'rules.0' must have an 'ipMinimum' not above 'ipMaximum', of the same family.",
    ],
    [
      { type: 1, ipMinimum: '192.0.2.9', ipMaximum: '2001:db8::1' },
      "'rules.0' must have an 'ipMinimum' not above 'ipMaximum', of the same family.",
    ],
    ...['10.0.0.0', '10.0.0.0/33', '10.0.0.0/8/8', '2001:db8::/129', '/8', '10.0.0.0/08'].map(
      range =>
        [
          { type: 2, range },
          "'rules.0.range' must be a network such as '10.0.0.0/8' or 'fd00::/8'.",
        ] as [object, string],
    ),
  ])('refuse the rule %j', async (rule, message) => {
    const { status, body } = await send('PUT', { isEnabled: true, rules: [rule] })
    expect([status, body]).toEqual([400, { code: 'invalid_body', message }])
  })

  it('refuse a type that does not exist, an empty list that is enabled, and 501 rules', async () => {
    const unknown = await send('PUT', { isEnabled: true, rules: [{ type: 3 }] })
    expect(unknown.status).toBe(400)
    expect(unknown.body.message).toMatch(/^'rules\.0\.type'/)
    const empty = await send('PUT', { isEnabled: true, rules: [] })
    expect(empty.body.message).toBe(
      "'rules' must have a rule when the rules are enabled: otherwise no request would be accepted.",
    )
    const many = Array.from({ length: 501 }, (_, i) => ({
      type: 0,
      ip: `10.0.${Math.floor(i / 256)}.${i % 256}`,
    }))
    const tooMany = await send('PUT', { isEnabled: true, rules: many })
    expect(tooMany.body.message).toBe("'rules' must have at most 500 rules.")
    expect((await send('PUT', { isEnabled: true, rules: many.slice(1) })).status).toBe(200)
  })

  it('keep what each rule is for, for people alone', async () => {
    const described = {
      isEnabled: true,
      rules: [{ type: 0, ip: '192.0.2.7', description: 'Office in Lyon' }],
    }
    expect((await send('PUT', described)).body).toEqual(described)
    expect((await send('GET')).body).toEqual(described)
    const { body } = await ask(suite.service.url, 'GET', '/agent-api/ip-rules', {
      headers: {
        'service-secret-key': suite.project.environment.secret,
        'x-forwarded-for': '192.0.2.7',
      },
    })
    expect(body.data.attributes.rules).toEqual([{ type: 0, ip: '192.0.2.7' }])
  })

  it('tell before they are stored whom they would keep out', async () => {
    const check = (address: string, body: object) =>
      ask(
        suite.service.url,
        'POST',
        `/api/projects/${suite.project.id}/environments/${suite.project.environment.id}/ip-rules/check`,
        { headers: { ...suite.headers, 'x-forwarded-for': address }, body },
      )
    const member = await suite.seed.member(suite.project, 'user')
    await suite.seed.session(member.id)
    const { db } = suite.service.deps.store
    const setAddress = (userId: number, address: string) =>
      db.updateTable('sessions').set({ address }).where('user_id', '=', userId).execute()
    await setAddress(member.id, '203.0.113.9')
    await setAddress(suite.member.id, '192.0.2.99')
    expect((await check('192.0.2.99', office)).body).toEqual({
      address: '192.0.2.99',
      isAllowed: true,
      seenCount: 2,
      outsideCount: 1,
    })
    expect((await check('203.0.113.9', office)).body).toMatchObject({ isAllowed: false })
    expect((await check('203.0.113.9', { ...office, isEnabled: false })).body).toMatchObject({
      isAllowed: true,
      outsideCount: 0,
    })
    expect((await send('GET')).body).toEqual({ isEnabled: false, rules: [] })
  })
})
