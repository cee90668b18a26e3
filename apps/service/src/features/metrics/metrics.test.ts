import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { createSeed } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

const TOKEN = 'a-token-for-figures-which-is-long-enough'

describe('GET /metrics', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService(inject('postgresUrl'))
  })
  afterAll(() => service.stop())

  const figures = async () => (await ask(service.url, 'GET', '/metrics')).body as string

  it('counts requests by route and outcome, never by address', async () => {
    await ask(service.url, 'GET', '/readyz')
    await ask(service.url, 'GET', '/api/projects/4242')
    await ask(service.url, 'GET', '/nowhere/4242')
    const text = await figures()
    const count = 'service_request_duration_seconds_count'
    expect(text).toContain(`${count}{route="/readyz",method="GET",outcome="2xx"} 1`)
    expect(text).toContain(`${count}{route="/api/projects/{projectId}",method="GET",outcome="4xx"}`)
    expect(text).toContain(`${count}{route="",method="GET",outcome="4xx"} 1`)
    expect(text).not.toMatch(/="[^"]*4242/)
  })

  it('counts errors by code', async () => {
    await ask(service.url, 'GET', '/api/projects')
    expect(await figures()).toMatch(/service_error_answers_total\{code="unauthorized"\} [1-9]/)
  })

  it('counts what was written from the store itself', async () => {
    const seed = createSeed(service.deps.store)
    const project = await seed.project()
    const headers = await seed.apiToken({ projectId: project.id, userId: project.admin.id })
    const path = `/v1/project/${encodeURIComponent(project.name)}/environment/Production/notes`
    const body = { title: 'A', recordId: '1', collectionName: 'orders' }
    await ask(service.url, 'POST', path, { headers, body })
    expect(await figures()).toContain('service_entries_written_total{kind="notes"} 1')
  })

  it('tells of the event loop, the process and the connections', async () => {
    const text = await figures()
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'service_database_connections{kind="idle"}',
      'service_requests_in_flight{kind="all"} 1',
    ]) {
      expect(text).toContain(name)
    }
  })

  it('is in the text format of Prometheus, with the headers of every answer', async () => {
    const { headers } = await ask(service.url, 'GET', '/metrics')
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])(
    'refuses a proxy on this machine that speaks for others (%s)',
    async name => {
      const headers = { [name]: '127.0.0.1' }
      const { status, body } = await ask(service.url, 'GET', '/metrics', { headers })
      expect([status, body.code]).toEqual([403, 'forbidden'])
    },
  )

  it.skipIf(!inject('postgresUrl'))(
    'needs a token behind a public address: a proxy may not say that it speaks for others',
    async () => {
      const sibling = await service.startSibling({ publicUrl: 'https://service.example' })
      try {
        const { status, body } = await ask(sibling.url, 'GET', '/metrics')
        expect([status, body.code]).toEqual([403, 'forbidden'])
      } finally {
        await sibling.stop()
      }
    },
  )
})

describe('GET /metrics with a token of its own', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService(inject('postgresUrl'), {
      metricsToken: TOKEN,
      publicUrl: 'https://service.example',
    })
  })
  afterAll(() => service.stop())

  it.each([
    [`Bearer ${TOKEN}`, 200],
    [`Bearer ${TOKEN}x`, 401],
    [undefined, 401],
  ])('answers authorization %j with %i', async (authorization, status) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
    expect((await ask(service.url, 'GET', '/metrics', { headers })).status).toBe(status)
  })

  it('tells browsers to stay with https when the public address is one', async () => {
    for (const path of ['/healthz', '/docs', '/nowhere']) {
      const { headers } = await ask(service.url, 'GET', path)
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
      expect(headers.get('server')).toBeNull()
    }
  })
})
