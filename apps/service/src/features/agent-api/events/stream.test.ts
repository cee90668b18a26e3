import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask } from '../../../testing/ask.js'
import { onEachStoreInLongRuns } from '../../../testing/on-each-store.js'
import { type EventReader, openEvents } from '../../../testing/read-stream.js'
import { createSeed, type SeededProject } from '../../../testing/seed.js'
import { startTestService, type TestService } from '../../../testing/start-test-service.js'
import { until } from '../../../testing/until.js'

onEachStoreInLongRuns('the event stream', postgresUrl => {
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  let project: SeededProject
  let admin: Record<string, string>
  let open: EventReader[]

  beforeAll(async () => {
    service = await startTestService(postgresUrl, { eventHeartbeat: 100 })
    seed = createSeed(service.deps.store)
  })
  afterAll(() => service?.stop())
  beforeEach(async () => {
    project = await seed.project()
    admin = await seed.session(project.admin.id)
    open = []
  })
  afterEach(async () => {
    for (const events of open) events.close()
    await until(() => service.deps.events.size === 0)
  })

  const connect = async (
    headers: Record<string, string> = {},
    secret = project.environment.secret,
  ): Promise<EventReader> => {
    const events = await openEvents(service.url, { 'service-secret-key': secret, ...headers })
    open.push(events)
    return events
  }
  const environment = () => `/api/projects/${project.id}/environments/${project.environment.id}`
  const change = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(service.url, method, `${environment()}${path}`, {
      headers: admin,
      body,
    })
    expect(answer.status).toBeLessThan(300)
    return answer
  }
  const setScope = (collection: string, value: string) =>
    change('PUT', `/teams/${project.team.id}/scopes/${collection}`, {
      condition: { field: 'status', operator: 'equal', value },
    })
  const setIpRules = (...ranges: string[]) =>
    change('PUT', '/ip-rules', {
      isEnabled: true,
      rules: ranges.map(range => ({ type: 2, range })),
    })
  const renderingIds = async () =>
    (await change('GET', '/renderings')).body.data.map(({ id }: { id: number }) => id)

  it('says that it is alive at once and again, and is not kept by anything in between', async () => {
    const events = await connect()
    expect(events.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(events.headers.get('cache-control')).toBe('no-cache, no-transform')
    expect(events.headers.get('x-accel-buffering')).toBe('no')
    const beats = [await events.next(), await events.next(), await events.next()]
    expect(beats.map(beat => beat?.event)).toEqual(['heartbeat', 'heartbeat', 'heartbeat'])
    expect(new Set(beats.map(beat => beat?.id)).size).toBe(1)
    expect(beats[0]?.id).toMatch(/^[0-9a-f]{8}-\d+$/)
  })

  it('names the renderings that changed, and gives each change the next id', async () => {
    const events = await connect()
    const [epoch, seq] = (await events.next())?.id.split('-') ?? []
    await setScope('orders', 'paid')
    expect(await events.nextChange()).toEqual({
      event: 'refresh-renderings',
      id: `${epoch}-${Number(seq) + 1}`,
      data: { renderingIds: await renderingIds() },
    })
    await setIpRules('127.0.0.0/8')
    expect(await events.nextChange()).toEqual({
      event: 'refresh-ip-rules',
      id: `${epoch}-${Number(seq) + 2}`,
      data: {},
    })
  })

  it('tells an agent nothing of other environments', async () => {
    const events = await connect()
    const other = await seed.project()
    await ask(
      service.url,
      'PUT',
      `/api/projects/${other.id}/environments/${other.environment.id}/ip-rules`,
      { headers: await seed.session(other.admin.id), body: { isEnabled: false, rules: [] } },
    )
    await seed.member(other, 'user')
    await setScope('orders', 'paid')
    expect((await events.nextChange())?.event).toBe('refresh-renderings')
  })

  it('replays what was missed since Last-Event-ID: each kind once, in an order whose ids are true', async () => {
    const before = await connect()
    const last = (await before.next())?.id ?? ''
    before.close()
    await setScope('orders', 'paid')
    await setIpRules('127.0.0.0/8')
    await setScope('customers', 'paid')
    const [epoch, seq] = [last.slice(0, 8), Number(last.slice(9))]
    const again = await connect({ 'last-event-id': last })
    expect([await again.next(), await again.next(), await again.next()]).toEqual([
      { event: 'refresh-ip-rules', id: `${epoch}-${seq + 2}`, data: {} },
      {
        event: 'refresh-renderings',
        id: `${epoch}-${seq + 3}`,
        data: { renderingIds: await renderingIds() },
      },
      { event: 'heartbeat', id: `${epoch}-${seq + 3}`, data: {} },
    ])
  })

  it('replays nothing to an agent that has missed nothing', async () => {
    const last = (await (await connect()).next())?.id ?? ''
    const again = await connect({ 'last-event-id': last })
    expect(await again.next()).toMatchObject({ event: 'heartbeat', id: last })
  })

  it.each([
    ['too old, because its events were pruned', () => prune()],
    ['of a feed that a crash of the database took', () => loseFeed()],
    ['ahead of the feed', (last: string) => `${last.slice(0, 9)}999999`],
    ['of another epoch', (last: string) => `00000000${last.slice(8)}`],
  ])('sends one event of each kind when Last-Event-ID is %s', async (_name, make) => {
    const last = (await (await connect()).next())?.id ?? ''
    await setScope('orders', 'paid')
    await setScope('orders', 'shipped')
    const given = (await make(last)) ?? last
    const again = await connect({ 'last-event-id': given })
    const events = await Promise.all(Array.from({ length: 7 }, () => again.next()))
    expect(events.map(event => event?.event)).toEqual([
      'refresh-users',
      'refresh-roles',
      'refresh-renderings',
      'refresh-ip-rules',
      'refresh-grants',
      'refresh-customizations',
      'heartbeat',
    ])
    expect(events[2]?.data).toEqual({ renderingIds: await renderingIds() })
    expect(new Set(events.map(event => event?.id)).size).toBe(1)
  })
  const prune = async () => {
    await sql`delete from agent_events where environment_id = ${project.environment.id} and seq < (
      select last_seq from agent_feeds where environment_id = ${project.environment.id})`.execute(
      service.deps.store.db,
    )
    return undefined
  }
  const loseFeed = async () => {
    await sql`truncate agent_feeds, agent_events`.execute(service.deps.store.db)
    return undefined
  }

  it('takes a Last-Event-ID that is none of ours for none', async () => {
    const events = await connect({ 'last-event-id': 'abc' })
    expect(await events.next()).toMatchObject({ event: 'heartbeat' })
  })

  it('says many changes of one transaction once', async () => {
    const events = await connect()
    const last = Number((await events.next())?.id.slice(9))
    await service.deps.store.db.transaction().execute(async transaction => {
      for (const name of ['one', 'two', 'three']) {
        await transaction.insertInto('teams').values({ project_id: project.id, name }).execute()
      }
    })
    const changes = [await events.nextChange(), await events.nextChange()]
    expect(changes.map(change => [change?.event, Number(change?.id.slice(9))])).toEqual([
      ['refresh-renderings', last + 1],
      ['refresh-users', last + 2],
    ])
    const all: number[] = await renderingIds()
    expect(changes[0]?.data).toEqual({ renderingIds: all.sort((a, b) => a - b).slice(-3) })
  })

  it('says nothing of a change that was taken back', async () => {
    const events = await connect()
    await service.deps.store.db
      .transaction()
      .execute(async transaction => {
        await transaction
          .insertInto('teams')
          .values({ project_id: project.id, name: 'x' })
          .execute()
        throw new Error('taken back')
      })
      .catch(() => {})
    await setIpRules('127.0.0.0/8')
    expect((await events.nextChange())?.event).toBe('refresh-ip-rules')
  })

  it('ends at once when the secret is revoked, and leaves the streams of the new one open', async () => {
    const former = await connect()
    const { body } = await change('POST', '/secret', {})
    const current = await connect({}, body.secret)
    await former.next()
    await change('DELETE', '/secret/previous')
    expect(await former.nextChange()).toBeUndefined()
    await setScope('orders', 'paid')
    expect((await current.nextChange())?.event).toBe('refresh-renderings')
  })

  it('ends when a former secret has served its time', async () => {
    const events = await connect()
    await change('POST', '/secret', {})
    await service.deps.store.db
      .updateTable('environment_secrets')
      .set({ expires_at: sql`clock_timestamp() + interval '300 milliseconds'` })
      .where('environment_id', '=', project.environment.id)
      .where('expires_at', 'is not', null)
      .execute()
    expect(await events.nextChange()).toBeUndefined()
  })

  it('ends when IP rules leave its address out', async () => {
    const events = await connect()
    await setIpRules('10.0.0.0/8')
    expect(await events.nextChange()).toBeUndefined()
  })

  it.each([
    ['environment', () => environment()],
    ['project', () => `/api/projects/${project.id}`],
  ])('ends when the %s is deleted', async (_name, path) => {
    const events = await connect()
    await ask(service.url, 'DELETE', path(), { headers: admin })
    expect(await events.nextChange()).toBeUndefined()
    await expect(connect()).rejects.toThrow(/401/)
  })

  it('is forgotten when the agent leaves', async () => {
    const events = await connect()
    expect(service.deps.events.size).toBe(1)
    events.close()
    await until(() => service.deps.events.size === 0)
  })

  it('does not count among the requests being answered, but in a figure of its own', async () => {
    await connect()
    await connect()
    const { body } = await ask(service.url, 'GET', '/metrics')
    expect(body).toMatch(/service_requests_in_flight\{kind="all"\} 1$/m)
    expect(body).toMatch(/service_event_streams\{kind="all"\} 2$/m)
  })

  it('cuts off a reader who does not read, and keeps nothing for it', async () => {
    const { events } = service.deps
    const never = new AbortController().signal
    const { secret_hash } = await service.deps.store.db
      .selectFrom('environment_secrets')
      .select('secret_hash')
      .where('environment_id', '=', project.environment.id)
      .executeTakeFirstOrThrow()
    const body = await events.open({
      environmentId: project.environment.id,
      secretHash: secret_hash.toString('hex'),
      address: '127.0.0.1',
      lastEventId: undefined,
      signal: never,
    })
    const renderings = Array.from({ length: 20_000 }, (_, index) => index)
    for (let round = 0; round < 2; round++) {
      await sql`select tell_agents(${project.environment.id}, 'refresh-renderings', ${renderings})`.execute(
        service.deps.store.db,
      )
      await until(() => events.size === 0 || round === 0)
    }
    await expect(body.getReader().read()).rejects.toThrow('too slow')
  })
})

onEachStoreInLongRuns('a service that is full or stops', postgresUrl => {
  it('refuses streams beyond its limit with 503, and ends those it has when it stops', async () => {
    const service = await startTestService(postgresUrl, { maxEventStreams: 1 })
    const { environment } = await createSeed(service.deps.store).project()
    const headers = { 'service-secret-key': environment.secret }
    const events = await openEvents(service.url, headers)
    const refused = await ask(service.url, 'GET', '/agent-api/events', { headers })
    expect([refused.status, refused.body.code]).toEqual([503, 'overloaded'])
    expect(refused.headers.get('retry-after')).toBe('1')
    const stopped = service.stop()
    expect(await events.nextChange()).toBeUndefined()
    await stopped
  })
})
