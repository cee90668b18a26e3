import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { hashPassword } from '../../secrets/password.js'
import { createBrowser } from '../../testing/create-browser.js'
import {
  type Form,
  type GrantProject,
  type GrantWorld,
  PROGRAM_URL,
  readForm,
  startGrantWorld,
} from '../../testing/grant-world.js'
import { readLocation } from '../../testing/sign-in-world.js'
import { requireSso } from '../../testing/things-of-project.js'
import { environmentHint } from './environment-hint.js'

let world: GrantWorld
let project: GrantProject
let clientId: string
let session: Record<string, string>
beforeAll(async () => {
  world = await startGrantWorld(inject('postgresUrl'))
  project = await world.project()
  clientId = await world.program()
  session = await world.seed.session(project.admin.id)
})
afterAll(() => world?.stop())

type Changes = Readonly<Record<string, string | undefined>>

/** The parameters of a right request with some changed, or left out when undefined. */
const parametersWith = (changes: Changes, of = project): Form =>
  Object.fromEntries(
    Object.entries({ ...world.requestFor(of, clientId).parameters, ...changes }).flatMap(
      ([name, value]) => (value === undefined ? [] : [[name, value]]),
    ),
  )

const openWith = (changes: Changes = {}, headers: Form = session) =>
  world.open(parametersWith(changes), headers)

const scopesOn = (page: string) => [...page.matchAll(/name="(mcp:\w+)"/g)].map(([, name]) => name)

describe('the question', () => {
  it('names the program, where the answer goes, the project and environment, and each scope', async () => {
    const { status, headers, body } = await openWith()
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    for (const text of ['Helper', 'program.example', project.name, 'Production']) {
      expect(body).toContain(`<strong>${text}</strong>`)
    }
    expect(body).toContain('See the records that you may see')
    expect(body).toContain(project.admin.email)
    expect(scopesOn(body)).toEqual(['mcp:read', 'mcp:write'])
  })

  it('is a page that runs nothing, is framed by nobody, and leads to the program alone', async () => {
    const { headers, body } = await openWith()
    expect(body).not.toMatch(/<script|\son\w+=|<img|<link(?! rel="icon" href="\/app\/)/i)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; form-action 'self' https:\/\/program\.example; base-uri 'none'; frame-ancestors 'none'$/,
    )
  })

  it('shows what a program calls itself as text', async () => {
    const name = `<script>alert('1')</script>"&`
    clientId = await world.program({ client_name: name })
    const { body } = await openWith({ state: '"><script>x</script>' })
    expect(body).toContain('&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;')
    expect(body).not.toContain('<script')
    expect(readForm({ status: 200, headers: new Headers(), body }).state).toBe(
      '"><script>x</script>',
    )
  })

  it.each([
    ['nothing', undefined, ['mcp:read', 'mcp:write', 'mcp:action']],
    ['scopes with spaces', 'mcp:read mcp:action', ['mcp:read', 'mcp:action']],
    ['scopes with plus signs', 'mcp:action+mcp:read', ['mcp:read', 'mcp:action']],
    ['one scope twice', 'mcp:read mcp:read', ['mcp:read']],
    ['that of administrators', 'mcp:read mcp:admin', ['mcp:read', 'mcp:admin']],
  ])('offers what was asked for: %s', async (_name, scope, expected) => {
    expect(scopesOn((await openWith({ scope })).body)).toEqual(expected)
  })

  it.each([
    ['user', ['mcp:read']],
    ['editor', ['mcp:read']],
    ['developer', ['mcp:read']],
    ['admin', ['mcp:read', 'mcp:admin']],
  ] as const)('offers mcp:admin to admins: %s', async (level, expected) => {
    const { id } = await world.seed.member(project, level)
    const { body } = await openWith({ scope: 'mcp:read mcp:admin' }, await world.seed.session(id))
    expect(scopesOn(body)).toEqual(expected)
  })

  it('lets those with several teams choose one of theirs', async () => {
    const { id } = await world.seed.member(project, 'user')
    const { id: teamId } = await world.db
      .insertInto('teams')
      .values({ project_id: project.id, name: 'Abroad' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await world.seed.member({ ...project, team: { id: teamId } }, 'user')
    const own = await world.seed.session(id)
    expect((await openWith({}, own)).body).not.toContain('Abroad')
    await world.db
      .insertInto('team_members')
      .values({ project_id: project.id, team_id: teamId, user_id: id })
      .execute()
    const page = await openWith({}, own)
    expect(page.body.match(/type="radio"/g)).toHaveLength(2)
    const other = /value="(\d+)"[^>]*> Operations/.exec(page.body)?.[1] ?? ''
    const sent = await world.answer(
      { ...readForm(page), renderingId: other, decision: 'allow' },
      own,
    )
    const code = readLocation(sent).searchParams.get('code')
    expect(code).toMatch(/^\w{43}$/)
    const chosen = await world.db
      .selectFrom('oauth_codes')
      .select('rendering_id')
      .where('user_id', '=', id)
      .execute()
    expect(chosen).toEqual([{ rendering_id: project.renderingId }])
  })

  it('is asked every time, also right after it was answered', async () => {
    await world.consent(parametersWith({}), session)
    expect((await openWith()).body).toContain('Allow access?')
  })
})

describe('before a program is known to ask', () => {
  it.each<[string, Changes]>([
    ['no program', { client_id: undefined }],
    ['an unknown program', { client_id: 'program_unknown' }],
    ['no address', { redirect_uri: undefined }],
    ['another address', { redirect_uri: 'https://evil.example/callback' }],
    ['another path', { redirect_uri: `${PROGRAM_URL}/../evil` }],
    ['another port', { redirect_uri: 'https://program.example:8443/callback' }],
    ['a fragment', { redirect_uri: `${PROGRAM_URL}#x` }],
    ['a user name', { redirect_uri: 'https://program.example@evil.example/callback' }],
    ['the address with more', { redirect_uri: `${PROGRAM_URL}?x=1` }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
  ])('%s is told on the spot, and nobody is sent anywhere', async (_name, changes) => {
    for (const headers of [session, {}]) {
      const answer = await openWith(changes, headers)
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
      expect(answer.body.error).toMatch(/^invalid_(client|request)$/)
    }
    const sent = await world.answer({ ...parametersWith(changes), decision: 'allow' }, session)
    expect([sent.status, sent.headers.get('location')]).toEqual([400, null])
  })

  it('programs on the same computer choose their port when they ask', async () => {
    const own = await world.program({ redirect_uris: ['http://127.0.0.1/callback'] })
    const parameters = parametersWith({
      client_id: own,
      redirect_uri: 'http://127.0.0.1:50123/callback',
    })
    const page = await world.open(parameters, session)
    expect(page.body).toContain('a program on this computer')
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://127.0.0.1:50123;",
    )
    const sent = await world.consent(parameters, session)
    expect(readLocation(sent).origin).toBe('http://127.0.0.1:50123')
  })

  it('programs with a scheme of their own get the answer through it', async () => {
    const redirect_uri = 'com.example.app:/oauth?from=service'
    const own = await world.program({ redirect_uris: [redirect_uri] })
    const sent = await world.consent(parametersWith({ client_id: own, redirect_uri }), session)
    expect(sent.headers.get('location')).toMatch(
      /^com\.example\.app:\/oauth\?from=service&code=\w{43}&state=a\+state$/,
    )
  })
})

describe('a request that breaks a rule', () => {
  it.each<[string, Changes, string]>([
    ['a token instead of a code', { response_type: 'token' }, 'unsupported_response_type'],
    ['an answer elsewhere', { response_mode: 'fragment' }, 'invalid_request'],
    ['a request object', { request: 'x' }, 'request_not_supported'],
    ['no PKCE', { code_challenge: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE without its method', { code_challenge_method: undefined }, 'invalid_request'],
    ['a challenge that is none', { code_challenge: 'short' }, 'invalid_request'],
    ['no environment', { environmentId: undefined }, 'invalid_request'],
    ['an environment that is no number', { environmentId: '1e3' }, 'invalid_request'],
    ['an unknown scope', { scope: 'mcp:read openid' }, 'invalid_scope'],
    ['a resource with a fragment', { resource: 'https://a.example/mcp#x' }, 'invalid_target'],
    ['a resource that is no address', { resource: 'mcp' }, 'invalid_target'],
    ['a state that is too long', { state: 'x'.repeat(601) }, 'invalid_request'],
  ])('%s goes back to the program, with its state', async (_name, changes, error) => {
    const location = readLocation(await openWith(changes))
    expect(location.origin + location.pathname).toBe(PROGRAM_URL)
    expect(location.searchParams.get('error')).toBe(error)
    expect(location.searchParams.get('error_description')).not.toBeNull()
    expect(location.searchParams.get('state')).toBe(changes.state ?? 'a state')
    expect(location.searchParams.get('code')).toBeNull()
  })

  it('what the person cannot allow at all is denied', async () => {
    const { id } = await world.seed.member(project, 'user')
    const own = await world.seed.session(id)
    const location = readLocation(await openWith({ scope: 'mcp:admin' }, own))
    expect(location.searchParams.get('error')).toBe('access_denied')
  })
})

describe('who is asked', () => {
  it('signs in first, and comes back to the question', async () => {
    const person = await world.seed.member(project, 'user')
    const password_hash = await hashPassword('a password of tests')
    await world.db.updateTable('users').set({ password_hash }).where('id', '=', person.id).execute()
    const browser = createBrowser()
    const start = `${world.service.url}/oauth/authorize?${new URLSearchParams(parametersWith({}))}`
    const toPage = readLocation({ ...(await browser.visit(start)), body: '' })
    expect(toPage.pathname).toBe('/sign-in')
    const form = {
      email: person.email,
      password: 'a password of tests',
      returnTo: toPage.searchParams.get('returnTo') ?? '',
    }
    const { text } = await browser.visit(`${world.service.url}/sign-in`, form)
    const [, next = ''] = /url=([^"]+)"/.exec(text) ?? []
    const page = await browser.visit(new URL(next.replaceAll('&amp;', '&'), start).href)
    expect(page.text).toContain('Allow access?')
    const fields = readForm({ ...page, body: page.text })
    const sent = await browser.visit(`${world.service.url}/oauth/authorize`, {
      ...fields,
      decision: 'allow',
    })
    expect(readLocation({ ...sent, body: '' }).searchParams.get('code')).toMatch(/^\w{43}$/)
  })

  it('is no stranger: they read a page that does not tell what exists', async () => {
    const stranger = await world.seed.session((await world.seed.user()).id)
    const browser = { ...stranger, accept: 'text/html' }
    const answers = [
      await openWith({}, browser),
      await openWith({ environmentId: '999999999' }, browser),
    ].map(({ status, headers, body }) => [
      status,
      headers.get('location'),
      String(body).replace(/Request [\w-]+/, ''),
    ])
    expect(answers[0]).toEqual([403, null, expect.stringContaining('not a member of its project')])
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0]?.[2]).not.toContain(project.name)
  })

  it('is in a team, or reads that they are in none', async () => {
    const { id } = await world.seed.member(project, 'user')
    await world.db.deleteFrom('team_members').where('user_id', '=', id).execute()
    const { status, body } = await openWith({}, await world.seed.session(id))
    expect([status, body.error_description]).toEqual([
      403,
      expect.stringContaining('You are not in a team'),
    ])
  })

  it('comes through the single sign-on of a project that asks for it', async () => {
    const strict = await world.project()
    await requireSso(world.service.deps.store, strict.id)
    const { deps } = world.service
    const hinted = { environment_hint: environmentHint(deps, strict.environment.id) }
    const ask = async (headers: Form) => world.open(parametersWith(hinted, strict), headers)
    for (const headers of [{}, await world.seed.session(strict.admin.id)]) {
      const { pathname, searchParams } = readLocation(await ask(headers))
      expect(pathname).toBe(`/sso/${encodeURIComponent(strict.name)}/sign-in`)
      expect(searchParams.get('returnTo')).toMatch(/^\/oauth\/authorize\?client_id=/)
    }
    const bySso = await world.seed.session(strict.admin.id, { ssoProjectId: strict.id })
    expect((await ask(bySso)).status).toBe(200)
    const foreign = await world.seed.session(strict.admin.id, { ssoProjectId: project.id })
    expect((await ask(foreign)).status).toBe(302)
  })

  it('is not told of a project before they sign in, unless its own agent sends them', async () => {
    const strict = await world.project()
    await requireSso(world.service.deps.store, strict.id)
    const { deps, url } = world.service
    const foreign = environmentHint(deps, project.environment.id)
    const openSignInPage = async (more: Changes) => {
      const { pathname, search } = readLocation(await world.open(parametersWith(more, strict), {}))
      const page = await fetch(`${url}/sign-in${search}`)
      return { pathname, text: await page.text() }
    }
    for (const more of [{}, { environment_hint: foreign }, { environment_hint: 'guess' }]) {
      const { pathname, text } = await openSignInPage(more)
      expect(pathname).toBe('/sign-in')
      expect(text).not.toContain(strict.name)
    }
    const own = { environment_hint: environmentHint(deps, strict.environment.id) }
    expect((await openSignInPage(own)).text).toContain(strict.name)
  })
})

describe('the answer', () => {
  const codes = async () => (await world.db.selectFrom('oauth_codes').selectAll().execute()).length

  it('allowed goes to the program with a code and its state', async () => {
    const location = readLocation(await world.consent(parametersWith({}), session))
    expect(location.origin + location.pathname).toBe(PROGRAM_URL)
    expect([...location.searchParams.keys()]).toEqual(['code', 'state'])
    expect(location.searchParams.get('state')).toBe('a state')
  })

  it('denied goes to the program as access_denied', async () => {
    const before = await codes()
    const sent = await world.consent(parametersWith({}), session, { decision: 'deny' })
    expect(readLocation(sent).searchParams.get('error')).toBe('access_denied')
    expect(await codes()).toBe(before)
  })

  it('allows what was ticked, and nothing that was not offered', async () => {
    const page = await openWith({ scope: 'mcp:read mcp:write' })
    const { 'mcp:write': _, ...form } = readForm(page)
    await world.answer({ ...form, 'mcp:admin': 'on', decision: 'allow' }, session)
    const newest = await world.db
      .selectFrom('oauth_codes')
      .select('scopes')
      .orderBy('expires_at', 'desc')
      .executeTakeFirst()
    expect(newest?.scopes).toEqual(['mcp:read'])
  })

  it('with nothing ticked, or a team of others, is asked again', async () => {
    const before = await codes()
    const form = { ...readForm(await openWith()), decision: 'allow' }
    const nothing = await world.answer({ ...form, 'mcp:read': '', 'mcp:write': '' }, session)
    expect([nothing.status, nothing.body]).toEqual([400, expect.stringContaining('Select what')])
    const { renderingId } = await world.project()
    const foreign = await world.answer({ ...form, renderingId: String(renderingId) }, session)
    expect([foreign.status, foreign.body]).toEqual([400, expect.stringContaining('your teams')])
    expect(await codes()).toBe(before)
  })

  it.each<[string, Changes, Form]>([
    ['without the token of the page', { csrfToken: undefined }, {}],
    ['with a token that was made up', { csrfToken: 'x' }, {}],
    ['from a page of another site', {}, { origin: 'https://evil.example' }],
    ['from another site, as the browser says', {}, { 'sec-fetch-site': 'cross-site' }],
  ])('is refused %s', async (_name, changes, headers) => {
    const before = await codes()
    const form = { ...readForm(await openWith()), decision: 'allow', ...changes }
    const given = Object.fromEntries(
      Object.entries(form).filter(([, value]) => value !== undefined),
    ) as Form
    const sent = await world.answer(given, { ...session, ...headers })
    expect([sent.status, sent.headers.get('location')]).toEqual([403, null])
    expect(await codes()).toBe(before)
  })

  it('is refused with the token of somebody else’s page', async () => {
    const form = readForm(await openWith())
    const { id } = await world.seed.member(project, 'user')
    const own = await world.seed.session(id)
    const { csrfToken = '' } = readForm(await openWith({}, own))
    const sent = await world.answer({ ...form, csrfToken, decision: 'allow' }, session)
    expect(sent.status).toBe(403)
  })

  it('of somebody whose session has ended leads to the sign-in', async () => {
    const form = { ...readForm(await openWith()), decision: 'allow' }
    const { pathname, searchParams } = readLocation(await world.answer(form, {}))
    expect(pathname).toBe('/sign-in')
    expect(searchParams.get('returnTo')).not.toContain('csrfToken')
  })

  it('is limited: codes of one person are counted', async () => {
    const { id } = await world.seed.member(project, 'user')
    const { limits } = world.service.deps
    for (let count = 0; count < 60; count++) await limits.hit('signInCode', String(id))
    const sent = await world.consent(parametersWith({}), await world.seed.session(id))
    expect(sent.status).toBe(429)
  })
})
