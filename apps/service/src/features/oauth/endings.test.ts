import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { maintain } from '../../maintenance/maintain.js'
import { hashPassword } from '../../secrets/password.js'
import { ask } from '../../testing/ask.js'
import { type GrantProject, type GrantWorld, startGrantWorld } from '../../testing/grant-world.js'
import { isAnybodyWaiting } from '../../testing/is-anybody-waiting.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { onAnyStore } from '../../testing/on-each-store.js'
import { type EventReader, openEvents } from '../../testing/read-stream.js'
import { requireSso } from '../../testing/things-of-project.js'
import { until } from '../../testing/until.js'
import { setPassword } from '../me/set-password.js'
import { removeMember } from '../people/change-member.js'

const PASSWORD = 'seven blue boats 31'

type Grant = Awaited<ReturnType<GrantWorld['grantFor']>>

onAnyStore('a grant ends', url => {
  let world: GrantWorld
  let events: EventReader | undefined
  beforeAll(async () => {
    world = await startGrantWorld(url)
  })
  afterAll(() => world?.stop())
  afterEach(() => {
    events?.close()
    events = undefined
  })

  const send = async (method: string, path: string, headers: object, body?: unknown) => {
    const answer = await ask(world.service.url, method, path, {
      headers: headers as Record<string, string>,
      body,
    })
    if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
  const buildAgentHeaders = ({ environment }: GrantProject) => ({
    'service-secret-key': environment.secret,
  })
  const readGrantRow = ({ id }: Grant) =>
    world.db
      .selectFrom('oauth_grants')
      .select(['ended_at', 'end_reason'])
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow()

  const givePassword = async (userId: number) =>
    world.db
      .updateTable('users')
      .set({ password_hash: await hashPassword(PASSWORD) })
      .where('id', '=', userId)
      .execute()

  interface EndingFixture {
    readonly project: GrantProject
    readonly grant: Grant
    readonly userId: number
    readonly admin: Record<string, string>
  }
  type EndingCase = readonly [
    name: string,
    reason: string,
    walk: (scene: EndingFixture) => Promise<unknown>,
  ]

  const roads: readonly EndingCase[] = [
    [
      'the person revokes it',
      'revoked_by_person',
      async ({ grant, userId }) =>
        send('DELETE', `/api/me/grants/${grant.id}`, await world.seed.session(userId)),
    ],
    [
      'an admin of the project revokes it',
      'revoked_by_admin',
      ({ project, grant, admin }) =>
        send('DELETE', `/api/projects/${project.id}/grants/${grant.id}`, admin),
    ],
    [
      'the program gives it up',
      'revoked_by_program',
      ({ project, grant }) =>
        send('POST', `/agent-api/grants/${grant.id}/end`, buildAgentHeaders(project), {}),
    ],
    [
      'a refresh token comes twice',
      'refresh_token_used_twice',
      async ({ project, grant }) => {
        const { body } = await world.refresh(project, grant.refreshToken)
        await world.refresh(project, body.refresh_token)
        await world.refresh(project, grant.refreshToken)
      },
    ],
    [
      'two go on with the same refresh token, each without the other',
      'refresh_token_used_twice',
      async ({ project, grant }) => {
        const { body } = await world.refresh(project, grant.refreshToken)
        const both = [body.refresh_token, grant.refreshToken]
        await world.refresh(project, body.refresh_token)
        const answers = await Promise.all(both.map(token => world.refresh(project, token)))
        expect(answers.map(({ status }) => status)).toContain(400)
      },
    ],
    [
      'the person is taken out of the project',
      'left_project',
      ({ project, userId, admin }) =>
        send('DELETE', `/api/projects/${project.id}/people/${userId}`, admin),
    ],
    [
      'the person is moved to another team',
      'left_team',
      async ({ project, userId, admin }) => {
        const path = `/api/projects/${project.id}`
        const { body } = await send('POST', `${path}/teams`, admin, { name: 'Abroad' })
        await send('PATCH', `${path}/people/${userId}`, admin, { teamIds: [body.id] })
      },
    ],
    [
      'the person gets another role',
      'role_changed',
      async ({ project, userId, admin }) => {
        const path = `/api/projects/${project.id}`
        const { body } = await send('POST', `${path}/roles`, admin, { name: 'Chief' })
        await send('PATCH', `${path}/people/${userId}`, admin, { roleId: body.id })
      },
    ],
    [
      'the account is disabled',
      'account_disabled',
      ({ userId }) =>
        world.db
          .updateTable('users')
          .set({ disabled_at: sql<string>`clock_timestamp()` })
          .where('id', '=', userId)
          .execute(),
    ],
    [
      'the person changes the password',
      'password_changed',
      async ({ userId }) => {
        await givePassword(userId)
        const passwords = { currentPassword: PASSWORD, newPassword: 'eight red kites 52' }
        await send('POST', '/api/me/password', await world.seed.session(userId), passwords)
      },
    ],
    [
      'the program is forgotten',
      'program_forgotten',
      async ({ grant }) => {
        await world.db
          .updateTable('oauth_clients')
          .set({ last_used_at: sql<string>`clock_timestamp() - interval '91 days'` })
          .where('client_id', '=', grant.clientId)
          .execute()
        await maintain(world.service.deps)
      },
    ],
    [
      'the project asks for its single sign-on',
      'sso_required',
      ({ project }) => requireSso(world.service.deps.store, project.id),
    ],
  ]

  const prepare = async (): Promise<EndingFixture> => {
    const project = await world.project()
    const { id: userId } = await world.seed.member(project, 'user')
    const client_id = await world.program()
    const grant = await world.grantFor(project, { userId, client_id })
    return { project, grant, userId, admin: await world.seed.session(project.admin.id) }
  }

  it.each(roads)('when %s, and the agent hears of it', async (_name, reason, walk) => {
    const scene = await prepare()
    const { project, grant } = scene
    const bystander = await world.grantFor(project)
    const before = await world.endedGrants(project)
    expect(before.body).toEqual({ endedGrants: [] })
    events = await openEvents(world.service.url, buildAgentHeaders(project))
    await walk(scene)
    for (let event = ''; event !== 'refresh-grants'; ) {
      event = (await events.nextChange())?.event ?? 'end'
      expect(event).not.toBe('end')
    }
    const after = await world.endedGrants(project)
    expect(after.body.endedGrants).toContain(grant.id)
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect((await readGrantRow(grant)).end_reason).toBe(reason)
    const { status, body } = await world.refresh(project, grant.refreshToken)
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
    if (reason === 'sso_required') return
    expect((await readGrantRow(bystander)).ended_at).toBeNull()
  })

  it('when the password changes, in the log of its project, and its codes are worth nothing', async () => {
    const { project, grant, userId } = await prepare()
    const exchange = await world.codeFor(project, { userId })
    await givePassword(userId)
    const passwords = { currentPassword: PASSWORD, newPassword: 'eight red kites 52' }
    const own = await world.seed.session(userId)
    await send('POST', '/api/me/password', own, { ...passwords, endOtherAccess: false })
    expect((await readGrantRow(grant)).ended_at).toBeNull()
    const next = { currentPassword: passwords.newPassword, newPassword: PASSWORD }
    await send('POST', '/api/me/password', own, next)
    expect((await readGrantRow(grant)).end_reason).toBe('password_changed')
    const { status, body } = await world.token(project, exchange)
    expect([status, body.error]).toEqual([400, 'invalid_grant'])
    const logs = await listAdminLogs(world.service.deps.store, project.id)
    expect(logs.at(-1)).toMatchObject({
      type: 'remove',
      resource: 'grant',
      by: userId,
      previous: { id: Number(grant.id), reason: 'password_changed' },
    })
  })

  it('when who runs the service sets a password, and the log does not say it was the person', async () => {
    const { project, grant, userId } = await prepare()
    const person = { id: userId, email: 'somebody@example.com', username: 'somebody' }
    await world.db
      .transaction()
      .execute(transaction =>
        setPassword(transaction, person, 'a hash', { actor: { initiator: 'service' } }),
      )
    const logs = await listAdminLogs(world.service.deps.store, project.id)
    expect(logs.at(-1)).toMatchObject({
      by: 'service',
      previous: { id: Number(grant.id), reason: 'password_changed' },
    })
  })

  it.each([
    [
      'environment',
      'environment_deleted',
      (id: number, environmentId: number) => `/api/projects/${id}/environments/${environmentId}`,
    ],
    ['project', 'project_deleted', (id: number) => `/api/projects/${id}`],
  ])('when the %s is deleted', async (_name, reason, buildPath) => {
    const { project, grant, admin } = await prepare()
    await send('DELETE', buildPath(project.id, project.environment.id), admin)
    expect((await readGrantRow(grant)).end_reason).toBe(reason)
  })

  it('not when the person gets one team more, another level, or a new name', async () => {
    const { project, grant, userId, admin } = await prepare()
    const path = `/api/projects/${project.id}`
    const { body } = await send('POST', `${path}/teams`, admin, { name: 'Abroad' })
    const teamIds = [body.id, project.team.id]
    await send('PATCH', `${path}/people/${userId}`, admin, { teamIds, permissionLevel: 'editor' })
    await send('PATCH', '/api/me', await world.seed.session(userId), { firstName: 'Ada' })
    expect((await readGrantRow(grant)).ended_at).toBeNull()
    expect((await world.refresh(project, grant.refreshToken)).status).toBe(200)
  })

  it('not through the single sign-on it was made with', async () => {
    const project = await world.project()
    const { verifier, parameters } = world.requestFor(project, await world.program())
    const session = await world.seed.session(project.admin.id, { ssoProjectId: project.id })
    const sent = await world.consent(parameters, session)
    const { body } = await world.token(project, {
      grant_type: 'authorization_code',
      client_id: parameters.client_id,
      code: new URL(sent.headers.get('location') ?? '').searchParams.get('code'),
      code_verifier: verifier,
    })
    await requireSso(world.service.deps.store, project.id)
    expect((await world.refresh(project, body.refresh_token)).status).toBe(200)
  })

  it('once, whoever ends it again; and only by those whose it is', async () => {
    const { project, grant, userId, admin } = await prepare()
    const other = await world.project()
    const foreign = [
      ['DELETE', `/api/me/grants/${grant.id}`, admin],
      [
        'DELETE',
        `/api/projects/${other.id}/grants/${grant.id}`,
        await world.seed.session(other.admin.id),
      ],
      ['POST', `/agent-api/grants/${grant.id}/end`, buildAgentHeaders(other)],
    ] as const
    for (const [method, path, headers] of foreign) {
      const { status } = await ask(world.service.url, method, path, { headers })
      expect(status).toBe(404)
    }
    expect((await readGrantRow(grant)).ended_at).toBeNull()
    const own = await world.seed.session(userId)
    await send('DELETE', `/api/me/grants/${grant.id}`, own)
    const first = await readGrantRow(grant)
    await send('DELETE', `/api/me/grants/${grant.id}`, own)
    await send('POST', `/agent-api/grants/${grant.id}/end`, buildAgentHeaders(project), {})
    expect(await readGrantRow(grant)).toEqual(first)
    const logs = await listAdminLogs(world.service.deps.store, project.id)
    const value = {
      object: 'grant',
      id: Number(grant.id),
      program: 'Helper',
      user: expect.objectContaining({ object: 'user', id: userId }),
      environment: 'Production',
      team: 'Operations',
      scopes: ['mcp:read', 'mcp:write'],
    }
    expect(logs.filter(({ resource }) => resource === 'grant')).toEqual([
      { type: 'add', resource: 'grant', by: userId, previous: null, next: value },
      {
        type: 'remove',
        resource: 'grant',
        by: userId,
        previous: { ...value, reason: 'revoked_by_person' },
        next: null,
      },
    ])
  })

  it('for agents of its own environment alone, and not for long', async () => {
    const { project, grant, userId } = await prepare()
    const other = await world.project()
    await send('DELETE', `/api/me/grants/${grant.id}`, await world.seed.session(userId))
    const { headers, body } = await world.endedGrants(project)
    expect(body).toEqual({ endedGrants: [grant.id] })
    const etag = headers.get('etag') ?? ''
    expect((await world.endedGrants(project, { 'if-none-match': etag })).status).toBe(304)
    expect((await world.endedGrants(other)).body).toEqual({ endedGrants: [] })
    const next = await world.grantFor(project)
    await world.db
      .updateTable('oauth_grants')
      .set({ ended_at: sql<string>`clock_timestamp() - interval '121 minutes'` })
      .where('id', '=', Number(grant.id))
      .execute()
    await send('POST', `/agent-api/grants/${next.id}/end`, buildAgentHeaders(project), {})
    expect((await world.endedGrants(project)).body).toEqual({ endedGrants: [next.id] })
  })

  it('is forgotten after ninety days, and its codes and tokens when they have served', async () => {
    const { grant } = await prepare()
    const ago = (days: number) => sql<string>`clock_timestamp() - ${days} * interval '1 day'`
    const setEnd = (days: number) =>
      world.db
        .updateTable('oauth_grants')
        .set({ ended_at: ago(days), end_reason: 'revoked_by_admin' })
        .where('id', '=', Number(grant.id))
        .execute()
    const left = async () => {
      await maintain(world.service.deps)
      const tables = ['oauth_grants', 'oauth_codes', 'oauth_refresh_tokens'] as const
      return Promise.all(
        tables.map(async table => {
          const { rows } = await sql<{ count: number }>`
            select count(*)::int as count from ${sql.table(table)}
            where ${sql.ref(table === 'oauth_grants' ? 'id' : 'grant_id')} = ${Number(grant.id)}`.execute(
            world.db,
          )
          return rows[0]?.count
        }),
      )
    }
    await setEnd(89)
    expect(await left()).toEqual([1, 1, 1])
    await world.db
      .updateTable('oauth_codes')
      .set({ expires_at: ago(1) })
      .execute()
    await world.db
      .updateTable('oauth_refresh_tokens')
      .set({ expires_at: ago(1) })
      .execute()
    expect(await left()).toEqual([1, 0, 0])
    await setEnd(91)
    expect(await left()).toEqual([0, 0, 0])
  })

  describe('and until then', () => {
    it('is listed for its person and for admins, the newest first and page by page', async () => {
      const { project, grant, userId, admin } = await prepare()
      const second = await world.grantFor(project, { userId, scope: 'mcp:read' })
      await world.grantFor(project)
      const own = await world.seed.session(userId)
      await send('DELETE', `/api/me/grants/${grant.id}`, own)
      const mine = (await send('GET', '/api/me/grants', own)).body.data
      expect(mine.map(({ id }: { id: number }) => String(id))).toEqual([second.id, grant.id])
      expect(mine[1]).toEqual({
        id: Number(grant.id),
        user: { id: userId, username: expect.any(String), email: expect.any(String) },
        program: { clientId: grant.clientId, name: 'Helper' },
        project: { id: project.id, name: project.name },
        environment: { id: project.environment.id, name: 'Production' },
        team: { id: project.team.id, name: 'Operations' },
        scopes: ['mcp:read', 'mcp:write'],
        resource: 'https://agent.example/mcp',
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
        expiresAt: expect.any(String),
        endedAt: expect.any(String),
        endReason: 'revoked_by_person',
      })
      const path = `/api/projects/${project.id}/grants`
      const first = (await send('GET', `${path}?limit=2`, admin)).body
      expect([first.data.length, first.hasMore]).toEqual([2, true])
      const rest = (await send('GET', `${path}?limit=2&cursor=${first.nextCursor}`, admin)).body
      expect([rest.data.map(({ id }: { id: number }) => String(id)), rest.hasMore]).toEqual([
        [grant.id],
        false,
      ])
    })

    it('is hidden from sessions that another project vouched for', async () => {
      const { project, grant, userId } = await prepare()
      const other = await world.project()
      const headers = await world.seed.session(userId, { ssoProjectId: other.id })
      expect((await send('GET', '/api/me/grants', headers)).body.data).toEqual([])
      const { status } = await ask(world.service.url, 'DELETE', `/api/me/grants/${grant.id}`, {
        headers,
      })
      expect(status).toBe(404)
      const own = await world.seed.session(userId, { ssoProjectId: project.id })
      expect((await send('GET', '/api/me/grants', own)).body.data).toHaveLength(1)
    })
  })
})

describe.skipIf(!inject('postgresUrl'))('grants that end together', () => {
  let world: GrantWorld
  beforeAll(async () => {
    world = await startGrantWorld(inject('postgresUrl'))
  })
  afterAll(() => world?.stop())

  it('are not made for somebody who is being taken out of the project', async () => {
    const project = await world.project()
    const { id: userId } = await world.seed.member(project, 'user')
    const exchange = await world.codeFor(project, { userId })
    let answer: Awaited<ReturnType<GrantWorld['token']>> | undefined
    const isWaiting = () => isAnybodyWaiting(world.db)
    const requested = await world.db.transaction().execute(async transaction => {
      const target = { projectId: project.id, userId, actor: { initiator: 'service' } as const }
      await removeMember(transaction, target)
      const asking = world.token(project, exchange).then(given => {
        answer = given
      })
      await until(async () => answer !== undefined || (await isWaiting()))
      return { asking }
    })
    await requested.asking
    expect([answer?.status, answer?.body.error]).toEqual([400, 'invalid_grant'])
    const grants = await world.db.selectFrom('oauth_grants').selectAll().execute()
    expect(grants).toEqual([])
  })

  it('wait for nobody: people leave while their programs refresh and admins revoke', async () => {
    const project = await world.project()
    const admin = await world.seed.session(project.admin.id)
    const people = await Promise.all(
      Array.from({ length: 4 }, () => world.seed.member(project, 'user')),
    )
    const grants = await Promise.all(
      people.flatMap(({ id: userId }) =>
        Array.from({ length: 3 }, () => world.grantFor(project, { userId })),
      ),
    )
    const answers = await Promise.all([
      ...grants.flatMap(({ refreshToken }) => [
        world.refresh(project, refreshToken),
        world.refresh(project, refreshToken),
      ]),
      ...grants.map(({ id }) =>
        ask(world.service.url, 'DELETE', `/api/projects/${project.id}/grants/${id}`, {
          headers: admin,
        }),
      ),
      ...people.map(({ id }) =>
        ask(world.service.url, 'DELETE', `/api/projects/${project.id}/people/${id}`, {
          headers: admin,
        }),
      ),
    ])
    expect(answers.map(({ status }) => status).filter(status => status >= 500)).toEqual([])
    const { body } = await world.endedGrants(project)
    expect([...body.endedGrants].sort()).toEqual(grants.map(({ id }) => id).sort())
  })
})
