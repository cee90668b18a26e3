import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../app.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'
import { chooseBodyLimit } from './body-limit.js'
import { bodyTypes } from './parse.js'

const KIB = 1024
const chunk = new Uint8Array(16 * KIB).fill(0x20)

/** A body of some megabytes that does not say its length. */
function endlessBody(): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= 8 * KIB * KIB) return controller.close()
      sent += chunk.byteLength
      controller.enqueue(chunk)
    },
  })
}

describe('a body', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService(undefined)
  })
  afterAll(() => service?.stop())

  const open = routes.filter(({ access, body }) => access.kind === 'open' && body)
  const cases = open.map(route => [`${route.method} ${route.path}`, route] as const)

  it('of what anybody may send is small, and of the others moderate', () => {
    expect(open.length).toBeGreaterThan(5)
    expect(open.filter(route => chooseBodyLimit(route) > 32 * KIB)).toEqual([])
    const people = routes.filter(({ access }) => access.kind !== 'open' && access.kind !== 'agent')
    const large = people.filter(({ body, ...route }) => body && chooseBodyLimit(route) > KIB * KIB)
    expect(large.map(({ method, path }) => `${method} ${path}`)).toEqual([
      expect.stringMatching(/^put .*rights/),
    ])
  })

  it.each(cases)(
    'that is too large is refused while it is read, before sign-in: %s',
    async (_, route) => {
      const stream = endlessBody()
      const [type] = bodyTypes(route.form ?? false)
      const path = route.path.replace(/\{\w+\}/g, '1')
      const response = await fetch(new URL(path, service.url), {
        method: route.method.toUpperCase(),
        headers: { 'content-type': type! },
        body: stream,
        duplex: 'half',
        redirect: 'manual',
      } as RequestInit)
      expect(response.status).toBe(413)
      expect(await response.text()).toContain(String(chooseBodyLimit(route)))
    },
  )

  it.each(cases)('that says it is too large is not read: %s', async (_, route) => {
    const [type] = bodyTypes(route.form ?? false)
    const path = route.path.replace(/\{\w+\}/g, '1')
    const response = await fetch(new URL(path, service.url), {
      method: route.method.toUpperCase(),
      headers: { 'content-type': type! },
      body: ' '.repeat(40 * KIB),
      redirect: 'manual',
    })
    expect(response.status).toBe(413)
  })

  it('of somebody who did not sign in is not read where that is needed', async () => {
    const { path } = routes.find(
      ({ access, body, method }) => access.kind === 'owner' && body && method === 'post',
    )!
    const response = await fetch(new URL(path, service.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: ' '.repeat(2 * KIB * KIB),
    })
    expect(response.status).toBe(401)
  })
})
