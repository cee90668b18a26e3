import { type FaultProxy, startFaultProxy } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from './ask.js'
import { type OpenProject, type OpenService, openProject } from './open-service.js'
import { type OpenShop, openShop } from './open-shop.js'
import { signInAtAgent } from './sign-in-at-agent.js'
import { openTestService } from './testing/open-test-service.js'

let service: OpenService
let project: OpenProject
let proxy: FaultProxy
let shop: OpenShop
let token: string

beforeAll(async () => {
  service = await openTestService()
  project = await openProject(service)
  proxy = await startFaultProxy(Number(new URL(service.url).port))
  shop = await openShop({ ...service, url: `http://127.0.0.1:${proxy.port}` }, project)
  await allow(true)
  const person = await project.join('ada', project.roleIds[0])
  const signedIn = await signInAtAgent(shop.url, project.renderingId, person)
  token = signedIn.token
})
afterAll(async () => {
  await shop?.close()
  await proxy?.close()
  await service?.close()
})

const allow = (browse: boolean) =>
  project.setRights(project.roleIds[0], { defaults: { browse, read: browse }, collections: {} })
const readStatus = async () => {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${shop.url}/orders?timezone=UTC`, { headers })).status
}
const health = async () =>
  (await (await fetch(shop.url)).json()) as {
    message: string
    service?: { state: string }
    rights?: string
  }
const changeEnvironment = (change: object) =>
  ask(service.url, 'PATCH', project.environmentPath, service.owner, change)
const openings = () => shop.warnings.filter(line => line.startsWith('Rights are open'))
/** What the health of the agent, its capabilities and the readiness of the service say of rights. */
const readRightsState = async () => {
  const { rights } = await health()
  const capabilities = await fetch(`${shop.url}/_internal/capabilities`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const told = (await capabilities.json()) as { rights: string }
  const ready = await ask<{ openEnvironments?: number }>(service.url, 'GET', '/readyz')
  return [rights, told.rights, ready.openEnvironments]
}
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 30_000, interval: 20 })

describe('an agent and its service', () => {
  it('agree on what was decided a moment ago', async () => {
    for (const isAllowed of [true, false, true, false, true]) {
      await allow(isAllowed)
      await eventually(readStatus).toBe(isAllowed ? 200 : 403)
    }
  })

  it('agree on actions made without code, while requests go on', async () => {
    const act = async () => {
      const answer = await fetch(`${shop.url}/_actions/orders/1/close?timezone=UTC`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ data: { attributes: { ids: ['1'], values: {} } } }),
      })
      return answer.status
    }
    await eventually(readStatus).toBe(200)
    expect(await act()).toBe(404)
    const fields = [{ fieldName: 'total', value: 0 }]
    const configuration = { type: 'update-record', configuration: { fields } }
    await project.setCustomizations([
      { name: 'Close', type: 'action', modelName: 'orders', configuration },
    ])
    // It is there, and nobody was given the right to run it.
    await eventually(act).toBe(403)
    expect(await readStatus()).toBe(200)
    await project.setCustomizations([])
    await eventually(act).toBe(404)
  })

  it('go on without each other: the last rights serve, and what changed meanwhile holds afterwards', async () => {
    await eventually(readStatus).toBe(200)
    proxy.refuse(true)
    proxy.cut()
    await eventually(async () => (await health()).service?.state).toBe('stale')
    await allow(false)
    expect(await readStatus()).toBe(200)
    expect((await health()).message).toBe('Agent is running with the last known rights')
    proxy.refuse(false)
    await eventually(readStatus).toBe(403)
    await eventually(async () => (await health()).message).toBe('Agent is running')
  })

  it.each(['staging', 'development', 'production'])(
    'agree on rights in an environment of kind %s as in any other',
    async kind => {
      await changeEnvironment({ kind })
      for (const isAllowed of [true, false]) {
        await allow(isAllowed)
        await eventually(readStatus).toBe(isAllowed ? 200 : 403)
      }
    },
  )

  it('say at every place that rights are open, while they are', async () => {
    await allow(false)
    await eventually(readStatus).toBe(403)
    expect([await readRightsState(), openings()]).toEqual([[undefined, 'enforced', undefined], []])
    await changeEnvironment({ rights: 'open' })
    await eventually(readStatus).toBe(200)
    const [rightsState, opening] = [
      ['open', 'open', 1],
      expect.stringMatching(/everybody who signs in/),
    ]
    expect([await readRightsState(), openings()]).toEqual([rightsState, [opening]])
    const restarted = await openShop(service, project)
    expect(restarted.warnings).toEqual([opening])
    await restarted.close()
    await changeEnvironment({ rights: 'enforced' })
    await eventually(readStatus).toBe(403)
    expect(await readRightsState()).toEqual([undefined, 'enforced', undefined])
  })

  it('survive answers that hang or break off', async () => {
    proxy.truncate(300)
    proxy.cut()
    await allow(true)
    await eventually(async () => (await health()).service?.state).toBe('stale')
    expect(await readStatus()).toBe(403)
    proxy.truncate(undefined)
    proxy.cut()
    await eventually(readStatus).toBe(200)
    proxy.hold(true)
    await allow(false)
    expect(await readStatus()).toBe(200)
    proxy.hold(false)
    await eventually(readStatus).toBe(403)
  })
})
