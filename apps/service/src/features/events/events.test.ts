import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { onEachStoreInLongRuns } from '../../testing/on-each-store.js'
import { type EventReader, openEvents } from '../../testing/read-stream.js'
import { createSeed, type SeededProject, type SeededUser } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import { requireSso } from '../../testing/things-of-project.js'
import { until } from '../../testing/until.js'

type Headers = Record<string, string>

onEachStoreInLongRuns('the event stream of people', postgresUrl => {
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  let project: SeededProject
  let admin: Headers
  let person: SeededUser
  let headers: Headers
  let open: EventReader[]

  beforeAll(async () => {
    service = await startTestService(postgresUrl, { eventHeartbeat: 200 })
    seed = createSeed(service.deps.store)
  })
  afterAll(() => service?.stop())
  beforeEach(async () => {
    project = await seed.project()
    admin = await seed.session(project.admin.id)
    person = await seed.member(project, 'user')
    headers = await seed.session(person.id)
    open = []
  })
  afterEach(async () => {
    for (const events of open) events.close()
    await until(() => service.deps.personEvents.size === 0)
  })

  const connect = async (given = headers): Promise<EventReader> => {
    const events = await openEvents(service.url, given, '/api/events')
    open.push(events)
    await skipEarlierNews(events, given)
    return events
  }
  /** What a test prepares may be announced after the stream is open. */
  const skipEarlierNews = async (events: EventReader, given: Headers) => {
    const { user } = (await ask(service.url, 'GET', '/api/session', { headers: given })).body
    const noteId = -1 - marks++
    const ids = JSON.stringify({ userId: user.id, noteId })
    await sql`select tell_people('rights', ${ids}::jsonb)`.execute(db())
    for (let event = await events.next(); event; event = await events.next()) {
      if ((event.data as { noteId?: number }).noteId === noteId) return
    }
  }
  let marks = 0
  /** The next event that says what changed. */
  const next = async (events: EventReader) => {
    for (let event = await events.next(); event; event = await events.next()) {
      if (event.event !== 'refresh') return { [event.event]: event.data }
    }
    return undefined
  }
  const db = () => service.deps.store.db
  const environment = () => `/api/projects/${project.id}/environments/${project.environment.id}`
  const team = () => `${environment()}/teams/${project.team.id}`
  const change = async (method: string, path: string, body?: unknown, given = admin) => {
    const answer = await ask(service.url, method, path, { headers: given, body })
    if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const place = () => ({ projectId: project.id, environmentId: project.environment.id })
  const teamPlace = async () => {
    const { id } = await db()
      .selectFrom('renderings')
      .select('id')
      .where('environment_id', '=', project.environment.id)
      .where('team_id', '=', project.team.id)
      .executeTakeFirstOrThrow()
    return { ...place(), teamId: project.team.id, renderingId: id }
  }
  const publishLayout = async (given = admin) => {
    const { tag } = await change('GET', `${team()}/layout`, undefined, given)
    const layout = { version: 1, navigation: { groups: [], hidden: [`x${tag}`] }, collections: {} }
    return change('PUT', `${team()}/layout`, layout, { ...given, 'if-match': `"${tag}"` })
  }
  const writeNote = (content = 'Hello', recordId = '1') =>
    change('POST', `${environment()}/notes`, {
      title: 'A',
      recordId,
      collectionName: 'orders',
      content,
    })
  const mention = ({ id }: SeededUser) => `<p><span data-mention-id="${id}">@x</span> look</p>`
  /** A change that everyone in the project is told of, to know that nothing else was sent before it. */
  const marker = async (events: EventReader) => {
    const { id } = await writeNote('marker', 'marker')
    return { event: { notes: { ...place(), noteId: id, ...marked } }, events }
  }
  const marked = { collectionName: 'orders', recordId: 'marker' }
  const expectNothing = async (events: EventReader) => {
    const { event } = await marker(events)
    expect(await next(events)).toEqual(event)
  }

  const setRights = (actions: object) =>
    db()
      .insertInto('role_rights')
      .values({
        environment_id: project.environment.id,
        role_id: project.role.id,
        rights: JSON.stringify({ defaults: {}, collections: { orders: { actions } } }),
      })
      .execute()
  const requestApproval = async (requester: { readonly id: number }) => {
    const { id } = await db()
      .insertInto('approvals')
      .values({
        environment_id: project.environment.id,
        status: 'pending',
        collection_name: 'orders',
        action_name: 'Refund',
        record_ids: ['1'],
        inputs: '[]',
        requester_id: requester.id,
        team_id: project.team.id,
        expires_at: '2099-01-01T00:00:00.000000Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { approvals: { ...place(), approvalId: id } }
  }

  it('is not kept by anything in between, and says how long to wait before a new connection', async () => {
    const leaving = new AbortController()
    const response = await fetch(new URL('/api/events', service.url), {
      headers,
      signal: leaving.signal,
    })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes(': heartbeat\n\n')) text += (await reader?.read())?.value ?? ''
    expect(text).toContain('retry: 3000\n')
    leaving.abort()
  })

  it('tells people of mentions, and nobody else', async () => {
    const [mine, theirs] = [await connect(), await connect(admin)]
    const note = await writeNote(mention(person))
    const notes = {
      notes: { ...place(), noteId: note.id, collectionName: 'orders', recordId: '1' },
    }
    const received = [await next(mine), await next(mine)]
    expect(received).toContainEqual(notes)
    expect(received).toContainEqual({ mentions: place() })
    expect(await next(theirs)).toEqual(notes)
    await change('POST', '/api/me/mentions/seen', { until: '2099-01-01T00:00:00Z' }, headers)
    expect(await next(mine)).toEqual({ mentions: place() })
    await expectNothing(theirs)
  })

  it('tells of notes whose names are too long to send', async () => {
    const events = await connect()
    const { id } = await writeNote('x'.repeat(5000), '漢'.repeat(255))
    expect(await next(events)).toEqual({
      notes: { ...place(), noteId: id, collectionName: 'orders' },
    })
  })

  it('tells the requester, those who may approve and admins of approvals', async () => {
    await setRights({ Refund: { approve: true } })
    const other = await db()
      .insertInto('roles')
      .values({ project_id: project.id, name: 'Others' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [requester, outsider] = [
      await seed.member({ ...project, role: other }, 'user'),
      await seed.member({ ...project, role: other }, 'editor'),
    ]
    const [approver, asking, outside, administrator] = await Promise.all(
      [headers, await seed.session(requester.id), await seed.session(outsider.id), admin].map(
        connect,
      ),
    )
    const event = await requestApproval(requester)
    for (const events of [approver, asking, administrator]) {
      expect(await next(events as EventReader)).toEqual(event)
    }
    await expectNothing(outside as EventReader)
  })

  it('tells the team of its layout, its shared views, its charts and its dashboards', async () => {
    const abroad = await seed.member(project, 'editor')
    await db().deleteFrom('team_members').where('user_id', '=', abroad.id).execute()
    const [mine, others] = [await connect(), await connect(await seed.session(abroad.id))]
    await publishLayout()
    expect(await next(mine)).toEqual({ layout: await teamPlace() })
    const view = { collectionName: 'orders', name: 'Late', isShared: true, state: {} }
    const { id } = await change('POST', `${team()}/views`, view)
    const collectionName = 'orders'
    expect(await next(mine)).toEqual({ views: { ...(await teamPlace()), collectionName } })
    await change('PATCH', `${team()}/views/${id}`, { isShared: false })
    expect(await next(mine)).toEqual({ views: { ...(await teamPlace()), collectionName } })
    await change('PATCH', `${team()}/views/${id}`, { name: 'Private' })
    const definition = { type: 'Value', sourceCollectionName: 'orders', aggregator: 'Count' }
    await change('POST', `${team()}/charts`, { name: 'Orders', definition })
    expect(await next(mine)).toEqual({ dashboards: await teamPlace() })
    await db()
      .insertInto('dashboards')
      .values({
        environment_id: project.environment.id,
        team_id: project.team.id,
        name: 'Today',
        position: 0,
        content: '{}',
      })
      .execute()
    expect(await next(mine)).toEqual({ dashboards: await teamPlace() })
    await expectNothing(others)
  })

  it('tells only its owner of a private view', async () => {
    const [mine, theirs] = [await connect(), await connect(admin)]
    const view = { collectionName: 'orders', name: 'Mine', isShared: false, state: {} }
    await change('POST', `${team()}/views`, view, headers)
    expect(await next(mine)).toEqual({
      views: { ...(await teamPlace()), collectionName: 'orders' },
    })
    await expectNothing(theirs)
  })

  it('tells nothing of other projects', async () => {
    const foreign = await seed.project()
    const events = await connect(await seed.session(foreign.admin.id))
    await writeNote(mention(person))
    await publishLayout()
    await requestApproval(person)
    await db()
      .updateTable('projects')
      .set({ name: `Foreign ${foreign.id}` })
      .where('id', '=', foreign.id)
      .execute()
    expect(await next(events)).toEqual({ rights: { projectId: foreign.id } })
  })

  describe('tells people that their rights changed when', () => {
    const rows: readonly (readonly [string, () => Promise<unknown>, () => object])[] = [
      ['their role gets rights', () => setRights({}), place],
      [
        'they get another level',
        () =>
          change('PATCH', `/api/projects/${project.id}/people/${person.id}`, {
            permissionLevel: 'editor',
          }),
        () => ({ projectId: project.id }),
      ],
      [
        'their account changes',
        () => change('PATCH', '/api/me', { firstName: 'Ada' }, headers),
        () => ({}),
      ],
      [
        'an environment is added',
        () =>
          change('POST', `/api/projects/${project.id}/environments`, {
            name: 'New',
            kind: 'staging',
          }),
        () => ({ projectId: project.id }),
      ],
      [
        'a schema is uploaded',
        () =>
          db()
            .insertInto('schemas')
            .values({
              environment_id: project.environment.id,
              hash: 'x',
              agent: 'x',
              agent_version: '1',
              document: '{}',
              outline: '{}',
            })
            .execute(),
        place,
      ],
    ]
    it.each(rows)('%s', async (_name, make, data) => {
      const events = await connect()
      await make()
      expect(await next(events)).toEqual({ rights: data() })
    })

    it('a scope of their team is set', async () => {
      const events = await connect()
      const condition = { field: 'status', operator: 'equal', value: 'paid' }
      await change('PUT', `${team()}/scopes/orders`, { condition })
      expect(await next(events)).toEqual({ rights: await teamPlace() })
    })

    it('the role of others changes: not then', async () => {
      const role = await db()
        .insertInto('roles')
        .values({ project_id: project.id, name: 'Others' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const events = await connect()
      await db()
        .insertInto('role_rights')
        .values({ environment_id: project.environment.id, role_id: role.id, rights: '{}' })
        .execute()
      await expectNothing(events)
    })
  })

  it('tells who leaves a team nothing of it from then on, and who joins everything', async () => {
    const events = await connect()
    const abroad = await change('POST', `/api/projects/${project.id}/teams`, { name: 'Abroad' })
    const path = `/api/projects/${project.id}/people/${person.id}`
    await change('PATCH', path, { teamIds: [abroad.id] })
    expect(await next(events)).toEqual({ rights: { projectId: project.id } })
    await publishLayout()
    await expectNothing(events)
    await change('PATCH', path, { teamIds: [project.team.id] })
    expect(await next(events)).toEqual({ rights: { projectId: project.id } })
    await publishLayout()
    expect(await next(events)).toEqual({ layout: await teamPlace() })
  })

  it('tells who leaves a project that their rights changed, and nothing after that', async () => {
    const events = await connect()
    const second = await seed.project()
    await change('DELETE', `/api/projects/${project.id}/people/${person.id}`)
    expect(await next(events)).toEqual({ rights: { projectId: project.id } })
    await writeNote()
    await db()
      .insertInto('members')
      .values({
        project_id: second.id,
        user_id: person.id,
        permission_level: 'user',
        role_id: second.role.id,
        tags: '{}',
      })
      .execute()
    expect(await next(events)).toEqual({ rights: { projectId: second.id } })
  })

  it('tells a password session nothing of a project once it requires single sign-on', async () => {
    const events = await connect()
    await requireSso(service.deps.store, project.id)
    expect(await next(events)).toEqual({ rights: { projectId: project.id } })
    await sql`select tell_people_of_environment('notes', ${project.environment.id}, null, '{}')`.execute(
      db(),
    )
    await db().deleteFrom('sso_connections').where('project_id', '=', project.id).execute()
    expect(await next(events)).toEqual({ rights: { projectId: project.id } })
  })

  describe('says that the session has ended, and ends, when', () => {
    const publicId = () => headers.cookie?.split(/[=.]/)[1] ?? ''
    const update = (values: { expires_at: ReturnType<typeof sql<string>> }) =>
      db().updateTable('sessions').set(values).where('public_id', '=', publicId()).execute()
    const rows: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['the person signs out', () => change('DELETE', '/api/session', undefined, headers)],
      [
        'it is ended elsewhere',
        async () =>
          change('DELETE', `/api/sessions/${publicId()}`, undefined, await seed.session(person.id)),
      ],
      ['it expires', () => update({ expires_at: sql`clock_timestamp() + interval '100 ms'` })],
      [
        'the account is disabled',
        () =>
          db()
            .updateTable('users')
            .set({ disabled_at: '2026-01-01T00:00:00.000000Z' })
            .where('id', '=', person.id)
            .execute(),
      ],
    ]
    it.each(rows)('%s', async (_name, end) => {
      const events = await connect()
      await end()
      expect(await next(events)).toEqual({ 'session-ended': {} })
      expect(await next(events)).toBeUndefined()
      await expect(connect()).rejects.toThrow(/401/)
    })
  })

  it('needs a session', async () => {
    await expect(connect({})).rejects.toThrow(/401/)
  })

  it('is open at most twenty times for one person', async () => {
    for (let index = 0; index < 20; index++) await connect()
    const refused = await ask(service.url, 'GET', '/api/events', { headers })
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.headers.get('retry-after')).toBe('30')
    await connect(admin)
  })

  it('does not count among the requests being answered, but in a figure of its own', async () => {
    await connect()
    const { body } = await ask(service.url, 'GET', '/metrics')
    expect(body).toMatch(/service_requests_in_flight\{kind="all"\} 1$/m)
    expect(body).toMatch(/service_person_event_streams\{kind="all"\} 1$/m)
  })

  it('cuts off a reader who does not read, and keeps nothing for it', async () => {
    const { personEvents } = service.deps
    const body = await personEvents.open({
      userId: person.id,
      sessionId: headers.cookie?.split(/[=.]/)[1] ?? '',
      signal: new AbortController().signal,
    })
    const other = await connect(admin)
    const payload = JSON.stringify({ recordId: 'x'.repeat(7000) })
    while (personEvents.size === 2) {
      await sql`select tell_people_of_environment('notes', ${project.environment.id}, null, ${payload}::jsonb)`.execute(
        db(),
      )
      expect(Object.keys((await next(other)) ?? {})).toEqual(['notes'])
    }
    await expect(body.getReader().read()).rejects.toThrow('too slow')
  })

  it('tells everyone to refresh when there is too much news at once', async () => {
    const events = await connect()
    await sql`select tell_people_of_environment('approvals', ${project.environment.id}, null,
      jsonb_build_object('approvalId', -number)) from generate_series(1, 5000) as number`.execute(
      db(),
    )
    expect(await events.next()).toMatchObject({ event: 'refresh' })
  })
})

onEachStoreInLongRuns('a service that is full or stops, for people', postgresUrl => {
  it('refuses streams beyond its limit with 503, and ends those it has when it stops', async () => {
    const service = await startTestService(postgresUrl, { maxEventStreams: 1 })
    const seed = createSeed(service.deps.store)
    const { admin } = await seed.project()
    const headers = await seed.session(admin.id)
    const events = await openEvents(service.url, headers, '/api/events')
    const refused = await ask(service.url, 'GET', '/api/events', { headers })
    expect([refused.status, refused.body.code]).toEqual([503, 'overloaded'])
    const stopped = service.stop()
    for (let event = await events.next(); event; event = await events.next()) {
      expect(event.event).toBe('refresh')
    }
    await stopped
  })
})
