import type { SchemaFile } from '@service/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServiceClient } from '../client/create-service-client.js'
import '../testing/patience.js'
import type { ServicePort } from '../port/service-port.js'
import { createFakeClock, type FakeClock } from '../testing/fake-clock.js'
import { envSecret, startWireService, type WireService } from '../testing/start-wire-service.js'
import { type CallTracker, trackCalls } from '../testing/track-calls.js'

const path = '/agent-api/schema'
let wire: WireService
let calls: CallTracker
let clock: FakeClock
let service: ServicePort
let lines: string[]
let held: string[]

beforeEach(async () => {
  calls = trackCalls()
  clock = createFakeClock(calls.idle)
  wire = await startWireService()
  lines = []
  held = []
  acceptSchemas()
  service = createServiceClient({
    envSecret,
    serverUrl: wire.url,
    clock,
    random: () => 0.5,
    instantCacheRefresh: false,
    logger: (level, message) => lines.push(`${level} ${message}`),
  })
  await service.start()
})

afterEach(async () => {
  await service.stop()
  calls.restore()
  await wire.close()
})

function acceptSchemas(): void {
  wire.reply(`${path}/hash-check`, ({ body }) => ({
    body: { sendSchema: held.at(-1) !== JSON.parse(body).schemaFileHash },
  }))
  wire.reply(path, ({ body }) => {
    held.push(JSON.parse(body).meta.schemaFileHash)
    return { status: 204 }
  })
}

const meta = {
  liana: 'service-nodejs-agent',
  liana_version: '1.0.0',
  liana_features: null,
  stack: { engine: 'nodejs', engine_version: '20' },
}
const collection = {
  name: 'books',
  fields: [],
  icon: null,
  integration: null,
  isReadOnly: false,
  isSearchable: true,
  isVirtual: false,
  onlyForRelationships: false,
  paginationType: 'page',
  segments: [{ id: 'books.recent', name: 'recent' }],
  actions: [{ id: 'books-0-archive', name: 'archive', type: 'single', fields: [] }],
}
// Shortened: the sender only moves segments and actions.
const schema = { collections: [collection], meta } as unknown as SchemaFile

describe('sendSchema', () => {
  it('uploads a JSON:API document unless the service holds it', async () => {
    expect(await service.sendSchema(schema, 'abc')).toBe('sent')
    expect(await service.sendSchema(schema, 'abc')).toBe('unchanged')
    const upload = wire.received.find(request => request.path === path)
    const { segments, actions, ...attributes } = collection
    expect(JSON.parse(upload?.body ?? '')).toEqual({
      jsonapi: { version: '1.0' },
      meta: { ...meta, schemaFileHash: 'abc' },
      data: [
        {
          type: 'collections',
          id: 'books',
          attributes,
          relationships: {
            segments: { data: [{ type: 'segments', id: 'books.recent' }] },
            actions: { data: [{ type: 'actions', id: 'books-0-archive' }] },
          },
        },
      ],
      included: [
        { type: 'segments', id: 'books.recent', attributes: { name: 'recent' } },
        {
          type: 'actions',
          id: 'books-0-archive',
          attributes: { name: 'archive', type: 'single', fields: [] },
        },
      ],
    })
  })

  it('knows the rights on new collections when it is done', async () => {
    wire.changeSilently('renderings', {})
    await service.sendSchema(schema, 'abc')
    expect(service.snapshot.renderings.size).toBe(0)
  })

  it.each([`${path}/hash-check`, path])(
    'is done later when %s fails, and the newest wins',
    async failing => {
      wire.reply(failing, { status: 503 })
      expect(await service.sendSchema(schema, 'old')).toBe('later')
      await clock.advance(300)
      expect(await service.sendSchema({ ...schema }, 'new')).toBe('later')
      await clock.advance(120_000)
      expect(held).toEqual([])
      acceptSchemas()
      await clock.advance(30_000)
      expect(held).toEqual(['new'])
      expect(lines).toContain('Info Schema sent (new)')
      await clock.advance(600_000)
      expect(held).toEqual(['new'])
    },
  )

  it('does not send an older one after a newer one', async () => {
    wire.reply(path, { status: 503 })
    await service.sendSchema(schema, 'old')
    acceptSchemas()
    expect(await service.sendSchema({ ...schema }, 'new')).toBe('sent')
    await clock.advance(600_000)
    expect(held).toEqual(['new'])
  })

  it('that the service cannot use is an error in the log, and does not stop the agent', async () => {
    wire.reply(path, { status: 400, body: { code: 'invalid_body', message: "'data' is wrong." } })
    expect(await service.sendSchema(schema, 'abc')).toBe('later')
    expect(lines).toEqual([
      expect.stringMatching(/^Error The schema could not .*'data' is wrong\.$/),
    ])
  })
})
