import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { chooseRounds } from '@service/test-support'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Answer, ask } from '../testing/ask.js'
import { createSeed } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'

const url = inject('postgresUrl')

describe.skipIf(!url)('under too many requests', () => {
  const LIMIT = 16
  const REQUESTS = chooseRounds(300, 2_000)
  let service: TestService
  let blocked: BlockedRequests

  beforeAll(async () => {
    service = await startTestService(url, {
      maxConcurrentRequests: LIMIT,
      statementTimeout: 120_000,
    })
    blocked = await blockRequests(service)
  })
  afterAll(async () => {
    await blocked.release()
    await service.stop()
  })

  it('refuses what is beyond its limit at once, shows how it fares, and answers the rest', async () => {
    let refusals = 0
    const requests = Array.from({ length: REQUESTS }, async () => {
      const answer = await blocked.send()
      if (answer.status === 503) refusals += 1
      return answer
    })
    // The refused are answered while the accepted still wait.
    await until(async () => refusals === REQUESTS - LIMIT)
    expect((await ask(service.url, 'GET', '/healthz')).status).toBe(200)
    expect((await ask(service.url, 'GET', '/readyz')).body.code).toBe('overloaded')
    const { body: figures } = await ask(service.url, 'GET', '/metrics')
    expect(figures).toMatch(/service_requests_in_flight\{kind="all"\} 17$/m)
    expect(figures).toContain(
      `service_error_answers_total{code="overloaded"} ${REQUESTS - LIMIT + 1}\n`,
    )
    expect(figures).toMatch(/service_database_connections\{kind="busy"\} \d+$/m)

    await blocked.release()
    const answers = await Promise.all(requests)
    const accepted = answers.filter(answer => answer.status !== 503)
    expect(accepted.map(answer => answer.status)).toEqual(Array(LIMIT).fill(201))
    expect(new Set(accepted.map(answer => answer.body.id)).size).toBe(LIMIT)
    for (const { status, headers, body } of answers.filter(answer => !accepted.includes(answer))) {
      expect([status, body]).toEqual([503, { code: 'overloaded', message: expect.any(String) }])
      expect(headers.get('retry-after')).toBe('1')
      expect(headers.get('request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('is as before afterwards', async () => {
    for (let round = 0; round < 20; round++) expect((await blocked.send()).status).toBe(201)
    const { body } = await ask(service.url, 'GET', '/metrics')
    expect(body).toMatch(/service_requests_in_flight\{kind="all"\} 1$/m)
    expect(body).toMatch(/service_entries_written_total\{kind="notes"\} 36$/m)
  })
})

describe.skipIf(!url)('when it is asked to stop', () => {
  it('finishes what runs, refuses what comes, then is gone', async () => {
    const service = await startTestService(url)
    const blocked = await blockRequests(service)
    const running = blocked.send()
    await until(async () => (await blocked.waiting()) === 1)
    const { port } = new URL(service.url)
    // A request that has begun to arrive: its connection is not idle, so it stays.
    const late = connect(Number(port), '127.0.0.1')
    await once(late, 'connect')
    late.write('GET /readyz HTTP/1.1\r\nHost: x\r\n')
    await ask(service.url, 'GET', '/healthz')

    let isStopped = false
    const stopped = service.stop().then(() => {
      isStopped = true
    })
    await until(() =>
      ask(service.url, 'GET', '/healthz').then(
        () => false,
        () => true,
      ),
    )
    late.write('\r\n')
    const refusal = await text(late)
    expect(refusal).toMatch(/^HTTP\/1\.1 503 [\s\S]*Connection: close[\s\S]*"code":"stopping"/)
    expect(refusal).toMatch(/Retry-After: 1/)
    expect(isStopped).toBe(false)
    await blocked.release()
    expect((await running).status).toBe(201)
    await stopped
  })
})

describe('clients that are slow or talk nonsense', () => {
  let service: TestService
  let port: number

  beforeAll(async () => {
    service = await startTestService(url, { requestTimeout: 1_000 })
    port = Number(new URL(service.url).port)
  })
  afterAll(() => service.stop())

  const send = async (bytes: string): Promise<string> => {
    const socket: Socket = connect(port, '127.0.0.1')
    socket.write(bytes)
    return text(socket)
  }

  it('does not wait for headers for ever', async () => {
    const answer = await send('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/)
  })

  it('does not wait for a body for ever, and does not blame the database', async () => {
    const head = 'POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    const answer = await send(`${head}Content-Length: 100\r\n\r\n{"email":`)
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/)
    const { body } = await ask(service.url, 'GET', '/metrics')
    expect(body).not.toContain('database_unavailable')
    expect(body).toMatch(/outcome="aborted"/)
  })

  it.each([
    ['hello\r\n\r\n', 400, 'malformed_request'],
    ['GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
    [`GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['GET /a\\b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400, 'malformed_request'],
  ])('answers %j with a code', async (bytes, status, code) => {
    const answer = await send(bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toContain(`"code":"${code}"`)
    expect(answer.toLowerCase()).toContain('request-id: ')
  })

  it('survives clients that leave in the middle of a request', async () => {
    for (let round = 0; round < 50; round++) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.write('POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n')
      socket.write('Content-Length: 100\r\n\r\n{"email":')
      await once(socket, 'connect')
      socket.resetAndDestroy()
    }
    expect((await ask(service.url, 'GET', '/readyz')).status).toBe(200)
    const inFlight = async () => {
      const { body } = await ask(service.url, 'GET', '/metrics')
      return /service_requests_in_flight\{kind="all"\} 1$/m.test(body)
    }
    await until(inFlight)
  })
})

interface BlockedRequests {
  /** Sends a request that waits until `release`. */
  send(): Promise<Answer>
  /** How many of them have reached the database. */
  waiting(): Promise<number>
  release(): Promise<void>
}

/** Holds the lock that writing a note needs. */
async function blockRequests(service: TestService): Promise<BlockedRequests> {
  const { store } = service.deps
  const seed = createSeed(store)
  const project = await seed.project()
  const headers = await seed.apiToken({ projectId: project.id, userId: project.admin.id })
  const path = `/v1/project/${encodeURIComponent(project.name)}/environment/Production/notes`
  const free = new EventEmitter()
  const held = new EventEmitter()
  const isHeld = once(held, 'yes')
  const isFree = once(free, 'yes')
  const holding = store.db.transaction().execute(async transaction => {
    await sql`lock table streams in exclusive mode`.execute(transaction)
    held.emit('yes')
    await isFree
  })
  await isHeld
  return {
    send: () =>
      ask(service.url, 'POST', path, {
        headers,
        body: { title: randomUUID(), recordId: '1', collectionName: 'orders' },
      }),
    async waiting() {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_locks where not granted
          and database = (select oid from pg_database where datname = current_database())
          and relation = 'streams'::regclass`.execute(store.db)
      return rows[0]?.count ?? 0
    },
    async release() {
      free.emit('yes')
      await holding
    },
  }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise(done => setTimeout(done, 20))
}
