import http from 'node:http'
import type { Agent } from '@service/agent'
import { createRandom, type OpenedSource } from '@service/datasource-toolkit/testing'
import { chooseRounds, fuzzSeed } from '@service/test-support'
import { type StartedAgent, startAgent } from '@service/test-support/agent'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { mariadb, memory, postgres, type SourceKind, sqlite } from './differential-sources.js'
import { type FuzzRequest, randomRequest } from './http-requests.js'
import { tables } from './http-tables.js'

const REQUESTS = chooseRounds(400, 2_500)
const AT_ONCE = 8
const HANG_MS = 20_000

/** What must never reach a client: our code and machine, the driver's words, secrets, SQL we made. */
const leaks = [
  /node_modules|\.[tj]s:\d+/,
  /\bat \w+.*\(/,
  /SQLITE_|ER_[A-Z]+|pg_catalog|information_schema/,
  /syntax error at|unrecognized token|invalid byte sequence|near "/i,
  /left join|where \(|limit \$/i,
  /a secret for tests, of 32 characters|Unexpected error/,
]

const postgresUrl = inject('postgresUrl')
const mariadbUrl = inject('mariadbUrl')
const kinds: readonly (readonly [string, (() => SourceKind | Promise<SourceKind>) | undefined])[] =
  [
    ['memory', memory],
    ['SQLite', sqlite],
    ['PostgreSQL', postgresUrl ? () => postgres(postgresUrl) : undefined],
    ['MariaDB', mariadbUrl ? () => mariadb(mariadbUrl) : undefined],
  ]

describe.each(kinds)('malformed requests to an agent on %s', (_name, start) => {
  let kind: SourceKind
  let opened: OpenedSource
  let started: StartedAgent

  beforeAll(async () => {
    if (!start) return
    kind = await start()
    opened = await kind.open(tables)
    started = await startAgent(agent =>
      agent.addDataSource(async () => ({ ...opened.source, close: async () => {} })),
    )
  })
  afterAll(async () => {
    await started?.close()
    await opened?.close()
    await kind?.stop()
  })

  it.skipIf(!start)(
    `${REQUESTS} requests from seed ${fuzzSeed}: no 5xx, no hang, no leaked detail`,
    async () => {
      const { agent, token } = started
      const random = createRandom(fuzzSeed)
      const problems: string[] = []
      const statuses = new Map<number, number>()
      for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
        const requests = Array.from({ length: AT_ONCE }, () => randomRequest(random, token))
        const answers = await Promise.all(
          requests.map(request => findProblem(agent, request, statuses)),
        )
        problems.push(...answers.filter(problem => problem !== undefined))
      }
      expect(problems.slice(0, 10), `${problems.length} problems`).toEqual([])
      // Requests that are all refused at the door would prove little.
      for (const status of [200, 204, 400, 401, 404, 405])
        expect(statuses.get(status)).toBeGreaterThan(REQUESTS / 500)
      const health = await send(agent, { method: 'GET', path: '/', headers: {} })
      expect(health.status).toBe(200)
    },
    300_000,
  )
})

async function findProblem(
  agent: Agent,
  request: FuzzRequest,
  statuses: Map<number, number>,
): Promise<string | undefined> {
  const { status, body } = await send(agent, request)
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const asked = `${request.method} ${request.path.slice(0, 500)} ${request.body?.slice(0, 500)}`
  const shown = `${status} ${body.slice(0, 300)} <- ${asked}`
  if (status >= 500) return `failed: ${shown}`
  if (leaks.some(leak => leak.test(body))) return `leaks: ${shown}`
  // Node itself refuses a head beyond its limit, without a body.
  if (status < 400 || status === 431 || request.method === 'HEAD') return undefined
  return isEnvelope(body) ? undefined : `not an error envelope: ${shown}`
}

function isEnvelope(body: string): boolean {
  try {
    return /\S/.test(JSON.parse(body).errors[0].detail)
  } catch {
    return false
  }
}

function send(agent: Agent, request: FuzzRequest): Promise<{ status: number; body: string }> {
  return new Promise((done, fail) => {
    const { method, body: content = '' } = request
    const headers = { ...request.headers, 'content-length': Buffer.byteLength(content) }
    const path = `/service${request.path}`
    const outgoing = http.request(
      {
        host: '127.0.0.1',
        port: agent.standaloneServerPort,
        method,
        path,
        headers,
        timeout: HANG_MS,
      },
      response => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', text => {
          body += text
        })
        response.on('end', () => done({ status: response.statusCode ?? 0, body }))
        response.on('error', fail)
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error(`No answer: ${method} ${path}`)))
    outgoing.on('error', fail)
    outgoing.end(content)
  })
}
