import { createHash } from 'node:crypto'
import { createMemoryDataSource } from '@service/datasource-memory'
import { createInProcessService, type InProcessService } from '@service/service-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenAgent, type OpenOptions, openAgent } from '../testing/open-agent.js'

const panel = 'https://service.example.com'
const other = 'https://admin.example.com'
const codeVerifier = 'a verifier of the panel that has more than 43 characters'
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')

let opened: OpenAgent
let service: InProcessService

async function open(options: OpenOptions = {}): Promise<void> {
  service = createInProcessService({
    users: [{ id: 7, email: 'ada@example.com', roleId: 1, firstName: 'Ada' }],
    roles: { 1: 'Support' },
    rights: true,
    signInUrl: `${panel}/sign-in`,
  })
  const orders = createMemoryDataSource({
    orders: { columns: { id: { type: 'Number', isPrimaryKey: true } }, records: [{ id: 1 }] },
  })
  opened = await openAgent(orders, { allowedOrigins: [other], service, ...options })
}

beforeEach(() => open())
afterEach(() => opened.close())

const issue = () => service.issuePanelCode(7, codeChallenge)

async function exchange(
  body: string | URLSearchParams,
  headers: Readonly<Record<string, string>> = { origin: panel },
) {
  const url = `${opened.url}/authentication/code`
  const response = await fetch(url, { method: 'POST', headers, body })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
}

const form = (changes: object = {}) =>
  new URLSearchParams({ code: issue(), codeVerifier, ...changes })

describe('POST /authentication/code', () => {
  it('opens a session from a form, which needs no preflight', async () => {
    const { status, headers, body } = await exchange(form())
    expect(status).toBe(200)
    expect(body).toEqual({ token: expect.any(String), tokenData: expect.any(Object) })
    expect(body.tokenData).toMatchObject({
      id: 7,
      email: 'ada@example.com',
      firstName: 'Ada',
      team: 'Operations',
      role: 'Support',
      renderingId: 1,
    })
    expect(headers.get('access-control-allow-origin')).toBe(panel)
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.getSetCookie()).toEqual([])
    const authorization = `Bearer ${body.token}`
    expect((await opened.get('/orders', { authorization })).status).toBe(200)
  })

  it('brings the schema with the session when it is asked for, as a request would', async () => {
    const { status, body } = await exchange(form({ schema: 'true' }))
    expect(status).toBe(200)
    const authorization = `Bearer ${body.token}`
    const asked = await opened.get('/_internal/schema', { authorization })
    expect(body.schema).toEqual({ etag: asked.headers.get('etag'), body: asked.json })
    expect((await exchange(form({ schema: 'false' }))).body.schema).toBeUndefined()
    const { status: refused, body: error } = await exchange(form({ schema: 'yes' }))
    expect([refused, error.errors[0].detail]).toEqual([
      400,
      `'schema' must be true or false, not "yes".`,
    ])
  })

  it('opens a session without the schema where the address of the caller is refused', async () => {
    service.setIpRules([{ type: 0, ip: '10.0.0.1' }])
    const { status, body } = await exchange(form({ schema: 'true' }))
    expect([status, body.schema]).toEqual([200, undefined])
  })

  it('opens a session from JSON, and for an allowed origin', async () => {
    const headers = { origin: other, 'content-type': 'application/json' }
    const { status, body } = await exchange(
      JSON.stringify({ code: issue(), codeVerifier }),
      headers,
    )
    expect([status, body.tokenData.id]).toEqual([200, 7])
  })

  it.each([
    [{ origin: 'https://evil.example.com' }, "Origin 'https://evil.example.com' is not the panel"],
    [{ origin: `${panel}.evil.example` }, 'is not the panel of this agent'],
    [{ origin: 'null' }, "Origin 'null' is not the panel of this agent"],
    [{}, 'A code needs an Origin header'],
  ])('refuses a request with %o, and the code stays unused', async (headers, words) => {
    const body = form()
    const refused = await exchange(body, headers as Record<string, string>)
    expect([refused.status, refused.body.errors[0].name]).toEqual([403, 'ForbiddenError'])
    expect(refused.body.errors[0].detail).toContain(words)
    expect(refused.headers.get('access-control-allow-origin')).toBeNull()
    expect((await exchange(body)).status).toBe(200)
  })

  it('answers 401 to a code that was used, was made up, or has another verifier', async () => {
    const used = form()
    expect((await exchange(used)).status).toBe(200)
    const bodies = [used, form({ code: 'made-up' }), form({ codeVerifier: 'x'.repeat(43) })]
    for (const body of bodies) {
      const { status, headers, text } = await exchange(body)
      expect(status, text).toBe(401)
      // The panel can read why.
      expect(headers.get('access-control-allow-origin')).toBe(panel)
    }
  })

  it('answers 403 to a person who may not open the rendering', async () => {
    const body = form()
    service.removeUser(7)
    expect((await exchange(body)).status).toBe(403)
  })

  it.each([{ code: '' }, { codeVerifier: '' }])('answers 400 to %o', async changes => {
    const { status, body } = await exchange(form(changes))
    expect([status, body.errors[0].name]).toEqual([400, 'ValidationError'])
  })

  it('is turned off by the option panel, with its CORS headers', async () => {
    await opened.close()
    await open({ panel: false })
    for (const origin of [panel, other]) {
      const { status, body, headers } = await exchange(form(), { origin })
      expect(status).toBe(403)
      expect(body.errors[0].detail).toBe(
        "This agent does not serve the panel: its option 'panel' is false.",
      )
      expect(headers.get('access-control-allow-origin')).toBe(origin === other ? other : null)
    }
  })

  it('says that the service has no panel', async () => {
    await opened.close()
    const without: Omit<InProcessService, 'panel'> & { panel?: undefined } = Object.create(
      createInProcessService({ users: [], rights: true }),
      { panel: { value: undefined } },
    )
    await open({ service: without })
    const { status, body } = await exchange(form(), { origin: other })
    expect(status).toBe(403)
    expect(body.errors[0].detail).toBe('The service of this agent has no panel.')
  })
})

describe('requests of the panel', () => {
  it('are allowed without cookies, and read the headers they need', async () => {
    const { headers } = await opened.get('/orders', { origin: panel })
    expect(headers.get('access-control-allow-origin')).toBe(panel)
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('access-control-expose-headers')?.split(', ')).toEqual(
      expect.arrayContaining([
        'x-service-correlation-id',
        'content-disposition',
        'retry-after',
        'service-schema-tag',
      ]),
    )
  })

  it('ask two hours apart whether they are allowed', async () => {
    const { headers } = await fetch(`${opened.url}/orders`, {
      method: 'OPTIONS',
      headers: {
        origin: panel,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(headers.get('access-control-allow-origin')).toBe(panel)
    expect(headers.get('access-control-allow-headers')).toBe('authorization')
    expect(headers.get('access-control-max-age')).toBe('7200')
  })
})
