import { freePort } from '@service/test-support'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { type SsoWorld, startSsoWorld } from '../../testing/sso-world.js'
import type { ProviderCheck } from './provider-test.js'

describe('the test of an identity provider', () => {
  let world: SsoWorld

  beforeAll(async () => {
    world = await startSsoWorld(inject('postgresUrl'))
  })
  afterEach(() => {
    world.provider.intercept = () => false
  })
  afterAll(() => world?.stop())

  const runTest = async (changes: object = {}) => {
    const project = await world.seed.project()
    const headers = await world.seed.session(project.admin.id)
    const { issuer, clientId, clientSecret } = world.provider
    const answer = await ask(world.service.url, 'POST', `/api/projects/${project.id}/sso/test`, {
      headers,
      body: { issuer, clientId, clientSecret, ...changes },
    })
    return { ...answer, project }
  }
  const summarise = (checks: readonly ProviderCheck[]) =>
    checks.map(({ name, status, problem }) => [name, problem ?? status].join(' '))
  const answerAt = (path: string, body: object | string, status = 200) => {
    world.provider.intercept = ({ url }, response) => {
      if (!url?.startsWith(path)) return false
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
      return true
    }
  }

  it('passes for a provider that knows the client and the redirect URI, and stores nothing', async () => {
    const { status, body, project } = await runTest()
    expect([status, body.isUsable]).toEqual([200, true])
    expect(summarise(body.checks)).toEqual([
      'discovery passed',
      'issuer passed',
      'endpoints passed',
      'keys passed',
      'redirectUri passed',
      'client passed',
    ])
    expect(body.redirectUri).toBe(`${world.service.url}/sso/callback`)
    expect(await listAdminLogs(world.service.deps.store, project.id)).toEqual([])
    const { db } = world.service.deps.store
    const stored = db.selectFrom('sso_connections').selectAll().where('project_id', '=', project.id)
    expect(await stored.execute()).toEqual([])
  })

  it('says which check failed, and does not try the rest', async () => {
    const down = await runTest({ issuer: `http://127.0.0.1:${await freePort()}` })
    const rest = ['keys skipped', 'redirectUri skipped', 'client skipped']
    expect(down.body.isUsable).toBe(false)
    expect(summarise(down.body.checks)).toEqual([
      'discovery unreachable',
      'issuer skipped',
      'endpoints skipped',
      ...rest,
    ])
    answerAt('/.well-known/', { issuer: 'https://id.example.com' })
    expect(summarise((await runTest()).body.checks)).toEqual([
      'discovery passed',
      'issuer other_issuer',
      'endpoints skipped',
      ...rest,
    ])
    const { issuer } = world.provider
    answerAt('/.well-known/', {
      issuer,
      authorization_endpoint: 'http://id.example.com/auth',
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    })
    const { body } = await runTest()
    expect(summarise(body.checks)).toEqual([
      'discovery passed',
      'issuer passed',
      'endpoints unusable_endpoint',
      ...rest,
    ])
    expect(body.checks[2].message).toContain("'authorization_endpoint'")
  })

  it.each([
    ['no key', { keys: [] }],
    ['only a key that encrypts', { keys: [{ kty: 'RSA', use: 'enc', n: 'AQ', e: 'AQAB' }] }],
    ['no JSON', '<html>'],
  ])('fails for a provider with %s', async (_name, keys) => {
    answerAt('/jwks', keys)
    const { body } = await runTest()
    expect(summarise(body.checks)).toContain('keys no_keys')
    expect(body.isUsable).toBe(false)
  })

  it('finds a wrong secret, a wrong client and a redirect URI that is not registered', async () => {
    const secret = await runTest({ clientSecret: 'another secret' })
    expect(summarise(secret.body.checks).slice(4)).toEqual([
      'redirectUri passed',
      'client client_refused',
    ])
    const client = await runTest({ clientId: 'nobody' })
    expect(summarise(client.body.checks).slice(4)).toEqual([
      'redirectUri redirect_refused',
      'client client_refused',
    ])
  })

  it('leaves open what the provider does not tell', async () => {
    answerAt('/auth', '', 503)
    expect(summarise((await runTest()).body.checks)).toContain('redirectUri unknown')
    answerAt('/token', {}, 500)
    const { body } = await runTest()
    expect(summarise(body.checks)).toContain('client unknown')
    expect(body.isUsable).toBe(true)
  })

  it('sends a stored secret to the issuer it belongs to, and to no other', async () => {
    const project = await world.project()
    const sent: string[] = []
    world.provider.intercept = ({ url, headers }) => {
      if (url === '/token') sent.push(headers.authorization ?? 'none')
      return false
    }
    const { issuer, clientId } = world.provider
    const path = `/api/projects/${project.id}/sso/test`
    const { body } = await ask(world.service.url, 'POST', path, {
      headers: project.session,
      body: { issuer, clientId },
    })
    expect(summarise(body.checks)).toContain('client passed')
    await ask(world.service.url, 'POST', path, {
      headers: project.session,
      body: { issuer: issuer.replace('127.0.0.1', 'localhost'), clientId },
    })
    expect(sent).toEqual([expect.stringMatching(/^Basic /)])
  })

  it('is limited, refuses other URLs, and is for Admins', async () => {
    expect((await runTest({ issuer: 'http://169.254.169.254/latest' })).body.code).toBe(
      'invalid_body',
    )
    const project = await world.project()
    const { limits } = world.service.deps
    for (let count = 0; count < 30; count++) await limits.hit('ssoTest', String(project.id))
    const path = `/api/projects/${project.id}/sso/test`
    const { issuer, clientId } = world.provider
    const options = { headers: project.session, body: { issuer, clientId } }
    expect((await ask(world.service.url, 'POST', path, options)).status).toBe(429)
    const editor = await world.seed.member(project, 'editor')
    const headers = await world.seed.session(editor.id)
    expect((await ask(world.service.url, 'POST', path, { ...options, headers })).status).toBe(403)
  })

  it('counts the members whom required single sign-on would keep out', async () => {
    const project = await world.seed.project()
    const headers = await world.seed.session(project.admin.id)
    const member = await world.seed.member(project, 'user')
    const find = async (allowedDomains: readonly string[]) => {
      const path = `/api/projects/${project.id}/sso/excluded-people`
      const body = { allowedDomains }
      return (await ask(world.service.url, 'POST', path, { headers, body })).body
    }
    const domains = [project.admin, member].map(({ email }) => email.split('@')[1] ?? '')
    expect(await find(domains)).toEqual({
      memberCount: 2,
      excludedCount: 0,
      includesYou: false,
      people: [],
    })
    const everyone = await find(['elsewhere.example'])
    expect(everyone).toMatchObject({ memberCount: 2, excludedCount: 2, includesYou: true })
    expect(everyone.people.map(({ id }: { id: number }) => id).sort()).toEqual(
      [project.admin.id, member.id].sort(),
    )
    await world.service.deps.store.db
      .updateTable('users')
      .set({ email: `one-${member.id}@other.example` })
      .where('id', '=', member.id)
      .execute()
    expect(await find(domains)).toMatchObject({ excludedCount: 1, includesYou: false })
  })
})
