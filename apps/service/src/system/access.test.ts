import { chooseRounds } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { routes } from '../app.js'
import { RENDERING_HEADER } from '../features/approvals/find-rendering-work.js'
import type { Access, Route } from '../http/route.js'
import { type AccessCaller, createCallers, personalToken } from '../testing/access-callers.js'
import { type Answer, ask } from '../testing/ask.js'
import { expectRefusal } from '../testing/expect-refusal.js'
import { fingerprintStore } from '../testing/fingerprint-store.js'
import { sampleBody } from '../testing/sample-body.js'
import { createSeed, type SeededProject } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'
import { createThings, requireSso, type Things } from '../testing/things-of-project.js'

/** Thousands of requests take their time on a busy machine. */
const PATIENCE = 600_000
const NOWHERE = '999999999999'
/** What a request that passed the door and is malformed is told. */
const MALFORMED = ['unknown_parameter', 'invalid_parameter', 'invalid_request']

let service: TestService
let own: SeededProject
let other: SeededProject
let callers: AccessCaller[]
let ownThings: Things
let otherThings: Things

beforeAll(async () => {
  // The proxy is trusted so that each wrong token comes from an address of its own.
  service = await startTestService(inject('postgresUrl'), { trustedProxies: ['127.0.0.1'] })
  const seed = createSeed(service.deps.store)
  other = await seed.project()
  own = await seed.project()
  otherThings = await createThings(service.deps.store, other)
  ownThings = await createThings(service.deps.store, own)
  callers = await createCallers(service.deps.store, own, other)
})
afterAll(() => service?.stop())

describe('access', () => {
  it('is decided for each route as this table says', async () => {
    const lines = routes.map(
      ({ method, path, access }) =>
        `${told(access).padEnd(29)} ${method.toUpperCase().padEnd(6)} ${path}`,
    )
    await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('./access.table.txt')
  })

  it(
    'is refused to every caller who is not entitled, before anything is read or written',
    async () => {
      const before = await fingerprintStore(service.deps.store)
      const problems = await overAll(pairs(), async ([route, caller]) => {
        const refusal = expectRefusal(route, caller)
        if (refusal === undefined) return undefined
        const whole = await send(route, caller.headers, fillPath(route))
        const malformed = await send(
          route,
          caller.headers,
          `${fillPath(route)}?nonsense=1`,
          'nonsense',
        )
        const isRight = whole.status === refusal && isSame(whole, malformed)
        return isRight ? undefined : problem(route, caller.name, refusal, whole, malformed)
      })
      expect(problems).toEqual([])
      expect(await fingerprintStore(service.deps.store)).toEqual(before)
    },
    PATIENCE,
  )

  it(
    'is given to every caller who is entitled',
    async () => {
      const problems = await overAll(pairs(), async ([route, caller]) => {
        if (expectRefusal(route, caller) !== undefined) return undefined
        // Malformed on purpose: it shows that the door was passed, and goes no further.
        const answer = await send(route, caller.headers, `${fillPath(route)}?nonsense=1`)
        const isIn =
          route.access.kind === 'open'
            ? answer.status !== 401 && answer.status !== 403
            : answer.status === 400 && MALFORMED.includes(answer.body.code ?? answer.body.error)
        return isIn ? undefined : problem(route, caller.name, 'entry', answer)
      })
      expect(problems).toEqual([])
    },
    PATIENCE,
  )
})

describe('a project that asks for single sign-on', () => {
  it('is entered through it alone, and by password only where its settings can be mended', async () => {
    const { store } = service.deps
    const seed = createSeed(store)
    const project = await seed.project()
    const things = await createThings(store, project)
    await requireSso(store, project.id)
    const { id } = project.admin
    const refusedTo = async (
      headers: Readonly<Record<string, string>>,
      some: readonly Route[],
    ): Promise<string[]> => {
      const refused = await overAll(some, async route => {
        const path = fillPath(route, {}, things)
        const { status, body } = await send(route, headers, `${path}?nonsense=1`)
        return status === 400 ? undefined : `${status} ${body.code} ${route.method} ${route.path}`
      })
      return refused.sort()
    }
    const closed = (some: readonly Route[]) =>
      some.map(({ method, path }) => `403 sso_required ${method} ${path}`).sort()
    const bySso = await seed.session(id, { ssoProjectId: project.id })
    expect(await refusedTo(bySso, memberRoutes(0))).toEqual([])
    const byToken = await personalToken(store, id)
    expect(await refusedTo(byToken, memberRoutes(1))).toEqual(closed(memberRoutes(1)))
    expect(await refusedTo(await seed.session(id), memberRoutes(2))).toEqual(
      closed(memberRoutes(2).filter(route => !isSsoExempt(route))),
    )
  })
})

describe('what belongs to others', () => {
  let before: Record<string, string>
  beforeAll(async () => {
    before = await fingerprintStore(service.deps.store)
  })

  it.each(listPathNames())(
    '%s %s: a foreign %s is like none',
    async (_method, _path, name, route) => {
      const foreign = otherThings.of(route.path, name)
      const missing = name.endsWith('Name') ? 'Nowhere' : NOWHERE
      const answers = await Promise.all(
        [foreign, missing].map(async value => {
          const path = fillPath(route, { [name]: value })
          const { status, body } = await send(route, entitled(route), path)
          return { status, body: JSON.stringify(body).replaceAll(value, '…') }
        }),
      )
      expect(answers[0]).toEqual(answers[1])
      expect(answers[0]?.status).toBe(name === 'projectName' ? 403 : 404)
    },
  )

  it('is as it was after all that', async () => {
    expect(await fingerprintStore(service.deps.store)).toEqual(before)
  })
})

/** Each parameter of each path that names a thing somebody else can have. */
function listPathNames() {
  return routes
    .filter(route => route.access.kind !== 'open')
    .flatMap(route =>
      [...route.path.matchAll(/\{(\w+)\}/g)].map(
        ([, name = '']) => [route.method.toUpperCase(), route.path, name, route] as const,
      ),
    )
    .filter(([, , name]) => !ofTheAgent.includes(name))
}

/** Collections and records, which the service does not know. */
const ofTheAgent = ['collectionName', 'recordId']

/** Of how many callers a route meets one. */
const TURNS = chooseRounds(32, 1)

/**
 * Every route with every caller in the long rounds. Otherwise routes with the same access take turns: each of those
 * meets some callers, and together they meet all.
 */
function pairs(): (readonly [Route, AccessCaller])[] {
  const accesses = [...new Set(routes.map(({ access }) => told(access)))]
  return accesses.flatMap(access => {
    const alike = routes.filter(route => told(route.access) === access)
    const turns = Math.min(TURNS, alike.length)
    return alike.flatMap((route, index) =>
      callers
        .filter((_, number) => (number + index) % turns === 0)
        .map(caller => [route, caller] as const),
    )
  })
}

const isSsoExempt = ({ access }: Route) => 'ssoExempt' in access && access.ssoExempt === true

/** Every route of members in the long rounds. Otherwise three callers share them, but those that are exempt. */
function memberRoutes(turn: number): readonly Route[] {
  const turns = chooseRounds(3, 1)
  return routes
    .filter(({ access }) => access.kind === 'member')
    .filter((route, index) => isSsoExempt(route) || (index + turn) % turns === 0)
}

/** Headers of somebody who may do everything in the own project. */
function entitled({ access, headers = {} }: Route): Readonly<Record<string, string>> {
  const names: Readonly<Record<Access['kind'], string>> = {
    open: 'nobody',
    person: 'admin',
    session: 'admin',
    owner: 'owner of the installation',
    member: 'admin',
    token: 'API token with all',
    agent: 'agent',
  }
  const { headers: own = {} } = callers.find(({ name }) => name === names[access.kind]) ?? {}
  return RENDERING_HEADER in headers
    ? { ...own, [RENDERING_HEADER]: ownThings.of('', 'renderingId') }
    : own
}

function fillPath(
  { path }: Route,
  names: Readonly<Record<string, string>> = {},
  things = ownThings,
): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(names[name] ?? things.of(path, name)),
  )
}

let addresses = 0

function send(
  { method, body, access }: Route,
  headers: Readonly<Record<string, string>>,
  path: string,
  sent: unknown = body && sampleBody(body),
): Promise<Answer> {
  const address = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses++ & 255}`
  return ask(service.url, method.toUpperCase(), path, {
    headers: { ...headers, ...(access.kind === 'token' && { 'x-forwarded-for': address }) },
    ...(method !== 'get' && { body: sent }),
  })
}

const isSame = (one: Answer, two: Answer) =>
  one.status === two.status && JSON.stringify(one.body) === JSON.stringify(two.body)

const problem = (route: Route, caller: string, expected: unknown, ...answers: Answer[]) =>
  `${route.method.toUpperCase()} ${route.path} as ${caller}: expected ${expected}, got ${answers
    .map(({ status, body }) => `${status} ${JSON.stringify(body)}`)
    .join(' and ')}`

const told = (access: Access) => {
  if (access.kind === 'member') {
    const own = access.ownLevel ? `, own: ${access.ownLevel}` : ''
    const session = access.sessionOnly ? ' (session only)' : ''
    return `${access.level}${access.ssoExempt ? ' (also without SSO)' : ''}${session}${own}`
  }
  return access.kind === 'token' ? `token with ${access.scope}` : access.kind
}

/** Runs a check on each item, some at a time, and answers what it found wrong. */
async function overAll<T>(
  items: readonly T[],
  check: (item: T) => Promise<string | undefined>,
): Promise<string[]> {
  const rest = [...items]
  const problems: string[] = []
  const work = async () => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) {
      const found = await check(item)
      if (found !== undefined) problems.push(found)
    }
  }
  await Promise.all(Array.from({ length: 16 }, work))
  return problems
}
