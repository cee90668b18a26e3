import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { CSRF_HEADER, SESSION_COOKIE } from '../../http/access/find-person.js'
import { personalToken } from '../../testing/access-callers.js'
import { ask } from '../../testing/ask.js'
import { connectSso } from '../../testing/connect-sso.js'
import { onAnyStore } from '../../testing/on-each-store.js'
import type { SeededProject } from '../../testing/seed.js'
import { requireSso } from '../../testing/things-of-project.js'
import { useTestProject } from '../../testing/use-test-project.js'
import { version } from '../../version.js'
import { readBoot } from './read-boot.js'

const FUTURE = '2999-01-01T00:00:00.000000Z'
const PAST = '2020-01-01T00:00:00.000000Z'

onAnyStore('boot', postgresUrl => {
  const suite = useTestProject('manager', {}, { postgresUrl })

  const boot = (query = '', headers = suite.headers) =>
    ask(suite.service.url, 'GET', `/api/boot${query}`, { headers })
  const db = () => suite.service.deps.store.db
  const findRendering = async (environmentId: number, teamId: number) =>
    (
      await db()
        .selectFrom('renderings')
        .select('id')
        .where('environment_id', '=', environmentId)
        .where('team_id', '=', teamId)
        .executeTakeFirstOrThrow()
    ).id
  const addEnvironment = async (name: string, kind: 'staging' | 'production' | 'development') =>
    (
      await db()
        .insertInto('environments')
        .values({ project_id: suite.project.id, name, kind, agent_url: 'https://agent.example/x' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const connectAgent = () =>
    db()
      .updateTable('environments')
      .set({ agent_url: 'https://agent.example/x' })
      .where('id', '=', suite.project.environment.id)
      .execute()
  const addTeam = async (name: string, isMember: boolean) => {
    const { id } = await db()
      .insertInto('teams')
      .values({ project_id: suite.project.id, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (!isMember) return id
    await db()
      .insertInto('team_members')
      .values({ project_id: suite.project.id, team_id: id, user_id: suite.member.id })
      .execute()
    return id
  }
  /** Makes the member of the suite one of another project, too. */
  const join = async ({ id, role, team }: SeededProject) => {
    const member = { project_id: id, user_id: suite.member.id }
    await db()
      .insertInto('members')
      .values({ ...member, permission_level: 'user', role_id: role.id, tags: '{}' })
      .execute()
    await db()
      .insertInto('team_members')
      .values({ ...member, team_id: team.id })
      .execute()
  }

  it('has everything the panel needs to start', async () => {
    const { id, name, environment, team } = suite.project
    const renderingId = await findRendering(environment.id, team.id)
    const { status, body, headers } = await boot()
    expect([status, body]).toEqual([
      200,
      {
        user: {
          id: suite.member.id,
          email: suite.member.email,
          firstName: 'Test',
          lastName: 'User',
        },
        csrfToken: suite.headers[CSRF_HEADER],
        projects: [
          {
            id,
            name,
            permissionLevel: 'manager',
            role: 'Support',
            environments: [
              {
                id: environment.id,
                name: 'Production',
                kind: 'production',
                agentUrl: null,
                teams: [{ id: team.id, name: 'Operations', renderingId }],
              },
            ],
            refusal: null,
          },
        ],
        preferences: {},
        place: { projectId: id, environmentId: environment.id, teamId: team.id, renderingId },
        layout: { tag: 'none', layout: null },
        agentCode: null,
        unread: { mentions: 0, approvals: 0 },
        version,
      },
    ])
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('lists environments of production first, and only the teams of the person', async () => {
    const staging = await addEnvironment('A staging', 'staging')
    await addEnvironment('B production', 'production')
    await addTeam('Abroad', true)
    await addTeam('Others', false)
    await db()
      .updateTable('environments')
      .set({ deleted_at: PAST })
      .where('id', '=', staging)
      .execute()
    await addEnvironment('C staging', 'staging')
    const { body } = await boot()
    const [{ environments }] = body.projects
    expect(
      environments.map((one: { name: string; teams: { name: string }[] }) => [
        one.name,
        one.teams.map(team => team.name),
      ]),
    ).toEqual([
      ['B production', ['Abroad', 'Operations']],
      ['Production', ['Abroad', 'Operations']],
      ['C staging', ['Abroad', 'Operations']],
    ])
    const admin = await boot('', await suite.seed.session(suite.project.admin.id))
    expect(admin.body.projects[0].environments[0].teams).toHaveLength(1)
  })

  it('opens the place that an address of the panel names, by names or ids', async () => {
    const { id, name, environment, team } = suite.project
    await connectAgent()
    const staging = await addEnvironment('Pre/production ..', 'staging')
    const abroad = await addTeam('Überall', true)
    const open = async (...parts: (string | number)[]) => {
      const address = ['/app', ...parts.map(part => encodeURIComponent(part))].join('/')
      const { body } = await boot(`?address=${encodeURIComponent(address)}`)
      return body.place.renderingId
    }
    const named = await findRendering(staging, abroad)
    expect(await open(name, 'Pre/production ..', 'Überall', 'data', 'orders')).toBe(named)
    expect(await open(id, staging, abroad)).toBe(named)
    const first = await findRendering(environment.id, team.id)
    for (const parts of [
      [],
      [name],
      [name, 'Production', 'Operations'],
      [name, 'Gone', 'Überall'],
    ]) {
      expect(await open(...parts), parts.join()).toBe(first)
    }
    const last = { headers: suite.headers, body: { lastRenderingId: named } }
    await ask(suite.service.url, 'PATCH', '/api/me/preferences', last)
    expect(await open(name)).toBe(named)
    expect(await open(name, 'Production', 'Operations')).toBe(first)
    expect(await open(name, '%', '..')).toBe(named)
  })

  it('brings a code for the agent of the place when it is asked for', async () => {
    const { environment, team } = suite.project
    expect((await boot('?agentCode=true')).body.agentCode).toBeNull()
    await connectAgent()
    expect((await boot()).body.agentCode).toBeNull()
    const { body } = await boot('?agentCode=true')
    expect(body.agentCode).toEqual({
      code: expect.any(String),
      codeVerifier: expect.any(String),
      agentUrl: 'https://agent.example/x',
      expiresAt: expect.any(String),
    })
    const { code, codeVerifier } = body.agentCode
    const exchanged = await ask(suite.service.url, 'POST', '/agent-api/panel-codes', {
      headers: { 'service-secret-key': environment.secret },
      body: { code, codeVerifier },
    })
    expect([exchanged.status, exchanged.body.renderingId]).toEqual([
      200,
      await findRendering(environment.id, team.id),
    ])
  })

  it('opens an environment with an agent, rather than one that has nothing to show', async () => {
    const { environment, team } = suite.project
    const opened = async () => (await boot()).body.place.renderingId
    expect(await opened()).toBe(await findRendering(environment.id, team.id))
    const staging = await addEnvironment('Staging', 'staging')
    expect(await opened()).toBe(await findRendering(staging, team.id))
    await connectAgent()
    expect(await opened()).toBe(await findRendering(environment.id, team.id))
  })

  it('opens the rendering that is asked for, else the last one used, else the first', async () => {
    const { environment, team } = suite.project
    await connectAgent()
    const staging = await addEnvironment('Staging', 'staging')
    const [first, second] = [
      await findRendering(environment.id, team.id),
      await findRendering(staging, team.id),
    ]
    const opened = async (query = '') => (await boot(query)).body.place?.renderingId
    expect(await opened()).toBe(first)
    expect(await opened(`?rendering=${second}`)).toBe(second)
    const last = { headers: suite.headers, body: { lastRenderingId: second } }
    await ask(suite.service.url, 'PATCH', '/api/me/preferences', last)
    expect(await opened()).toBe(second)
    expect(await opened(`?rendering=${first}`)).toBe(first)
    const foreign = await suite.seed.project()
    const theirs = await findRendering(foreign.environment.id, foreign.team.id)
    expect(await opened(`?rendering=${theirs}`)).toBe(second)
    expect((await boot('?rendering=x')).body.code).toBe('invalid_parameter')

    await db().deleteFrom('team_members').where('user_id', '=', suite.member.id).execute()
    const { body } = await boot()
    expect([body.place, body.layout, body.projects[0].environments[0].teams]).toEqual([
      null,
      null,
      [],
    ])
    const stranger = await suite.seed.session((await suite.seed.user()).id)
    expect((await boot('', stranger)).body).toMatchObject({ projects: [], place: null })
  })

  it('has the layout of the place, with a tag that changes with each version', async () => {
    const { id, admin, environment, team } = suite.project
    const path = `/api/projects/${id}/environments/${environment.id}/teams/${team.id}/layout`
    const session = await suite.seed.session(admin.id)
    const tags = new Set(['none'])
    for (const name of ['x', 'y']) {
      const layout = { version: 1, navigation: { groups: [], hidden: [name] }, collections: {} }
      const headers = { ...session, 'if-match': `"${[...tags].at(-1)}"` }
      const written = await ask(suite.service.url, 'PUT', path, { headers, body: layout })
      expect((await boot()).body.layout).toEqual(written.body)
      expect(written.body.layout).toEqual(layout)
      tags.add(written.body.tag)
    }
    expect(tags.size).toBe(3)
  })

  it('says why a project with single sign-on cannot be opened, and shows nothing of it', async () => {
    const other = await suite.seed.project('Before all others')
    await join(other)
    await requireSso(suite.service.deps.store, other.id)
    const rendering = await findRendering(other.environment.id, other.team.id)
    const { body } = await boot(`?rendering=${rendering}`)
    expect(body.projects.map((one: { name: string }) => one.name)).toEqual(
      [other.name, suite.project.name].sort(),
    )
    expect(body.projects.find((one: { id: number }) => one.id === other.id)).toEqual({
      id: other.id,
      name: other.name,
      permissionLevel: 'user',
      role: 'Support',
      environments: [],
      refusal: 'This project requires single sign-on. Sign in through it.',
    })
    expect(body.place.projectId).toBe(suite.project.id)
    for (const name of [other.name, other.id]) {
      const address = encodeURIComponent(`/app/${encodeURIComponent(name)}/settings`)
      const refused = await boot(`?address=${address}&agentCode=true`)
      expect(refused.body).toMatchObject({ place: null, layout: null, agentCode: null })
    }

    const bySso = await boot(
      '',
      await suite.seed.session(suite.member.id, { ssoProjectId: other.id }),
    )
    expect(bySso.body.projects).toMatchObject([{ id: other.id, refusal: null }])
    expect(bySso.body.place.renderingId).toBe(rendering)
    await db().deleteFrom('sso_connections').execute()
    await db()
      .updateTable('projects')
      .set({ name: `Former ${other.id}` })
      .where('id', '=', other.id)
      .execute()
  })

  it('tells a session of one single sign-on nothing of other projects', async () => {
    const other = await suite.seed.project()
    await join(other)
    await connectSso(db(), other.id, {})
    const { body } = await boot(
      '',
      await suite.seed.session(suite.member.id, { ssoProjectId: other.id }),
    )
    expect(body.projects.map((one: { id: number }) => one.id)).toEqual([other.id])
  })

  it('counts mentions that were not seen, and requests that the person may decide on', async () => {
    const { environment, team, role, admin } = suite.project
    const collections = {
      orders: {
        actions: {
          Refund: { approve: true },
          Cancel: { approve: false },
          Own: { selfApprove: true },
        },
      },
    }
    await db()
      .insertInto('role_rights')
      .values({
        environment_id: environment.id,
        role_id: role.id,
        rights: JSON.stringify({ defaults: {}, collections }),
      })
      .execute()
    const approval = {
      environment_id: environment.id,
      status: 'pending' as const,
      collection_name: 'orders',
      action_name: 'Refund',
      record_ids: ['1'],
      inputs: '[]',
      requester_id: admin.id,
      team_id: team.id,
      expires_at: FUTURE,
    }
    const own = { requester_id: suite.member.id }
    await db()
      .insertInto('approvals')
      .values([
        approval,
        { ...approval, ...own, action_name: 'Own' },
        { ...approval, ...own },
        { ...approval, action_name: 'Own' },
        { ...approval, action_name: 'Cancel' },
        { ...approval, collection_name: 'others' },
        { ...approval, status: 'approved' },
        { ...approval, expires_at: PAST },
      ])
      .execute()
    const headers = await suite.seed.session(admin.id)
    const path = `/api/projects/${suite.project.id}/environments/${environment.id}/notes`
    const post = (below: string, body: object) =>
      ask(suite.service.url, 'POST', path + below, { headers, body })
    const { body: note } = await post('', {
      title: 'A',
      recordId: '1',
      collectionName: 'orders',
      content: 'B',
    })
    await post(`/${note.id}/messages`, { content: 'C' })
    const messages = await db()
      .selectFrom('note_messages')
      .select('id')
      .where('note_id', '=', note.id)
      .execute()
    await db()
      .insertInto('note_mentions')
      .values(
        messages.map(({ id }, index) => ({
          environment_id: environment.id,
          user_id: suite.member.id,
          note_id: note.id,
          message_id: id,
          created_at: PAST,
          seen_at: index === 0 ? PAST : null,
        })),
      )
      .execute()
    expect((await boot()).body.unread).toEqual({ mentions: 1, approvals: 2 })
  })

  it('takes four queries, three of them at once', async () => {
    let queries = 0
    const counter: KyselyPlugin = {
      transformQuery({ node }) {
        queries++
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const [publicId = ''] = (suite.headers.cookie ?? '')
      .replace(`${SESSION_COOKIE}=`, '')
      .split('.')
    const person = {
      ...suite.member,
      firstName: '',
      lastName: '',
      isOwner: false,
      isUnverified: false,
      credential: {
        kind: 'session' as const,
        publicId,
        method: 'password' as const,
        ssoProjectId: null,
        hasTwoFactors: false,
        signedInAt: PAST,
      },
    }
    await readBoot(db().withPlugin(counter), person, { csrfToken: '' })
    expect(queries).toBe(4)
  })

  it('is for browsers: personal tokens are refused', async () => {
    const token = await personalToken(suite.service.deps.store, suite.member.id)
    expect((await boot('', token)).body.code).toBe('session_required')
  })
})
