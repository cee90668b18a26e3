import { freePort } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import type { SeededProject } from '../../testing/seed.js'
import { type SsoWorld, startSsoWorld } from '../../testing/sso-world.js'

describe('the single sign-on of a project', () => {
  let world: SsoWorld

  beforeAll(async () => {
    world = await startSsoWorld(inject('postgresUrl'))
  })
  afterAll(() => world?.stop())

  const call = (
    method: string,
    project: { id: number },
    headers: Record<string, string>,
    body?: object,
  ) => ask(world.service.url, method, `/api/projects/${project.id}/sso`, { headers, body })
  const listLogs = (project: { id: number }) => listAdminLogs(world.service.deps.store, project.id)

  it('is set, changed and ended, with its secret sealed and never shown', async () => {
    const project = await world.seed.project()
    const headers = await world.seed.session(project.admin.id)
    expect((await call('GET', project, headers)).status).toBe(404)
    const readStatus = async () =>
      (await ask(world.service.url, 'GET', `/api/projects/${project.id}/sso/status`, { headers }))
        .body
    const status = {
      isConnected: false,
      isSessionOfProvider: false,
      redirectUri: `${world.service.url}/sso/callback`,
      signInUrl: world.startUrl(project),
    }
    expect(await readStatus()).toEqual(status)
    const { clientSecret, ...shown } = world.settings()
    const set = await call('PUT', project, headers, world.settings())
    expect(await readStatus()).toEqual({ ...status, isConnected: true })
    const expected = {
      ...shown,
      hasClientSecret: true,
      defaultRoleId: null,
      defaultTeamId: null,
      updatedAt: expect.any(String),
      redirectUri: `${world.service.url}/sso/callback`,
      signInUrl: world.startUrl(project),
    }
    expect([set.status, set.body]).toEqual([200, expected])
    expect((await call('GET', project, headers)).body).toEqual(expected)
    const { db } = world.service.deps.store
    const stored = await db
      .selectFrom('sso_connections')
      .selectAll()
      .where('project_id', '=', project.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(stored)).not.toContain(clientSecret)
    const changed = { ...shown, allowedDomains: ['example.com', 'Example.ORG'], isRequired: true }
    expect((await call('PUT', project, headers, changed)).body).toMatchObject({
      hasClientSecret: true,
      allowedDomains: ['example.com', 'example.org'],
    })
    expect((await call('PUT', project, headers, changed)).status).toBe(200)
    expect((await call('DELETE', project, headers)).status).toBe(204)
    expect((await call('DELETE', project, headers)).status).toBe(404)
    const by = project.admin.id
    const value = { object: 'sso', ...shown, hasClientSecret: true }
    const logs = await listLogs(project)
    expect(logs).toMatchObject([
      { type: 'add', resource: 'sso', by, previous: null, next: value },
      {
        type: 'update',
        by,
        previous: { object: 'sso', allowedDomains: ['example.com'], isRequired: false },
        next: { object: 'sso', allowedDomains: ['example.com', 'example.org'], isRequired: true },
      },
      { type: 'remove', by, previous: { isRequired: true }, next: null },
    ])
    expect(logs[1]?.previous).not.toHaveProperty('issuer')
    expect(JSON.stringify(logs)).not.toContain(clientSecret)
  })

  it('tells in the log that a secret was replaced or taken away, not which', async () => {
    const project = await world.project()
    const other = world.settings({ clientSecret: 'another secret of this client' })
    await call('PUT', project, project.session, other)
    await call('PUT', project, project.session, world.settings({ clientSecret: null }))
    const [, replaced, taken] = await listLogs(project)
    expect(replaced?.next).toEqual({ object: 'sso', isClientSecretNew: true })
    expect(taken?.next).toMatchObject({ hasClientSecret: false })
  })

  it('does not send a stored secret to another issuer', async () => {
    const project = await world.project()
    const issuer = world.provider.issuer.replace('127.0.0.1', 'localhost')
    world.provider.intercept = ({ headers, url }, response) => {
      if (!headers.host?.startsWith('localhost') || !url?.endsWith('configuration')) return false
      const endpoint = `${issuer}/any`
      response.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          issuer,
          authorization_endpoint: endpoint,
          token_endpoint: endpoint,
          jwks_uri: endpoint,
        }),
      )
      return true
    }
    const { clientSecret: _, ...rest } = world.settings({ issuer })
    const { status, body } = await call('PUT', project, project.session, rest)
    world.provider.intercept = () => false
    expect([status, body.hasClientSecret]).toEqual([200, false])
  })

  it.each([
    [{ issuer: 'http://id.example.com' }, "'issuer' must be the URL of an OpenID provider"],
    [{ issuer: 'ftp://id.example.com' }, "'issuer' must"],
    [{ issuer: 'https://user:word@id.example.com' }, "'issuer' must"],
    [{ issuer: 'https://id.example.com/?a=b' }, "'issuer' must"],
    [{ issuer: 'here' }, "'issuer' must"],
    [{ clientId: '' }, "'clientId' must have 1 to 500 characters"],
    [{ allowedDomains: [] }, "'allowedDomains' must name at least one domain."],
    [{ allowedDomains: ['*'] }, "'allowedDomains.0' must be a domain, e.g. example.com."],
    [{ isRequired: 'yes' }, "'isRequired' must be a boolean."],
    [{ defaultRoleId: 999_999_999 }, "'defaultRoleId' must name a role of this project"],
    [{ defaultTeamId: 1 }, "'defaultTeamId' needs a 'defaultRoleId'."],
    [{ provider: 'any' }, "Unknown field 'provider'."],
  ])('refuses %j', async (changes, message) => {
    const project = await world.seed.project()
    const headers = await world.seed.session(project.admin.id)
    const { status, body } = await call('PUT', project, headers, world.settings(changes))
    expect([status, body.code]).toEqual([400, 'invalid_body'])
    expect(body.message).toContain(message)
    expect((await call('GET', project, headers)).status).toBe(404)
  })

  it('refuses a role of another project', async () => {
    const [project, other] = [await world.seed.project(), await world.seed.project()]
    const headers = await world.seed.session(project.admin.id)
    const body = world.settings({ defaultRoleId: other.role.id })
    expect((await call('PUT', project, headers, body)).status).toBe(400)
  })

  it('refuses an issuer whose discovery document cannot be used, and says why', async () => {
    const project = await world.seed.project()
    const headers = await world.seed.session(project.admin.id)
    const answers: [string, string, string][] = [
      ['no document', 'text/plain', 'hello'],
      ['not JSON', 'application/json', '{'],
      ['names another issuer', 'application/json', '{"issuer":"https://id.example.com"}'],
      ["lacks a usable 'authorization_endpoint'", 'application/json', '{"issuer":"ISSUER"}'],
      [
        "lacks a usable 'token_endpoint'",
        'application/json',
        '{"issuer":"ISSUER","authorization_endpoint":"https://id.example.com/","token_endpoint":"http://id.example.com/"}',
      ],
      ['cannot be reached', 'application/json', `{"a":"${'x'.repeat(2 ** 20)}"}`],
    ]
    for (const [reason, type, text] of answers) {
      world.provider.intercept = (_request, response) => {
        response.setHeader('content-type', type).end(text.replace('ISSUER', world.provider.issuer))
        return true
      }
      const { status, body } = await call('PUT', project, headers, world.settings())
      expect([status, body.code]).toEqual([400, 'identity_provider_unusable'])
      expect(body.message).toContain(reason.replace('no document', 'no discovery document'))
    }
    world.provider.intercept = () => false
    const issuer = `http://127.0.0.1:${await freePort()}`
    const away = await call('PUT', project, headers, world.settings({ issuer }))
    expect([away.status, away.body.message]).toEqual([
      400,
      "'issuer' cannot be used. It cannot be reached.",
    ])
  })

  it('is for Admins, in any session of theirs where it is required, and not for personal tokens', async () => {
    const project: SeededProject & { session: Record<string, string> } = await world.project(
      () => ({ isRequired: true }),
    )
    const developer = await world.seed.session((await world.seed.member(project, 'developer')).id)
    const low = await call('GET', project, developer)
    expect([low.status, low.body.code]).toEqual([403, 'level_too_low'])
    const people = await ask(world.service.url, 'GET', `/api/projects/${project.id}/people`, {
      headers: project.session,
    })
    expect([people.status, people.body.code]).toEqual([403, 'sso_required'])
    expect((await call('GET', project, project.session)).status).toBe(200)
    const made = await ask(world.service.url, 'POST', '/api/me/tokens', {
      headers: project.session,
      body: { name: 'script' },
    })
    const byToken = await call('GET', project, { authorization: `Bearer ${made.body.token}` })
    expect([byToken.status, byToken.body.code]).toEqual([403, 'sso_required'])
    const relaxed = await call('PUT', project, project.session, world.settings())
    expect([relaxed.status, relaxed.body.isRequired]).toEqual([200, false])
  })

  it('takes the sessions opened through it along when it ends', async () => {
    const project = await world.project()
    const { browser } = await world.signIn(project, world.readLogin(project.admin))
    const headers = await world.sessionOf(browser)
    expect((await ask(world.service.url, 'GET', '/api/me', { headers })).status).toBe(200)
    await call('DELETE', project, project.session)
    expect((await ask(world.service.url, 'GET', '/api/me', { headers })).status).toBe(401)
    expect(
      (await ask(world.service.url, 'GET', '/api/me', { headers: project.session })).status,
    ).toBe(200)
  })
})
