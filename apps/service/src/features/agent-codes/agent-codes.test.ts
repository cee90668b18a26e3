import { computeCodeChallenge } from '@service/authorization'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { randomText } from '../../secrets/token-format.js'
import { personalToken } from '../../testing/access-callers.js'
import { ask } from '../../testing/ask.js'
import { isAnybodyWaiting } from '../../testing/is-anybody-waiting.js'
import { onAnyStore } from '../../testing/on-each-store.js'
import type { SeededUser } from '../../testing/seed.js'
import { AGENT_URL, type SignInWorld, startSignInWorld } from '../../testing/sign-in-world.js'
import { tablesHolding } from '../../testing/tables-holding.js'
import { requireSso } from '../../testing/things-of-project.js'
import { until } from '../../testing/until.js'
import { endAccess } from '../me/end-access.js'

type Project = Awaited<ReturnType<SignInWorld['project']>>
type Headers = Record<string, string>

/** What the panel and an agent ask of the service. */
function createClients(world: () => SignInWorld) {
  const issue = (
    { id, environment, renderingId }: Project,
    headers: Headers,
    changes: object = {},
  ) => {
    const codeVerifier = randomText(64)
    const body = { renderingId, codeChallenge: computeCodeChallenge(codeVerifier), ...changes }
    const path = `/api/projects/${id}/environments/${environment.id}/agent-codes`
    return ask(world().service.url, 'POST', path, { headers, body }).then(answer => ({
      ...answer,
      codeVerifier,
    }))
  }
  const redeem = ({ environment }: Project, body: object) =>
    ask(world().service.url, 'POST', '/agent-api/panel-codes', {
      headers: { 'service-secret-key': environment.secret },
      body,
    })
  /** A code, and the verifier that goes with it. */
  const codeFor = async (project: Project, headers: Headers) => {
    const { status, body, codeVerifier } = await issue(project, headers)
    expect(status, JSON.stringify(body)).toBe(201)
    return { code: body.code as string, codeVerifier }
  }
  return { issue, redeem, codeFor }
}

onAnyStore('a code for a session at an agent', url => {
  let world: SignInWorld
  let project: Project
  let person: SeededUser
  let session: Headers
  const { issue, redeem, codeFor } = createClients(() => world)

  beforeAll(async () => {
    world = await startSignInWorld(url)
  })
  afterAll(() => world?.stop())
  beforeEach(async () => {
    project = await world.project()
    person = await world.seed.member(project, 'user')
    session = await world.seed.session(person.id)
  })

  const findVersion = async () =>
    (
      await world.db
        .selectFrom('users')
        .select('session_version')
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow()
    ).session_version

  it('stands for the person in the rendering, and is stored as a hash only', async () => {
    const before = Date.now()
    const { status, headers, body, codeVerifier } = await issue(project, session)
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
    expect(body).toEqual({
      code: expect.any(String),
      agentUrl: AGENT_URL,
      expiresAt: expect.any(String),
    })
    const { code, expiresAt } = body
    const seconds = (Date.parse(expiresAt) - before) / 1000
    expect(seconds).toBeGreaterThanOrEqual(60)
    expect(seconds).toBeLessThan(75)
    expect(await tablesHolding(world.db, code)).toEqual([])
    const redeemed = await redeem(project, { code, codeVerifier })
    expect([redeemed.status, redeemed.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(redeemed.body).toEqual({
      data: {
        id: String(person.id),
        attributes: {
          email: person.email,
          first_name: 'Test',
          last_name: 'User',
          teams: ['Operations'],
          role: 'Support',
          role_id: project.role.id,
          permission_level: 'user',
          tags: [],
          session_version: 0,
        },
      },
      renderingId: project.renderingId,
    })
  })

  it('comes with a verifier when the request has no challenge', async () => {
    const { status, body } = await issue(project, session, { codeChallenge: undefined })
    expect([status, typeof body.codeVerifier]).toEqual([201, 'string'])
    const { code, codeVerifier } = body
    expect(await tablesHolding(world.db, codeVerifier)).toEqual([])
    expect((await redeem(project, { code, codeVerifier })).status).toBe(200)
  })

  it('is refused when it is used again, and what the first use opened ends, once', async () => {
    const exchange = await codeFor(project, session)
    expect((await redeem(project, exchange)).status).toBe(200)
    expect(await findVersion()).toBe(0)
    for (let use = 2; use < 5; use++) {
      const { status, body } = await redeem(project, exchange)
      expect([status, body.code]).toEqual([400, 'invalid_code'])
      expect(await findVersion()).toBe(1)
    }
  })

  it('is refused with another verifier, after which it is used, and nothing ends', async () => {
    const exchange = await codeFor(project, session)
    for (const codeVerifier of ['x'.repeat(43), '', exchange.codeVerifier]) {
      const { status, body } = await redeem(project, { ...exchange, codeVerifier })
      expect([status, body.code]).toEqual([400, 'invalid_code'])
    }
    expect(await findVersion()).toBe(0)
  })

  it('is refused after its time', async () => {
    const exchange = await codeFor(project, session)
    await world.db
      .updateTable('agent_codes')
      .set({ expires_at: sql<string>`clock_timestamp()` })
      .where('user_id', '=', person.id)
      .execute()
    expect((await redeem(project, exchange)).body.code).toBe('invalid_code')
  })

  it('is unknown to the agent of another environment, and stays good', async () => {
    const exchange = await codeFor(project, session)
    const other = await world.project()
    expect((await redeem(other, exchange)).body.code).toBe('invalid_code')
    expect((await redeem(project, exchange)).status).toBe(200)
  })

  const api = (method: string, path: string, headers: Headers, body?: object) =>
    ask(world.service.url, method, path, { headers, body })
  const asAdmin = async (method: string, path: string, body?: object) => {
    const headers = await world.seed.session(project.admin.id)
    const { status } = await api(method, `/api/projects/${project.id}${path}`, headers, body)
    expect(status).toBeLessThan(300)
  }
  const changes: readonly (readonly [string, number, string, () => Promise<unknown>])[] = [
    [
      'left the team',
      403,
      'not_in_team',
      async () => {
        await asAdmin('POST', '/teams', { name: 'Elsewhere' })
        await world.db.deleteFrom('team_members').where('user_id', '=', person.id).execute()
      },
    ],
    [
      'was removed from the project',
      403,
      'not_a_member',
      () => asAdmin('DELETE', `/people/${person.id}`),
    ],
    [
      'was disabled',
      403,
      'not_a_member',
      () =>
        world.db
          .updateTable('users')
          .set({ disabled_at: sql<string>`clock_timestamp()` })
          .where('id', '=', person.id)
          .execute(),
    ],
    ['signed out', 400, 'invalid_code', () => api('DELETE', '/api/session', session)],
    [
      'has a session that expired',
      400,
      'invalid_code',
      () =>
        world.db
          .updateTable('sessions')
          .set({ expires_at: sql<string>`clock_timestamp()` })
          .where('user_id', '=', person.id)
          .execute(),
    ],
    [
      'has to use single sign-on now',
      403,
      'sso_required',
      () => requireSso(world.service.deps.store, project.id),
    ],
    [
      'had all access ended',
      400,
      'invalid_code',
      () => world.db.transaction().execute(transaction => endAccess(transaction, person)),
    ],
  ]
  it.each(changes)('is refused to a person who %s, and used', async (_, status, code, change) => {
    const exchange = await codeFor(project, session)
    await change()
    const refused = await redeem(project, exchange)
    expect([refused.status, refused.body.code]).toEqual([status, code])
    const { used_at: usedAt } = await world.db
      .selectFrom('agent_codes')
      .select('used_at')
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(usedAt).not.toBeNull()
  })

  it('needs a session, the CSRF token, and a rendering of a team of the person', async () => {
    const refusalOf = async (headers: Headers, more: object = {}) => {
      const { status, body } = await issue(project, headers, more)
      return [status, body.code]
    }
    const { cookie = '' } = session
    expect(await refusalOf({})).toEqual([401, 'unauthorized'])
    expect(await refusalOf({ cookie })).toEqual([403, 'csrf_token_required'])
    expect(await refusalOf({ ...session, origin: 'https://evil.example' })).toEqual([
      403,
      'cross_site',
    ])
    expect(await refusalOf(await personalToken(world.service.deps.store, person.id))).toEqual([
      403,
      'session_required',
    ])
    const foreign = await world.project()
    expect(await refusalOf(session, { renderingId: foreign.renderingId })).toEqual([
      404,
      'not_found',
    ])
    await asAdmin('POST', '/teams', { name: 'Abroad' })
    const abroad = await world.db
      .selectFrom('renderings')
      .innerJoin('teams', 'teams.id', 'renderings.team_id')
      .select('renderings.id')
      .where('teams.name', '=', 'Abroad')
      .where('environment_id', '=', project.environment.id)
      .executeTakeFirstOrThrow()
    expect(await refusalOf(session, { renderingId: abroad.id })).toEqual([403, 'not_in_team'])
    await requireSso(world.service.deps.store, project.id)
    expect(await refusalOf(session)).toEqual([403, 'sso_required'])
  })

  describe('as which role an administrator looks', () => {
    const issueAs = async (personId: number, more: object) =>
      issue(project, await world.seed.session(personId), more)
    const asAdminOf = (more: object) => issueAs(project.admin.id, more)

    it('opens a session of its own sort, and is in the admin log', async () => {
      const previewRoleId = project.role.id
      const { body, codeVerifier } = await asAdminOf({ previewRoleId, previewSeconds: 60 })
      const redeemed = await redeem(project, { code: body.code, codeVerifier })
      const role = { id: previewRoleId, name: 'Support' }
      expect(redeemed.body).toEqual({
        data: { id: String(project.admin.id), attributes: expect.any(Object) },
        preview: { renderingId: project.renderingId, role, seconds: 60 },
      })
      const logs = await api(
        'GET',
        `/api/projects/${project.id}/admin-logs?resource=view-as-role`,
        await world.seed.session(project.admin.id),
      )
      expect(logs.body.data.map(({ newValue }: { newValue: object }) => newValue)).toEqual([
        {
          role: { object: 'role', name: 'Support' },
          environment: { object: 'environment', name: 'Production' },
          team: { object: 'team', name: 'Operations' },
          seconds: 60,
        },
      ])
    })

    it('is refused to others, for roles of other projects, and for more than 15 minutes', async () => {
      const previewRoleId = project.role.id
      const refused = await issueAs(person.id, { previewRoleId })
      expect([refused.status, refused.body]).toEqual([
        403,
        {
          code: 'level_too_low',
          message:
            "To view the data as a role, you need the permission level 'admin'; yours is 'user'.",
          rule: { kind: 'level', level: 'admin', own: 'user' },
        },
      ])
      const { role } = await world.project()
      expect((await asAdminOf({ previewRoleId: role.id })).status).toBe(404)
      const long = await asAdminOf({ previewRoleId, previewSeconds: 901 })
      expect([long.status, long.body.message]).toEqual([
        400,
        expect.stringContaining("'previewSeconds' must be from 1 to 900"),
      ])
      const alone = await asAdminOf({ previewSeconds: 60 })
      expect([alone.status, alone.body.code]).toEqual([400, 'invalid_body'])
    })

    it('is refused when the person is no administrator any more', async () => {
      const { body, codeVerifier } = await asAdminOf({ previewRoleId: project.role.id })
      await world.db
        .updateTable('members')
        .set({ permission_level: 'user' })
        .where('user_id', '=', project.admin.id)
        .execute()
      const { status, body: refusal } = await redeem(project, { code: body.code, codeVerifier })
      expect([status, refusal.code]).toEqual([403, 'level_too_low'])
    })
  })

  it.each(['', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}=`, 43])(
    'needs a code challenge, not %o',
    async codeChallenge => {
      const { status, body } = await issue(project, session, { codeChallenge })
      expect([status, body.code]).toEqual([400, 'invalid_body'])
      expect(body.message).toContain("'codeChallenge' must be")
    },
  )

  it('needs an agent URL, and says so', async () => {
    await world.setAgentUrl(project, null)
    const { status, body } = await issue(project, session)
    expect([status, body]).toEqual([
      409,
      {
        code: 'agent_url_missing',
        message:
          "The environment 'Production' has no agent URL. An admin sets 'agentUrl', the URL at which browsers reach its agent.",
      },
    ])
  })

  it('can be requested 300 times a minute', async () => {
    const { limits } = world.service.deps
    for (let count = 0; count < 299; count++) await limits.hit('agentCode', String(person.id))
    expect((await issue(project, session)).status).toBe(201)
    const { status, headers, body } = await issue(project, session)
    expect([status, body.code]).toEqual([429, 'rate_limited'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

const postgresUrl = inject('postgresUrl')

// The embedded database has one connection, on which nothing happens at the same time.
describe.skipIf(!postgresUrl)('codes for agents at the same time', () => {
  let world: SignInWorld
  const { redeem, codeFor } = createClients(() => world)

  beforeAll(async () => {
    world = await startSignInWorld(postgresUrl)
  })
  afterAll(() => world?.stop())

  it('opens one session of five attempts, and ends it for the other four', async () => {
    const project = await world.project()
    const exchange = await codeFor(project, await world.seed.session(project.admin.id))
    const all = await Promise.all(Array.from({ length: 5 }, () => redeem(project, exchange)))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    const { session_version: version } = await world.db
      .selectFrom('users')
      .select('session_version')
      .where('id', '=', project.admin.id)
      .executeTakeFirstOrThrow()
    expect(version).toBe(1)
  })

  it('waits for a change of password, and is worth nothing afterwards', async () => {
    const project = await world.project()
    const { admin } = project
    const exchange = await codeFor(project, await world.seed.session(admin.id))
    let answer: ReturnType<typeof redeem> | undefined
    await world.db.transaction().execute(async transaction => {
      await transaction
        .updateTable('users')
        .set({ password_hash: 'another hash' })
        .where('id', '=', admin.id)
        .execute()
      answer = redeem(project, exchange)
      await until(() => isAnybodyWaiting(world.db))
      await endAccess(transaction, admin)
    })
    expect((await answer!).body.code).toBe('invalid_code')
  })
})
