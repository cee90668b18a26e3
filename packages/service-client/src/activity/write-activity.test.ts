import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServiceClient } from '../client/create-service-client.js'
import '../testing/patience.js'
import type { ActivityEntry } from '../port/activity-entry.js'
import type { ServicePort } from '../port/service-port.js'
import { envSecret, startWireService, type WireService } from '../testing/start-wire-service.js'

const path = '/agent-api/activity-logs'
let wire: WireService
let service: ServicePort
let written: string[]

beforeEach(async () => {
  wire = await startWireService()
  written = []
  service = createServiceClient({ envSecret, serverUrl: wire.url })
  takeAllBut([])
})

afterEach(() => wire.close())

const entry = (key: string): ActivityEntry => ({ key, type: 'read', action: 'index', userId: 7 })
const entries = (count: number) => Array.from({ length: count }, (_, index) => entry(`k${index}`))

/** Rejects a whole batch when it contains one of these entries, as the service does. */
function takeAllBut(bad: readonly string[]): void {
  wire.reply(path, ({ body }) => {
    const keys = (JSON.parse(body) as { entries: ActivityEntry[] }).entries.map(each => each.key)
    if (keys.length > 1000)
      return { status: 400, body: { code: 'invalid_body', message: 'Too many' } }
    const index = keys.findIndex(key => bad.includes(key))
    if (index >= 0) {
      const message = `'entries.${index}.userId' must be somebody who is or was a member.`
      return { status: 400, body: { code: 'invalid_body', message } }
    }
    written.push(...keys)
    return { body: { written: keys.length, repeated: 0 } }
  })
}

describe('writeActivity', () => {
  it('writes a batch with one call', async () => {
    await service.writeActivity(entries(1000))
    expect(written).toHaveLength(1000)
    expect(wire.received).toHaveLength(1)
  })

  it('writes more than the service takes at once in several', async () => {
    await service.writeActivity(entries(2500))
    expect(new Set(written).size).toBe(2500)
  })

  it('makes no call for nothing', async () => {
    await service.writeActivity([])
    expect(wire.received).toEqual([])
  })

  it('saves the good entries of a batch that the service refuses, and answers the bad ones', async () => {
    takeAllBut(['k3', 'k77'])
    const reason = expect.stringContaining('must be some')
    expect(await service.writeActivity(entries(100))).toEqual([
      { entry: entry('k3'), reason },
      { entry: entry('k77'), reason },
    ])
    expect(written).toHaveLength(98)
  })

  it('answers the entries that the service names, with one call', async () => {
    const refused = [{ index: 1, message: "'entries.1.action' must be one of 'create'." }]
    wire.reply(path, { body: { written: 2, repeated: 0, refused } })
    expect(await service.writeActivity(entries(3))).toEqual([
      { entry: entry('k1'), reason: refused[0]?.message },
    ])
    expect(wire.received).toHaveLength(1)
  })

  it('answers all entries when the environment was deleted', async () => {
    const body = { code: 'environment_deleted', message: 'The environment was deleted.' }
    wire.reply(path, { status: 401, body })
    const refused = await service.writeActivity(entries(3))
    expect(refused.map(each => each.entry.key)).toEqual(['k0', 'k1', 'k2'])
    expect(refused[0]?.reason).toContain('The environment was deleted.')
  })

  it.each([
    ['401', { status: 401 }],
    ['404', { status: 404 }],
    ['429', { status: 429, headers: { 'retry-after': '30' } }],
    ['500', { status: 500 }],
    ['400 of a proxy', { status: 400, body: '<html>' }],
    ['200 of a proxy', { status: 200, body: '<html>' }],
  ])('asks to be called again after %s, and drops nothing', async (_, reply) => {
    wire.reply(path, reply)
    await expect(service.writeActivity(entries(3))).rejects.toMatchObject({
      code: 'service_away',
      retryAfter: 'headers' in reply ? 30 : 5,
    })
    expect(wire.received).toHaveLength(1)
  })
})
