import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onAnyStore } from '../../testing/on-each-store.js'
import {
  AGENT_URL,
  readLocation,
  type SignInWorld,
  startSignInWorld,
} from '../../testing/sign-in-world.js'
import { requireSso } from '../../testing/things-of-project.js'

type Changes = Readonly<Record<string, string | undefined>>

onAnyStore('what a sign-in refuses', url => {
  let world: SignInWorld
  let project: Awaited<ReturnType<SignInWorld['project']>>
  let session: Record<string, string>
  beforeAll(async () => {
    world = await startSignInWorld(url)
    project = await world.project()
    session = await world.seed.session(project.admin.id)
  })
  afterAll(() => world?.stop())

  /** Asks for a code with some parameters changed, or left out when undefined. */
  const ask = async (changes: Changes, { headers = session, query = '' } = {}) => {
    const client = await world.client(project, query)
    const { parameters } = world.requestFor(client, project.renderingId)
    const all = Object.entries({ ...parameters, ...changes }).filter(
      ([, value]) => value !== undefined,
    )
    return world.authorize(Object.fromEntries(all) as Record<string, string>, headers)
  }

  describe('before the agent is known to ask', () => {
    it.each<[string, Changes]>([
      ['no client', { client_id: undefined }],
      ['an unknown client', { client_id: 'agent_unknown' }],
      ['a client that is no name', { client_id: "x' or 1=1\0" }],
      ['no address to return to', { redirect_uri: undefined }],
      ['another address', { redirect_uri: 'https://evil.example/authentication/callback' }],
      ['another path', { redirect_uri: `${AGENT_URL}/authentication/callback/../evil` }],
      ['the address with more', { redirect_uri: `${AGENT_URL}/authentication/callback?x=1` }],
    ])('%s is told on the spot, and nobody is sent anywhere', async (_name, changes) => {
      const { status, headers, body } = await ask(changes)
      expect(status).toBe(400)
      expect(headers.get('location')).toBeNull()
      expect(body).toEqual({
        error: expect.stringMatching(/^invalid_(client|request)$/),
        error_description: expect.any(String),
      })
    })

    it('browsers read it as a page that runs nothing', async () => {
      const { headers, body } = await ask(
        { client_id: '<script>' },
        { headers: { ...session, accept: 'text/html' } },
      )
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(body).toContain('<h1>Sign-in failed</h1>')
      expect(body).not.toContain('<script>')
    })

    it('a client of a deleted environment, or one whose address changed, is unknown', async () => {
      const moved = await world.project()
      const before = await world.client(moved)
      const { parameters } = world.requestFor(before, moved.renderingId)
      await world.setAgentUrl(moved, 'https://elsewhere.example')
      expect((await world.authorize(parameters, session)).body.error).toBe('invalid_client')
      const after = await world.client(moved)
      expect(after.redirectUri).toBe('https://elsewhere.example/authentication/callback')
      await world.db
        .updateTable('environments')
        .set({ deleted_at: sql<string>`clock_timestamp()` })
        .where('id', '=', moved.environment.id)
        .execute()
      const again = world.requestFor(after, moved.renderingId).parameters
      expect((await world.authorize(again, session)).body.error).toBe('invalid_client')
    })
  })

  describe('what the agent asks for', () => {
    it.each<[string, Changes, string]>([
      [
        'no PKCE',
        { code_challenge: undefined, code_challenge_method: undefined },
        'invalid_request',
      ],
      ['PKCE in the clear', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['PKCE of an unknown kind', { code_challenge_method: undefined }, 'invalid_request'],
      ['a challenge that is no digest', { code_challenge: 'short' }, 'invalid_request'],
      ['an implicit answer', { response_type: 'token' }, 'unsupported_response_type'],
      ['no answer', { response_type: undefined }, 'unsupported_response_type'],
      ['a fragment', { response_mode: 'fragment' }, 'invalid_request'],
      ['no OpenID', { scope: 'email' }, 'invalid_scope'],
      ['a request object', { request: 'x' }, 'request_not_supported'],
      ['a request by reference', { request_uri: 'https://x.example' }, 'request_uri_not_supported'],
      ['no rendering', { rendering_id: undefined }, 'invalid_request'],
      ['a rendering that is no number', { rendering_id: '1;drop' }, 'invalid_request'],
      ['a rendering of nobody', { rendering_id: '999999999' }, 'access_denied'],
      ['an unknown prompt', { prompt: 'create' }, 'invalid_request'],
      ['prompts that exclude each other', { prompt: 'none login' }, 'invalid_request'],
      ['an age that is no number', { max_age: 'x' }, 'invalid_request'],
      ['a nonce with a line break', { nonce: 'a\nb' }, 'invalid_request'],
      ['a state that fits no address', { state: 'x'.repeat(601) }, 'invalid_request'],
    ])('%s goes back to the agent as an error', async (_name, changes, error) => {
      const { origin, pathname, searchParams } = readLocation(await ask(changes))
      expect(origin + pathname).toBe(`${AGENT_URL}/authentication/callback`)
      expect(Object.fromEntries(searchParams)).toEqual({
        error,
        error_description: expect.stringMatching(/^[ !#-[\]-~]+$/),
        state: changes.state ?? 'a state',
        iss: `${world.service.url}/oidc`,
      })
    })

    it('a parameter twice is refused', async () => {
      const path = '/oidc/authorize?client_id=a&client_id=b'
      const response = await fetch(world.service.url + path)
      expect([response.status, await response.json()]).toMatchObject([
        400,
        {
          error: 'invalid_request',
          error_description: "The parameter 'client_id' is given twice.",
        },
      ])
    })

    it('PKCE may be left out only by a client of the other spelling, and holds when it is not', async () => {
      const query = '?pkce=optional'
      const without = { code_challenge: undefined, code_challenge_method: undefined }
      expect(readLocation(await ask(without, { query })).searchParams.get('code')).toMatch(
        /^\w{43}$/,
      )
      const code = readLocation(await ask({}, { query })).searchParams.get('code') ?? ''
      const { clientId } = await world.client(project, query)
      const form = { grant_type: 'authorization_code', code, client_id: clientId }
      expect((await world.exchange(form)).body.error).toBe('invalid_grant')
    })
  })

  describe('the person', () => {
    it('who is not signed in goes to the page to sign in and from there back, unless told not to ask', async () => {
      const location = readLocation(await ask({ prompt: 'login', max_age: '5' }, { headers: {} }))
      expect(location.pathname).toBe('/sign-in')
      const back = new URL(location.searchParams.get('returnTo') ?? '', 'http://x.invalid')
      expect(back.pathname).toBe('/oidc/authorize')
      expect(back.searchParams.get('state')).toBe('a state')
      expect([back.searchParams.get('prompt'), back.searchParams.get('max_age')]).toEqual([
        null,
        null,
      ])
      const silent = readLocation(await ask({ prompt: 'none' }, { headers: {} }))
      expect(silent.searchParams.get('error')).toBe('login_required')
    })

    it('whose session ended, or is made up, is not signed in', async () => {
      const ended = { cookie: 'service_session=a.b' }
      expect(readLocation(await ask({}, { headers: ended })).pathname).toBe('/sign-in')
      const odd = { cookie: 'service_session=%00;drop.b' }
      expect(readLocation(await ask({}, { headers: odd })).pathname).toBe('/sign-in')
    })

    it('must prove again who they are when the agent asks for it or the sign-in is too old', async () => {
      expect(readLocation(await ask({ prompt: 'login' })).pathname).toBe('/sign-in')
      expect(readLocation(await ask({ prompt: 'select_account' })).pathname).toBe('/sign-in')
      expect(readLocation(await ask({ max_age: '600' })).searchParams.has('code')).toBe(true)
      await world.db
        .updateTable('sessions')
        .set({ created_at: sql<string>`clock_timestamp() - interval '1 hour'` })
        .where('user_id', '=', project.admin.id)
        .execute()
      expect(readLocation(await ask({ max_age: '600' })).pathname).toBe('/sign-in')
      expect(readLocation(await ask({})).searchParams.has('code')).toBe(true)
    })

    it('who is no member, or not in the team, is refused with a reason they can read', async () => {
      const stranger = await world.seed.session((await world.seed.user()).id)
      const refused = readLocation(await ask({}, { headers: stranger })).searchParams
      expect(refused.get('error')).toBe('access_denied')
      expect(refused.get('error_description')).toContain('You are not a member of the project')
      const member = await world.seed.member(project, 'user')
      await world.db.deleteFrom('team_members').where('user_id', '=', member.id).execute()
      const teamless = await world.seed.session(member.id)
      const { searchParams } = readLocation(await ask({}, { headers: teamless }))
      expect(searchParams.get('error_description')).toBe("You are not in the team 'Operations'.")
    })

    it('goes through single sign-on where the project asks for it; the sign-on of another project does not serve', async () => {
      const strict = await world.project()
      await requireSso(world.service.deps.store, strict.id)
      const { parameters } = world.requestFor(await world.client(strict), strict.renderingId)
      const own = await world.seed.session(strict.admin.id, { ssoProjectId: strict.id })
      expect(readLocation(await world.authorize(parameters, own)).searchParams.has('code')).toBe(
        true,
      )
      const byPassword = await world.seed.session(strict.admin.id)
      const path = `/sso/${encodeURIComponent(strict.name)}/sign-in`
      expect(readLocation(await world.authorize(parameters, byPassword)).pathname).toBe(path)
      const silent = readLocation(
        await world.authorize({ ...parameters, prompt: 'none' }, byPassword),
      )
      expect(silent.searchParams.get('error')).toBe('login_required')
      const foreign = await world.seed.session(project.admin.id, { ssoProjectId: strict.id })
      expect(readLocation(await ask({}, { headers: foreign })).pathname).toBe('/sign-in')
    })

    it('gets codes at a bounded rate', async () => {
      const person = await world.seed.member(project, 'user')
      const headers = await world.seed.session(person.id)
      const client = await world.client(project)
      const { parameters } = world.requestFor(client, project.renderingId)
      const statuses = []
      for (let time = 0; time < 61; time++) {
        statuses.push((await world.authorize(parameters, headers)).status)
      }
      expect([statuses.slice(0, 60).every(status => status === 302), statuses[60]]).toEqual([
        true,
        429,
      ])
    })
  })

  describe('the exchange of a code', () => {
    it.each<[string, Changes, string]>([
      ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
      ['no grant', { grant_type: undefined }, 'invalid_request'],
      ['no code', { code: undefined }, 'invalid_request'],
      ['no client', { client_id: undefined }, 'invalid_request'],
      ['an unknown client', { client_id: 'agent_unknown' }, 'invalid_client'],
      ['a made-up code', { code: 'x'.repeat(43) }, 'invalid_grant'],
      ['another address', { redirect_uri: 'https://evil.example' }, 'invalid_grant'],
      ['another verifier', { code_verifier: 'y'.repeat(64) }, 'invalid_grant'],
      ['no verifier', { code_verifier: undefined }, 'invalid_grant'],
    ])(
      'with %s is refused in the words of OAuth, and not to be kept',
      async (_name, changes, error) => {
        const form = { ...(await world.codeFor(project)), ...changes }
        const sent = Object.entries(form).filter(([, value]) => value !== undefined)
        const { status, headers, body } = await world.exchange(
          Object.fromEntries(sent) as Record<string, string>,
        )
        expect(status).toBe(400)
        expect(body).toEqual({ error, error_description: expect.any(String) })
        expect(headers.get('cache-control')).toBe('no-store')
      },
    )

    it('of another client is refused and leaves the code to its own', async () => {
      const other = await world.project()
      const form = await world.codeFor(project)
      const { clientId } = await world.client(other)
      expect(
        (await world.exchange({ ...form, client_id: clientId, redirect_uri: AGENT_URL })).status,
      ).toBe(400)
      const { redirect_uri: _, ...foreign } = { ...form, client_id: clientId }
      expect((await world.exchange(foreign)).body.error).toBe('invalid_grant')
      expect((await world.exchange(form)).status).toBe(200)
    })

    it('works once: a second time ends the token that the first one gave', async () => {
      const form = await world.codeFor(project)
      const { body } = await world.exchange(form)
      const told = () => world.authorization(project, project.renderingId, body.access_token ?? '')
      expect((await told()).status).toBe(200)
      expect((await world.exchange(form)).body.error).toBe('invalid_grant')
      expect((await told()).status).toBe(401)
    })

    it('works once, also when several try at the same moment', async () => {
      const form = await world.codeFor(project)
      const answers = await Promise.all(Array.from({ length: 8 }, () => world.exchange(form)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true)
    })

    it('burns the code when the verifier is wrong: there is no second guess', async () => {
      const form = await world.codeFor(project)
      await world.exchange({ ...form, code_verifier: 'z'.repeat(64) })
      expect((await world.exchange(form)).body.error).toBe('invalid_grant')
    })

    it('comes too late after a minute', async () => {
      const form = await world.codeFor(project)
      const soon = await world.db.selectFrom('sign_in_codes').select('expires_at').execute()
      expect(soon.every(row => Date.parse(row.expires_at) <= Date.now() + 61_000)).toBe(true)
      await world.db
        .updateTable('sign_in_codes')
        .set({ expires_at: sql<string>`clock_timestamp() - interval '1 second'` })
        .execute()
      expect((await world.exchange(form)).body.error).toBe('invalid_grant')
    })

    it('keeps neither codes nor tokens readable in the store', async () => {
      const form = await world.codeFor(project)
      const { body } = await world.exchange(form)
      for (const table of ['sign_in_codes', 'access_tokens'] as const) {
        const rows = await world.db.selectFrom(table).selectAll().execute()
        const texts = JSON.stringify(rows, (_, value) =>
          value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
        )
        expect(texts).not.toContain(form.code)
        expect(texts).not.toContain(body.access_token?.slice(18))
      }
    })

    it('as JSON is refused', async () => {
      const response = await fetch(`${world.service.url}/oidc/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      expect([response.status, await response.json()]).toMatchObject([
        415,
        { error: 'invalid_request' },
      ])
    })
  })

  describe('registration', () => {
    it('needs the secret of an environment', async () => {
      const stranger = {
        ...project,
        environment: { ...project.environment, secret: 'x'.repeat(64) },
      }
      const { status, body } = await world.register(stranger)
      expect([status, body.error]).toEqual([401, 'invalid_token'])
    })

    it('gives the same agent the same client, and another environment another', async () => {
      const [one, two] = [await world.client(project), await world.client(project)]
      expect(one).toEqual(two)
      expect((await world.client(await world.project())).clientId).not.toBe(one.clientId)
    })

    it('knows one address to return to: of the agent, or of the service when the agent has none', async () => {
      const without = await world.project(null)
      const { body } = await world.register(without)
      expect(body.redirect_uris).toEqual([`${world.service.url}/agent-sign-in`])
      const page = await fetch(body.redirect_uris[0])
      expect(await page.text()).toContain('The agent has no address')
      const other = { redirect_uris: ['https://evil.example'] }
      expect((await world.register(project, { body: other })).body.error).toBe(
        'invalid_redirect_uri',
      )
      await world.service.deps.limits.reset('registration', String(project.environment.id))
      const secretive = { token_endpoint_auth_method: 'client_secret_basic' }
      const refused = await world.register(project, { body: secretive })
      expect(refused.body.error).toBe('invalid_client_metadata')
    })

    it('is limited: the sixty-first within ten minutes is refused, of this environment only', async () => {
      const eager = await world.project()
      const statuses = []
      for (let time = 0; time < 61; time++) statuses.push((await world.register(eager)).status)
      expect([statuses[59], statuses[60]]).toEqual([201, 429])
      expect((await world.register(await world.project())).status).toBe(201)
    })
  })
})
