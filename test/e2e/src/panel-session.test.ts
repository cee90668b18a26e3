import { createHash, randomBytes } from 'node:crypto'
import type { AgentCode } from '@service/protocol'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { ask, type Signed, signInByPassword } from './ask.js'
import { type OpenProject, type OpenService, openProject, type Person } from './open-service.js'
import { type OpenShop, openShop } from './open-shop.js'
import { openTestService } from './testing/open-test-service.js'

let service: OpenService
let project: OpenProject
let shop: OpenShop
/** The panel is opened at `localhost`, the agent is at `127.0.0.1`: browsers see two sites. */
let panel: string

beforeAll(async () => {
  service = await openTestService()
  panel = service.url.replace('127.0.0.1', 'localhost')
  project = await openProject(service)
  shop = await openShop(service, project)
  await project.setRights(project.roleIds[0], {
    defaults: { browse: true, read: true },
    collections: {},
  })
})
afterAll(async () => {
  await shop?.close()
  await service?.close()
})

/** Changes reach the agent within a second. */
const soon = (assertion: () => Promise<void>) => vi.waitFor(assertion, { timeout: 5_000 })

const signIn = ({ email, password }: Person): Promise<Signed> =>
  signInByPassword(service.url, email, password)

async function open(name: string) {
  const person = await project.join(name, project.roleIds[0])
  return { person, session: await signIn(person) }
}

/** What the page sends to the service, of its own origin. */
function requestCode(session: Signed, codeChallenge: string): Promise<Response> {
  return fetch(`${service.url}${project.environmentPath}/agent-codes`, {
    method: 'POST',
    headers: {
      ...session,
      origin: new URL(service.url).origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ renderingId: project.renderingId, codeChallenge }),
  })
}

async function begin(session: Signed) {
  const codeVerifier = randomBytes(32).toString('base64url')
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const response = await requestCode(session, codeChallenge)
  expect(response.status).toBe(201)
  const { code, agentUrl } = (await response.json()) as AgentCode
  expect(agentUrl).toBe(shop.url)
  return { code, codeVerifier }
}

interface Opened {
  readonly token: string
  readonly tokenData: Readonly<Record<string, unknown>>
}

/** What the page sends to the agent: a form, so that the browser asks nothing before. */
function exchange(form: Record<string, string>, origin = panel): Promise<Response> {
  return fetch(`${shop.url}/authentication/code`, {
    method: 'POST',
    headers: { origin, 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams(form),
  })
}

const list = (token: string) =>
  fetch(`${shop.url}/orders?timezone=UTC`, {
    headers: { authorization: `Bearer ${token}`, origin: panel },
  })

async function readDetail(response: Response): Promise<string> {
  const { errors } = (await response.json()) as { errors: { detail: string }[] }
  return errors[0]!.detail
}

describe('a session at an agent for the panel', () => {
  it('is opened with a code, without redirect or cookie, and lists records', async () => {
    const { person, session } = await open('ada')
    for (const origin of [panel, service.url]) {
      const response = await exchange(await begin(session), origin)
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
        200,
        origin,
      ])
      expect(response.headers.getSetCookie()).toEqual([])
      const { token, tokenData } = (await response.json()) as Opened
      expect(tokenData).toMatchObject({
        id: person.id,
        email: 'ada@example.com',
        role: 'Clerk',
        team: 'Operations',
        renderingId: project.renderingId,
      })
      const preflight = await fetch(`${shop.url}/orders?timezone=UTC`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization',
        },
      })
      expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
      expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization')
      const listed = await list(token)
      expect(listed.status).toBe(200)
      expect(listed.headers.get('access-control-allow-origin')).toBe(panel)
      expect(((await listed.json()) as { data: object[] }).data).toHaveLength(3)
    }
  })

  it('is refused when it is used again, and the session of the first use ends', async () => {
    const { session } = await open('bob')
    const form = await begin(session)
    const { token } = (await (await exchange(form)).json()) as Opened
    expect((await list(token)).status).toBe(200)
    const again = await exchange(form)
    expect(again.status).toBe(401)
    expect(await readDetail(again)).toContain('already used')
    await soon(async () => expect((await list(token)).status).toBe(401))
    // The person is still signed in at the service, and opens another one.
    const next = (await (await exchange(await begin(session))).json()) as Opened
    expect((await list(next.token)).status).toBe(200)
  })

  it('is refused with another verifier', async () => {
    const { session } = await open('cyd')
    const form = await begin(session)
    const wrong = await exchange({ ...form, codeVerifier: 'x'.repeat(43) })
    expect(wrong.status).toBe(401)
    expect((await exchange(form)).status).toBe(401)
  })

  it.skipIf(!inject('postgresUrl'))('is refused after a minute', async () => {
    const { person, session } = await open('hal')
    const form = await begin(session)
    await service.query(
      `update service.agent_codes set expires_at = expires_at - interval '1 minute' where user_id = ${person.id}`,
    )
    const late = await exchange(form)
    expect(late.status).toBe(401)
    expect(await readDetail(late)).toContain('expired')
  })

  it('is refused to pages of other origins, in words', async () => {
    const { session } = await open('dan')
    const form = await begin(session)
    const { port } = new URL(service.url)
    for (const origin of ['https://evil.example', `http://127.0.0.2:${port}`, shop.url]) {
      const response = await exchange(form, new URL(origin).origin)
      expect(response.status).toBe(403)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
      expect(await readDetail(response)).toContain('is not the panel of this agent')
    }
    expect((await exchange(form)).status).toBe(200)
  })

  it('is refused to a person who was removed or signed out in between', async () => {
    const removed = await open('eve')
    const ofRemoved = await begin(removed.session)
    const path = `${project.path}/people/${removed.person.id}`
    await ask(service.url, 'DELETE', path, service.owner)
    const refused = await exchange(ofRemoved)
    expect(refused.status).toBe(403)
    expect(await readDetail(refused)).toContain('not a member')
    const left = await open('fay')
    const ofLeft = await begin(left.session)
    await ask(service.url, 'DELETE', '/api/session', left.session)
    expect((await exchange(ofLeft)).status).toBe(401)
  })
})
