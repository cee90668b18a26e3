import type { TestAgent } from '@service/agent-testing'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { demoData } from './demo-data.js'
import { fillAll, openTestDatabases, startTest, type TestDatabases } from './testing/open-test.js'
import { type Switch, startSwitch } from './testing/start-switch.js'

const postgresUrl = inject('postgresUrl')
const mongoUrl = inject('mongoUrl')

describe.skipIf(!postgresUrl || !mongoUrl)('a database that is away', () => {
  let databases: TestDatabases
  let postgres: Switch
  let mongo: Switch
  let test: TestAgent
  beforeAll(async () => {
    databases = await openTestDatabases({ postgresUrl: postgresUrl!, mongoUrl: mongoUrl! })
    const { orders, events } = demoData()
    await fillAll(databases, orders, events)
    postgres = await startSwitch(databases.postgres)
    const { url, ...rest } = await startSwitch(databases.mongo)
    // A driver that does not find its server again looks for it for ten seconds, unless told.
    mongo = { ...rest, url: `${url}${url.includes('?') ? '&' : '?'}serverSelectionTimeoutMS=500` }
    test = await startTest({ postgres: postgres.url, mongo: mongo.url })
  })
  afterAll(async () => {
    await test?.close()
    await Promise.all([postgres?.close(), mongo?.close()])
    await databases?.close()
  })

  const ask = async (path: string) => {
    const response = await test.client.fetch(`${path}${path.includes('?') ? '&' : '?'}timezone=UTC`)
    return { status: response.status, body: await response.text() }
  }
  const own = '/orders?fields[orders]=reference,status'
  const across = `${own},last_event&fields[last_event]=kind`

  it('is named by a 503; what lies in the other one is served', async () => {
    mongo.off()
    expect(await ask(own)).toMatchObject({ status: 200 })
    expect(await ask('/orders/count')).toMatchObject({ status: 200 })
    for (const path of ['/events', '/events/count', across, '/orders/3/relationships/events']) {
      const { status, body } = await ask(path)
      expect({ path, status }).toEqual({ path, status: 503 })
      expect(body).not.toContain('127.0.0.1')
    }
    mongo.on()
    await expect.poll(() => ask(across)).toMatchObject({ status: 200 })
  })

  it('is the far side of events just as well', async () => {
    postgres.off()
    expect(await ask('/events?fields[events]=kind,orderId')).toMatchObject({ status: 200 })
    expect(await ask('/events?sort=order:total')).toMatchObject({ status: 503 })
    postgres.on()
    expect(await ask('/events?sort=order:total')).toMatchObject({ status: 200 })
  })
})
