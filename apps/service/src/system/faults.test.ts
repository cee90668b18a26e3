import { startFaultProxy, startPostgres, type ThrowAwayServer } from '@service/test-support'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { routes } from '../app.js'
import { ENVIRONMENT_SECRET_HEADER } from '../http/access/find-agent.js'
import type { Route } from '../http/route.js'
import { type Answer, ask } from '../testing/ask.js'
import { createSeed, type SeededProject } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'

/** What is acknowledged must be there after a crash, as in production. */
const server = await startPostgres({ synchronous_commit: 'on', full_page_writes: 'on' })

const setRealTimeout = globalThis.setTimeout

const reason = 'The database cannot be reached.'
const ownError = { code: 'database_unavailable', message: reason }
const oauthError = { error: 'temporarily_unavailable', error_description: reason }

describe.skipIf(!server)('when PostgreSQL is killed', () => {
  const postgres = server as ThrowAwayServer
  let service: TestService
  let project: SeededProject
  let credentials: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(postgres.url)
    const seed = createSeed(service.deps.store)
    project = await seed.project()
    credentials = {
      ...(await seed.session(project.admin.id)),
      [ENVIRONMENT_SECRET_HEADER]: project.environment.secret,
    }
  })
  afterAll(async () => {
    await service.stop()
    await postgres.stop()
  })

  const askRoute = async (route: Route): Promise<Answer> => {
    const names: Record<string, string> = {
      projectId: String(project.id),
      environmentId: String(project.environment.id),
      projectName: encodeURIComponent(project.name),
      environmentName: 'Production',
    }
    const path = route.path.replace(/\{(\w+)\}/g, (_, name) => names[name] ?? '1')
    const headers = route.access.kind === 'token' ? { authorization: token } : credentials
    return ask(service.url, route.method.toUpperCase(), path, { headers })
  }
  let token = ''

  it('answers 503 on every route that needs it, stays alive, and recovers by itself', async () => {
    const seed = createSeed(service.deps.store)
    const owner = { projectId: project.id, userId: project.admin.id }
    token = (await seed.apiToken(owner)).authorization ?? ''
    const guarded = routes.filter(route => route.access.kind !== 'open')
    expect(guarded.length).toBeGreaterThan(20)

    const waiting = holdConnection(service)
    await waiting.isRunning
    await postgres.kill()
    await expect(waiting.done).rejects.toThrow()
    for (const route of guarded) {
      const { status, headers, body } = await askRoute(route)
      const told = /^\/(oidc|oauth)\//.test(route.path) ? oauthError : ownError
      expect([status, body], `${route.method} ${route.path}`).toEqual([503, told])
      expect(headers.get('retry-after')).toBe('2')
      expect(headers.get('request-id')).not.toBeNull()
    }
    expect((await ask(service.url, 'GET', '/healthz')).status).toBe(200)
    expect((await ask(service.url, 'GET', '/readyz')).status).toBe(503)
    expect((await ask(service.url, 'GET', '/metrics')).body).toMatch(
      /service_error_answers_total\{code="database_unavailable"\} [1-9]/,
    )

    await postgres.start()
    await until(async () => (await ask(service.url, 'GET', '/readyz')).status === 200)
    for (const path of ['/api/projects', `/api/projects/${project.id}`]) {
      const { status } = await ask(service.url, 'GET', path, { headers: credentials })
      expect([path, status]).toEqual([path, 200])
    }
    const list = routes.find(route => route.method === 'get' && route.path.endsWith('/notes'))
    expect((await askRoute(list as Route)).status).toBe(200)
  })

  it('keeps every note it acknowledged before', async () => {
    const notes = `/v1/project/${encodeURIComponent(project.name)}/environment/Production/notes`
    const write = (title: string) =>
      ask(service.url, 'POST', notes, {
        headers: { authorization: token },
        body: { title, recordId: '1', collectionName: 'orders' },
      })
    const acknowledged: string[] = []
    let isKilled = false
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let round = 0; !isKilled; round++) {
        const answer = await write(`${writer}-${round}`)
        if (answer.status === 201) acknowledged.push(answer.body.title)
        else expect(answer.status).toBe(503)
      }
    })
    await until(async () => acknowledged.length > 20)
    await postgres.kill()
    isKilled = true
    await Promise.all(writers)
    await postgres.start()
    await until(async () => (await ask(service.url, 'GET', '/readyz')).status === 200)
    const { rows } = await sql<{ title: string }>`select title from notes`.execute(
      service.deps.store.db,
    )
    expect(rows.map(row => row.title)).toEqual(expect.arrayContaining(acknowledged))
  })
})

describe.skipIf(!server)('when the network between service and PostgreSQL fails', () => {
  let postgres: ThrowAwayServer
  let proxy: Awaited<ReturnType<typeof startFaultProxy>>
  let service: TestService

  beforeAll(async () => {
    postgres = (await startPostgres()) as ThrowAwayServer
    proxy = await startFaultProxy(postgres.port)
    const url = new URL(postgres.url)
    url.port = String(proxy.port)
    service = await startTestService(url.href, { statementTimeout: 500 })
  })
  afterAll(async () => {
    await service.stop()
    await proxy.close()
    await postgres.stop()
  })

  const ready = () => ask(service.url, 'GET', '/readyz')

  it('answers again at once when connections were cut', async () => {
    for (let round = 0; round < 5; round++) {
      expect((await ready()).status).toBe(200)
      proxy.cut()
      await until(async () => (await ready()).status === 200)
    }
  })

  it('answers 503 while connections are refused', async () => {
    proxy.refuse(true)
    proxy.cut()
    await until(async () => (await ready()).status === 503)
    expect((await ready()).headers.get('retry-after')).toBe('2')
    proxy.refuse(false)
    await until(async () => (await ready()).status === 200)
  })

  it('gives up on a silent server, and does not use its connection again', async () => {
    expect((await ready()).status).toBe(200)
    proxy.hold(true)
    const silent = await letTimePass(ready())
    expect([silent.status, silent.body.code]).toEqual([503, 'database_unavailable'])
    proxy.hold(false)
    await until(async () => (await ready()).status === 200)
    const { busy, waiting } = service.deps.store.poolUse()
    expect({ busy, waiting }).toEqual({ busy: 0, waiting: 0 })
  })

  it('tells a statement that takes too long from a server that is gone', async () => {
    const slow = sql`select pg_sleep(30)`.execute(service.deps.store.db)
    await expect(slow).rejects.toMatchObject({ code: '57014' })
    expect((await ready()).status).toBe(200)
  })
})

/** Lets seconds pass in moments for the limits that begin meanwhile, until the work has ended. */
async function letTimePass<T>(work: Promise<T>): Promise<T> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    while (!isOver) {
      await new Promise(resolve => setRealTimeout(resolve, 20))
      vi.advanceTimersByTime(500)
    }
  } finally {
    vi.useRealTimers()
  }
  return work
}

/** A statement that runs until its connection breaks. */
function holdConnection(service: TestService) {
  const { db } = service.deps.store
  const done = sql`select pg_sleep(10)`.execute(db)
  done.catch(() => {})
  const isRunning = until(async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where query like 'select pg_sleep%'`.execute(db)
    return rows.length > 0
  })
  return { done, isRunning }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise(done => setTimeout(done, 20))
}
