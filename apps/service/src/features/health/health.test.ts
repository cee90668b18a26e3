import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { createSeed } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

describe.each(['PostgreSQL', 'embedded'])('health on %s', kind => {
  const url = kind === 'embedded' ? undefined : inject('postgresUrl')
  let service: TestService

  beforeAll(async () => {
    if (kind === 'embedded' || url) service = await startTestService(url)
  })
  afterAll(() => service?.stop())

  it.skipIf(kind !== 'embedded' && !url)('answers alive and ready with a request id', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const { status, body, headers } = await ask(service.url, 'GET', path)
      expect([status, body]).toEqual([200, { status: 'ok' }])
      expect(headers.get('request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  it.skipIf(kind !== 'embedded' && !url)(
    'tells in how many environments rights are open',
    async () => {
      const { store } = service.deps
      const { environment } = await createSeed(store).project()
      const readiness = async () => (await ask(service.url, 'GET', '/readyz')).body
      const setRights = (rights: 'open' | 'enforced') =>
        store.db
          .updateTable('environments')
          .set({ rights })
          .where('id', '=', environment.id)
          .execute()
      await setRights('open')
      expect(await readiness()).toEqual({ status: 'ok', openEnvironments: 1 })
      await setRights('enforced')
      expect(await readiness()).toEqual({ status: 'ok' })
    },
  )

  it.skipIf(kind !== 'embedded' && !url)('tells which methods a path has', async () => {
    const { status, body, headers } = await ask(service.url, 'POST', '/healthz')
    expect([status, headers.get('allow'), body.code]).toEqual([405, 'GET', 'method_not_allowed'])
  })
})
