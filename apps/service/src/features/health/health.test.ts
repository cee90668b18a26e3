import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
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

  it.skipIf(kind !== 'embedded' && !url)('tells which methods a path has', async () => {
    const { status, body, headers } = await ask(service.url, 'POST', '/healthz')
    expect([status, headers.get('allow'), body.code]).toEqual([405, 'GET', 'method_not_allowed'])
  })
})
