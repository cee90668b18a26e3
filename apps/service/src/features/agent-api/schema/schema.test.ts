import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask } from '../../../testing/ask.js'
import { onAnyStore } from '../../../testing/on-each-store.js'
import { schemaUpload } from '../../../testing/schema-upload.js'
import { createSeed } from '../../../testing/seed.js'
import { startTestService, type TestService } from '../../../testing/start-test-service.js'
import { SCHEMA_LIMIT } from './schema-upload.js'

onAnyStore('the schema of an agent', postgresUrl => {
  let service: TestService
  let headers: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
  })
  afterAll(() => service?.stop())
  beforeEach(async () => {
    const { environment } = await createSeed(service.deps.store).project()
    headers = { 'service-secret-key': environment.secret }
  })

  const send = (path: string, body: unknown) =>
    ask(service.url, 'POST', `/agent-api/schema${path}`, { headers, body })
  const isWanted = async (hash: string) =>
    (await send('/hash-check', { schemaFileHash: hash })).body.sendSchema
  const [one, two] = ['a'.repeat(40), 'b'.repeat(64)]

  it('is wanted until it was uploaded, and again when its hash is another one', async () => {
    expect(await isWanted(one)).toBe(true)
    expect((await send('', schemaUpload({ orders: ['Refund'] }, one))).status).toBe(204)
    expect([await isWanted(one), await isWanted(two)]).toEqual([false, true])
    expect((await send('', schemaUpload({ orders: [] }, two))).status).toBe(204)
    expect([await isWanted(one), await isWanted(two)]).toEqual([true, false])
  })

  it('is read back as it was uploaded, with what only the agent understands', async () => {
    const missing = await ask(service.url, 'GET', '/agent-api/schema', { headers })
    expect([missing.status, missing.body.code]).toEqual([404, 'not_found'])
    const upload = schemaUpload({ orders: ['Refund', 'Ship'], 'odd \u{1F600} name': [] })
    const odd = { ...upload, data: upload.data.map(one => ({ ...one, extra: 'a\u0000\ud800' })) }
    await send('', odd)
    const { status, body } = await ask(service.url, 'GET', '/agent-api/schema', { headers })
    expect(status).toBe(200)
    expect(body).toEqual(odd)
  })

  it('belongs to its environment', async () => {
    await send('', schemaUpload({ orders: [] }))
    const { environment } = await createSeed(service.deps.store).project()
    const other = await ask(service.url, 'GET', '/agent-api/schema', {
      headers: { 'service-secret-key': environment.secret },
    })
    expect(other.status).toBe(404)
  })

  const upload = schemaUpload({ orders: [] })
  const [orders] = upload.data
  it.each([
    ['no object', [], 'The body must be an object.'],
    [
      'no hash',
      { ...upload, meta: { ...upload.meta, schemaFileHash: undefined } },
      "'meta.schemaFileHash' is missing.",
    ],
    [
      'a hash that is none',
      { ...upload, meta: { ...upload.meta, schemaFileHash: 'x' } },
      "'meta.schemaFileHash' must be a hash, written with 40 to 128 hexadecimal digits.",
    ],
    ['no collections', { meta: upload.meta }, "'data' is missing."],
    [
      'a collection without a name',
      { ...upload, data: [{ ...orders, attributes: { fields: [] } }] },
      "'data.0.attributes.name' is missing.",
    ],
    [
      'two collections with the same name',
      { ...upload, data: [orders, orders] },
      "'data' must not have two collections with the same name.",
    ],
    [
      'something else than collections',
      { ...upload, data: [{ ...orders, type: 'pets' }] },
      "'data.0.type' must be one of 'collections'.",
    ],
  ])('is refused with %s', async (_name, body, message) => {
    const answer = await send('', body)
    expect([answer.status, answer.body]).toEqual([400, { code: 'invalid_body', message }])
    expect(await isWanted(one)).toBe(true)
  })

  it('may have several megabytes, and is refused unread beyond the limit', async () => {
    const large = { ...upload, data: [{ ...orders, note: 'x'.repeat(6 * 1024 * 1024) }] }
    expect((await send('', large)).status).toBe(204)
    const huge = await send('', 'x'.repeat(SCHEMA_LIMIT))
    expect([huge.status, huge.body.code]).toEqual([413, 'payload_too_large'])
  })
})
