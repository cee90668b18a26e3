import http from 'node:http'
import { createRandom } from '@service/datasource-toolkit/testing'
import { chooseRounds, fuzzSeed } from '@service/test-support'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { routes } from '../app.js'
import type { Route } from '../http/route.js'
import { makeToken } from '../secrets/token-format.js'
import { type FuzzRequest, fuzzRequest, type Next } from '../testing/fuzz-request.js'
import { onEachStoreInLongRuns } from '../testing/on-each-store.js'
import { createSeed } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'

const ROUNDS = chooseRounds(1, 20)
const HANG_MS = 20_000

/** What must never reach a client: our code and machine, the driver's words, SQL we made. */
const leaks = [
  /node_modules|\.[tj]s:\d+/,
  /\bat \w+.*\(/,
  /pg_catalog|information_schema|violates|duplicate key|null value in column/,
  /syntax error at|invalid byte sequence|invalid input syntax|out of range for type/i,
  /a secret of tests|Something went wrong/,
]

onEachStoreInLongRuns('malformed requests to every route', postgresUrl => {
  let service: TestService

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
  })
  afterAll(() => service?.stop())

  it(`${ROUNDS} rounds over ${routes.length} routes from seed ${fuzzSeed}: no 5xx, no hang, no leaked detail`, async () => {
    const { next } = createRandom(fuzzSeed)
    const problems: string[] = []
    for (let round = 0; round < ROUNDS && problems.length < 10; round++) {
      const world = await makeWorld(service)
      for (const route of routes) {
        const request = fuzzRequest(next, route, world.names, world.headersFor(route, next))
        problems.push(...(await listProblems(service.url, request)))
      }
    }
    expect(problems).toEqual([])
  }, 600_000)
})

/** A fresh project for each round: what a request deletes or locks is whole again in the next. */
async function makeWorld({ deps }: TestService) {
  const seed = createSeed(deps.store)
  const project = await seed.project()
  const owner = await seed.user({ isOwner: true })
  const sessions = [await seed.session(project.admin.id), await seed.session(owner.id)]
  const token = await seed.apiToken({ projectId: project.id, userId: project.admin.id })
  const agent = { 'service-secret-key': project.environment.secret }
  const strangers = [
    {},
    { authorization: `Bearer ${makeToken('svc').token}` },
    { cookie: 'service_session=a.b' },
  ]
  return {
    names: {
      projectId: String(project.id),
      projectName: project.name,
      environmentId: String(project.environment.id),
      environmentName: project.environment.name,
      teamId: String(project.team.id),
      roleId: String(project.role.id),
      userId: String(project.admin.id),
    },
    headersFor(route: Route, next: Next): Record<string, string> {
      const entitled: Record<Route['access']['kind'], Record<string, string>> = {
        open: {},
        token,
        agent,
        person: sessions[0] ?? {},
        session: sessions[0] ?? {},
        member: sessions[0] ?? {},
        owner: sessions[1] ?? {},
      }
      return next() < 0.9
        ? entitled[route.access.kind]
        : (strangers[Math.floor(next() * strangers.length)] as Record<string, string>)
    },
  }
}

async function listProblems(base: string, request: FuzzRequest): Promise<string[]> {
  const line = `${request.method} ${request.path.slice(0, 200)} ${request.body?.slice(0, 300) ?? ''}`
  const { status, body } = await send(base, request)
  if (status >= 500) return [`${status} for ${line}: ${body.slice(0, 200)}`]
  const leak = leaks.find(pattern => status >= 400 && pattern.test(body))
  if (leak) return [`a leak (${leak}) in ${line}: ${body.slice(0, 200)}`]
  if (status >= 400 && request.method !== 'HEAD' && !hasErrorBody(body)) {
    return [`${status} without code and message for ${line}: ${body.slice(0, 200)}`]
  }
  return []
}

function hasErrorBody(body: string): boolean {
  if (body === '') return false
  if (body.startsWith('<')) return true
  const parsed = JSON.parse(body) as Record<string, unknown>
  const message = parsed.message ?? parsed.error_description
  return typeof message === 'string' && typeof (parsed.code ?? parsed.error) === 'string'
}

/** Sends a request byte by byte as made: `fetch` would tidy its path. */
function send(base: string, request: FuzzRequest): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const outgoing = http.request(
      {
        hostname,
        port,
        method: request.method,
        path: request.path,
        headers: request.headers,
        timeout: HANG_MS,
      },
      incoming => {
        const status = incoming.statusCode ?? 0
        if (incoming.headers['content-type']?.startsWith('text/event-stream')) {
          // A stream that was opened does not end by itself.
          incoming.destroy()
          return resolve({ status, body: '' })
        }
        let body = ''
        incoming.setEncoding('utf8')
        incoming.on('data', text => {
          body += text
        })
        incoming.on('end', () => resolve({ status, body }))
        incoming.on('error', reject)
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer in ${HANG_MS} ms`)))
    outgoing.on('error', reject)
    outgoing.end(request.body)
  })
}
