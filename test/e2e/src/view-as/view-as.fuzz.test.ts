import { createRandom } from '@service/datasource-toolkit/testing'
import { chooseRounds, fuzzSeed } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ask } from '../ask.js'
import type { OpenService } from '../open-service.js'
import { openTestService } from '../testing/open-test-service.js'
import { type Answer, openViewWorld, type ViewWorld } from './open-view-world.js'
import { get, randomRead } from './random-reads.js'
import { writes } from './writes.js'

const random = createRandom(fuzzSeed)
const requests = chooseRounds(150, 500)
let service: OpenService
let world: ViewWorld

beforeAll(async () => {
  service = await openTestService()
  world = await openViewWorld(service, random)
})
afterAll(async () => {
  await world?.close()
  await service?.close()
})

const requestIds = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

/** Every response has an id of its own, and the lines of a batch arrive in any order. */
const normalize = ({ status, text }: Answer): Answer => ({
  status,
  text: text.replace(requestIds, '').split('\n').sort().join('\n'),
})

describe('an administrator who looks as a role', () => {
  it(`reads what a member with the role reads, in ${requests} requests`, async () => {
    const statuses = new Map<number, number>()
    for (let count = 0; count < requests; count++) {
      const { name, member, view } = world.roles[count % world.roles.length]!
      const request = randomRead(random, world.charts)
      const [theirs, seen] = await Promise.all([member.send(request), view.send(request)])
      const told = `seed ${fuzzSeed}, as ${name}: ${request.method} ${request.path} ${JSON.stringify(request.body)}`
      expect(normalize(seen), told).toEqual(normalize(theirs))
      statuses.set(theirs.status, (statuses.get(theirs.status) ?? 0) + 1)
    }
    // Both sorts of answers occur often, or the comparison says little.
    expect(statuses.get(200)).toBeGreaterThan(requests / 4)
    expect(statuses.get(403)).toBeGreaterThan(requests / 20)
    expect(statuses.has(500)).toBe(false)
  })

  it('changes nothing, whatever the role may do, and is told why', async () => {
    const before = world.dump()
    for (const { name, view } of world.roles) {
      for (const request of writes) {
        const { status, text } = await view.send(request)
        const told = `${request.method} ${request.path} as ${name}: ${text}`
        expect([status, JSON.parse(text).errors[0].code], told).toEqual([403, 'read_only_view'])
        expect(text).toContain(`You see this as '${name}', which is a read-only view`)
      }
    }
    expect(world.dump()).toBe(before)
    // The same request changes the record for the member of the role that may do everything.
    const { member } = world.roles[0]!
    const listed = JSON.parse((await member.send(get('/orders'))).text)
    const path = `/orders/${listed.data[0].id}?timezone=UTC`
    expect((await member.send({ ...writes[1]!, path })).status).toBe(200)
    expect(world.dump()).not.toBe(before)
  })

  it('is in the activity log with the role, and in the admin log once for each session', async () => {
    const { environmentPath, path } = world.project
    const read = async (of: string, query: string) =>
      (await ask<{ data: Entry[] }>(service.url, 'GET', `${of}?${query}`, service.owner)).data
    await vi.waitFor(
      async () => {
        const entries = await read(`${environmentPath}/activity-logs`, 'limit=100')
        expect(entries.length).toBe(100)
        const roles = new Set(world.roles.map(({ name }) => name))
        for (const { user, viewedAsRole } of entries) {
          if (user.email === 'owner@example.com') expect(roles).toContain(viewedAsRole)
          else expect(viewedAsRole).toBeUndefined()
        }
        expect(entries.some(({ viewedAsRole }) => viewedAsRole !== undefined)).toBe(true)
      },
      { timeout: 20_000 },
    )
    const views = await read(`${path}/admin-logs`, 'limit=100&resource=view-as-role')
    const logged = views.map(({ newValue }) => newValue!.role.name)
    expect(logged.sort()).toEqual(world.roles.map(({ name }) => name).sort())
  })

  it('is the administrator with the role shown to code of the agent', () => {
    for (const { name } of world.roles) {
      const mine = JSON.stringify(['owner@example.com', name, 'user'])
      const theirs = JSON.stringify([`${name.toLowerCase()}@example.com`, name, 'user'])
      expect(world.callers.includes(mine), mine).toBe(world.callers.includes(theirs))
    }
    expect(world.callers).toContain(JSON.stringify(['owner@example.com', 'Chief', 'user']))
  })

  it('ends after its time, which is 15 minutes at most', async () => {
    const { id } = world.roles[0]!
    const long = await world.openOwnerSession({ previewRoleId: id })
    const { tokenData } = (await long.json()) as { tokenData: { exp: number; iat: number } }
    expect(tokenData.exp - tokenData.iat).toBe(900)
    const short = await world.openOwnerSession({ previewRoleId: id, previewSeconds: 1 })
    const { token } = (await short.json()) as { token: string }
    await vi.waitFor(
      async () => {
        const headers = { authorization: `Bearer ${token}` }
        const response = await fetch(`${world.agentUrl}/orders?timezone=UTC`, { headers })
        expect(response.status).toBe(401)
      },
      { timeout: 10_000 },
    )
  })
})

interface Entry {
  readonly user: { readonly email: string }
  readonly viewedAsRole?: string
  readonly newValue?: { readonly role: { readonly name: string } }
}
