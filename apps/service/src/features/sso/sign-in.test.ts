import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { createBrowser } from '../../testing/create-browser.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { type SsoWorld, startSsoWorld, walk } from '../../testing/sso-world.js'

describe('signing in through an identity provider', () => {
  let world: SsoWorld

  beforeAll(async () => {
    world = await startSsoWorld(inject('postgresUrl'))
  })
  afterAll(() => world?.stop())

  const buildCallbackUrl = (code: string) => `${world.service.url}/sso/callback?${code}`
  const readCode = (text: string) => JSON.parse(text).code

  it('opens a session of the member and goes to the page it was begun for', async () => {
    const project = await world.project()
    const { browser, page } = await world.signIn(project, world.readLogin(project.admin))
    expect([page.status, page.headers.get('location')]).toEqual([302, '/after?sign=in'])
    const [cleared, session] = page.headers.getSetCookie()
    expect(cleared).toMatch(/^service_sso=; Max-Age=0;/)
    expect(session).toMatch(/^service_session=.+HttpOnly; SameSite=Lax/)
    const headers = await world.sessionOf(browser)
    const { body } = await ask(world.service.url, 'GET', '/api/session', { headers })
    expect(body.user.email).toBe(project.admin.email)
    const { status } = await ask(world.service.url, 'GET', `/api/projects/${project.id}`, {
      headers,
    })
    expect(status).toBe(200)
  })

  it('lets an Admin make a token, which a password session may not', async () => {
    const project = await world.project()
    const path = `/api/projects/${project.id}/tokens`
    const body = { name: 'SIEM', scopes: ['all'] }
    const refused = await ask(world.service.url, 'POST', path, { headers: project.session, body })
    expect([refused.status, refused.body.code]).toEqual([403, 'sso_session_required'])
    const { browser } = await world.signIn(project, world.readLogin(project.admin))
    const headers = await world.sessionOf(browser)
    const made = await ask(world.service.url, 'POST', path, { headers, body })
    expect(made.status).toBe(201)
    const notes = `/v1/project/${encodeURIComponent(project.name)}/environment/Production/notes`
    const { status } = await ask(world.service.url, 'GET', notes, {
      headers: { authorization: `Bearer ${made.body.token}` },
    })
    expect(status).toBe(200)
  })

  it('sends the browser to the provider with PKCE, a nonce and a state of its own', async () => {
    const project = await world.project()
    const starts = await Promise.all(
      [1, 2].map(() => createBrowser().visit(world.startUrl(project))),
    )
    const [first, second] = starts.map(page => new URL(page.headers.get('location') ?? ''))
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first?.searchParams.get(name)).toMatch(/^[\w-]{43}$/)
      expect(first?.searchParams.get(name)).not.toBe(second?.searchParams.get(name))
    }
    expect(first?.searchParams.get('code_challenge_method')).toBe('S256')
    expect(starts[0]?.headers.getSetCookie()[0]).toMatch(
      /^service_sso=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(starts[0]?.headers.getSetCookie()[0]).not.toContain(first?.searchParams.get('state'))
  })

  it('is refused with another state, in another browser, without or with a changed cookie', async () => {
    const project = await world.project()
    const login = world.readLogin(project.admin)
    const browser = createBrowser()
    const url = await world.passProvider(browser, project, login)
    const other = createBrowser()
    await other.visit(world.startUrl(project))
    const forged = createBrowser()
    const cookie = browser.jarOf(url).get('service_sso') ?? ''
    forged.jarOf(url).set('service_sso', `${cookie.slice(0, -4)}AAAA`)
    for (const page of [
      await browser.visit(url.replace(/state=[^&]+/, 'state=another')),
      await browser.visit(url.replace(/state=[^&]+&?/, '')),
      await other.visit(url),
      await createBrowser().visit(url),
      await forged.visit(url),
    ]) {
      expect(page.status).toBe(400)
      expect(page.text).toContain('was started in another browser')
      expect(page.headers.getSetCookie().join()).not.toContain('service_session')
    }
    expect((await browser.visit(url)).status).toBe(302)
  })

  it('is refused a second time, also with the same cookie', async () => {
    const project = await world.project()
    const browser = createBrowser()
    const url = await world.passProvider(browser, project, world.readLogin(project.admin))
    const cookie = browser.jarOf(url).get('service_sso') ?? ''
    expect((await browser.visit(url)).status).toBe(302)
    expect((await browser.visit(url)).status).toBe(400)
    const again = await ask(world.service.url, 'GET', url, {
      headers: { cookie: `service_sso=${cookie}` },
    })
    expect([again.status, again.body.code]).toEqual([400, 'sso_code_refused'])
  })

  it('is refused when it took too long', async () => {
    const project = await world.project()
    const browser = createBrowser()
    const url = await world.passProvider(browser, project, world.readLogin(project.admin))
    const { secrets } = world.service.deps
    const encrypted = browser.jarOf(url).get('service_sso') ?? ''
    const attempt = JSON.parse(secrets.decrypt('sso-attempt', encrypted) ?? '')
    expect(attempt.expiresAt - Date.now()).toBeLessThanOrEqual(600_000)
    const late = JSON.stringify({ ...attempt, expiresAt: Date.now() - 1 })
    browser.jarOf(url).set('service_sso', secrets.encrypt('sso-attempt', late))
    const page = await browser.visit(url)
    expect([page.status, page.text.includes('took too long')]).toEqual([400, true])
  })

  it.each([
    ['an unverified e-mail', { email: 'x@example.com', email_verified: false }, 'not verified'],
    [
      'a foreign domain',
      { email: 'x@example.org' },
      'does not allow the domain of your e-mail address',
    ],
    ['a domain that only ends alike', { email: 'x@notexample.com' }, 'does not allow the domain'],
    ['a domain below', { email: 'x@sub.example.com' }, 'does not allow the domain'],
    ['no e-mail', { given_name: 'Nobody' }, 'did not send your e-mail'],
  ])('is refused with %s', async (name, claims, message) => {
    const project = await world.project(made => ({ defaultRoleId: made.role.id }))
    world.provider.people.set(name, claims as Record<string, string | boolean>)
    const { page } = await world.signIn(project, name)
    expect(page.status).toBe(403)
    expect(page.text).toContain(message)
    expect(page.headers.getSetCookie().join()).not.toContain('service_session')
  })

  it('accepts any case of the e-mail, and a provider that is silent about verification', async () => {
    const project = await world.project()
    world.provider.people.set('shouting', { email: project.admin.email.toUpperCase() })
    expect((await world.signIn(project, 'shouting')).page.status).toBe(302)
  })

  it('ends at the provider when the person declines', async () => {
    const project = await world.project()
    const browser = createBrowser()
    const start = await browser.visit(world.startUrl(project))
    const state = new URL(start.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const page = await browser.visit(
      buildCallbackUrl(
        new URLSearchParams({
          error: 'access_denied',
          error_description: 'details of the provider',
          state,
          iss: world.provider.issuer,
        }).toString(),
      ),
    )
    expect(page.status).toBe(403)
    expect(page.text).toContain('did not sign you in')
    expect(page.text).not.toContain('details of the provider')
  })

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'after',
    `/${'x'.repeat(2000)}`,
  ])('does not return to %j', async returnTo => {
    const project = await world.project()
    const { status, body } = await ask(world.service.url, 'GET', world.startUrl(project, returnTo))
    expect([status, body.code]).toEqual([400, 'invalid_parameter'])
    expect(body.message).toContain("'returnTo' must")
  })

  it('returns to a page whose name is not ASCII', async () => {
    const project = await world.project()
    const browser = createBrowser()
    const start = world.startUrl(project, '/équipe?q=ü#1')
    const page = await browser.visit(await walk(browser, start, world.readLogin(project.admin)))
    expect([page.status, page.headers.get('location')]).toEqual([302, '/%C3%A9quipe?q=%C3%BC#1'])
  })

  it('answers alike for an unknown project and for one without single sign-on', async () => {
    const without = await world.seed.project()
    const [one, other] = await Promise.all(
      [without.name, 'nowhere'].map(name =>
        ask(world.service.url, 'GET', world.startUrl({ name })),
      ),
    )
    expect(one?.status).toBe(404)
    expect(one?.body).toEqual(other?.body)
  })

  it('is limited per address', async () => {
    const answers = []
    for (let tries = 0; tries < 61; tries++) {
      answers.push(await ask(world.service.url, 'GET', world.startUrl({ name: 'nowhere' })))
    }
    const last = answers.at(-1)
    expect([last?.status, last?.headers.has('retry-after')]).toEqual([429, true])
    await world.service.deps.limits.reset('ssoStart', '127.0.0.1')
  })

  it('says so to programs in JSON and to people on a page, without scripts', async () => {
    const json = await createBrowser().visit(world.startUrl({ name: 'nowhere' }))
    expect(json.headers.get('content-type')).toContain('text/html')
    expect(json.headers.get('content-security-policy')).toContain("default-src 'none'")
    const response = await fetch(world.startUrl({ name: 'nowhere' }))
    expect(readCode(await response.text())).toBe('not_found')
  })

  it('writes nothing to the admin log when a member signs in', async () => {
    const project = await world.project()
    await world.signIn(project, world.readLogin(project.admin))
    const logs = await listAdminLogs(world.service.deps.store, project.id)
    expect(logs.map(log => log.resource)).toEqual(['sso'])
  })
})
