import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { maintain } from '../../maintenance/maintain.js'
import { ask } from '../../testing/ask.js'
import { type GrantWorld, PROGRAM_URL, startGrantWorld } from '../../testing/grant-world.js'

let world: GrantWorld
beforeAll(async () => {
  world = await startGrantWorld(inject('postgresUrl'))
})
afterAll(() => world?.stop())

const show = (clientId: string) => ask(world.service.url, 'GET', `/oauth/register/${clientId}`)

it('a program registers itself, and is shown as it did', async () => {
  const metadata = {
    redirect_uris: [PROGRAM_URL, 'http://127.0.0.1:3334/callback', PROGRAM_URL],
    client_name: ' Helper ',
    client_uri: 'https://program.example',
    logo_uri: 'https://program.example/logo.png',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    software_id: 'ignored',
  }
  const { status, headers, body } = await world.register(metadata)
  expect([status, headers.get('cache-control')]).toEqual([201, 'no-store'])
  expect(body).toEqual({
    client_id: expect.stringMatching(/^program_\w{24}$/),
    client_id_issued_at: expect.any(Number),
    client_name: 'Helper',
    client_uri: 'https://program.example',
    logo_uri: 'https://program.example/logo.png',
    redirect_uris: [PROGRAM_URL, 'http://127.0.0.1:3334/callback'],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  })
  const shown = await show(body.client_id)
  expect([shown.status, shown.body]).toEqual([200, body])
})

it('a program may say nothing but where people return to', async () => {
  const { body } = await world.register({ client_name: undefined })
  expect(Object.keys(body)).not.toContain('client_name')
  expect((await show('program_unknown')).status).toBe(404)
  expect((await show("x' or 1=1--")).status).toBe(404)
})

it.each<[object, string, RegExp]>([
  [{ redirect_uris: [] }, 'invalid_redirect_uri', /1 to 10 addresses/],
  [{ redirect_uris: Array(11).fill(PROGRAM_URL) }, 'invalid_redirect_uri', /1 to 10 addresses/],
  [{ redirect_uris: [PROGRAM_URL, 'javascript:x'] }, 'invalid_redirect_uri', /redirect_uris.1/],
  [{ redirect_uris: undefined }, 'invalid_request', /'redirect_uris' is missing/],
  [{ redirect_uris: 'https://x.example' }, 'invalid_request', /must be an array/],
  [{ token_endpoint_auth_method: 'client_secret_basic' }, 'invalid_client_metadata', /'none'/],
  [{ grant_types: ['implicit'] }, 'invalid_client_metadata', /authorization_code/],
  [{ response_types: ['token'] }, 'invalid_client_metadata', /'code'/],
  [{ client_name: 'x'.repeat(101) }, 'invalid_client_metadata', /1 to 100/],
  [{ client_name: '  ' }, 'invalid_client_metadata', /1 to 100/],
  [{ client_name: 'Helper\u202Egro.elpmaxe' }, 'invalid_client_metadata', /can be seen/],
  [{ client_name: 'a\nb' }, 'invalid_client_metadata', /can be seen/],
  [{ client_uri: 'javascript:alert(1)' }, 'invalid_client_metadata', /'client_uri'/],
  [{ logo_uri: `https://x.example/${'x'.repeat(400)}` }, 'invalid_client_metadata', /'logo_uri'/],
])('%j is refused in the words of OAuth', async (metadata, error, description) => {
  const { status, body } = await world.register(metadata)
  expect([status, body.error]).toEqual([400, error])
  expect(body.error_description).toMatch(description)
})

it('a body that is too large is refused unread', async () => {
  const { status } = await world.register({ software_id: 'x'.repeat(40_000) })
  expect(status).toBe(413)
})

it('pages of every site may register a program, and use nothing else', async () => {
  const preflight = (path: string) => ask(world.service.url, 'OPTIONS', path)
  const { status, headers } = await preflight('/oauth/register')
  expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  expect(headers.get('access-control-allow-methods')).toBe('POST')
  expect(headers.get('access-control-allow-headers')).toBe('Content-Type')
  expect(headers.get('access-control-allow-credentials')).toBeNull()
  const refused = await world.register({ redirect_uris: [] })
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  for (const path of ['/oauth/token', '/oauth/authorize', '/api/me']) {
    const answer = await preflight(path)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([405, null])
  }
})

it('registration is limited: the sixty-first of an address within ten minutes is refused, of this address only', async () => {
  const { limits } = world.service.deps
  const hit = (address: string) => limits.hit('programRegistration', address)
  await limits.reset('programRegistration', '127.0.0.1')
  for (let count = 0; count < 60; count++) expect((await hit('127.0.0.1')).isAllowed).toBe(true)
  const { status, headers, body } = await world.register()
  expect([status, body.error]).toEqual([429, 'temporarily_unavailable'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(500)
  expect((await hit('192.0.2.1')).isAllowed).toBe(true)
  await limits.reset('programRegistration', '127.0.0.1')
  expect((await world.register()).status).toBe(201)
})

it('a program is forgotten a day after it registered, when nobody let it in; in use, after ninety days', async () => {
  const [unused, used] = [await world.program(), await world.program()]
  const set = (clientId: string, column: 'created_at' | 'last_used_at', days: number) =>
    world.db
      .updateTable('oauth_clients')
      .set({ [column]: sql`clock_timestamp() - ${days} * interval '1 day'` })
      .where('client_id', '=', clientId)
      .execute()
  const known = async () => {
    await maintain(world.service.deps)
    return [(await show(unused)).status, (await show(used)).status]
  }
  await set(unused, 'created_at', 0.9)
  await set(used, 'created_at', 100)
  await set(used, 'last_used_at', 89)
  expect(await known()).toEqual([200, 200])
  await set(unused, 'created_at', 1.1)
  await set(used, 'last_used_at', 91)
  expect(await known()).toEqual([404, 404])
})
