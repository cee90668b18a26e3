import { describe, expect, it } from 'vitest'
import { cors } from './cors.js'
import { toFetchHandler } from './fetch/to-fetch-handler.js'

const fetch = toFetchHandler(
  cors({ origins: ['https://admin.example.com', 'http://localhost:3310'] })(async () => ({
    status: 200,
    headers: { vary: 'accept' },
    body: 'hello',
  })),
)

async function ask(method: string, headers: Record<string, string>) {
  const response = await fetch(new Request('http://agent/service/', { method, headers }))
  return { status: response.status, headers: Object.fromEntries(response.headers) }
}

const preflight = {
  origin: 'https://admin.example.com',
  'access-control-request-method': 'PUT',
  'access-control-request-headers': 'authorization,content-type',
}

describe('cors', () => {
  it('lets a configured origin read the answer, with credentials', async () => {
    const { headers } = await ask('GET', { origin: 'http://localhost:3310' })
    expect(headers).toMatchObject({
      vary: 'accept, origin',
      'access-control-allow-origin': 'http://localhost:3310',
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'x-service-correlation-id, content-disposition',
    })
  })

  it.each([
    'https://admin.example.com.evil.org',
    'https://evil.org',
    'http://admin.example.com',
    'null',
  ])('gives nothing to the origin %s', async origin => {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await ask(method, { ...preflight, origin })
      expect(headers.vary).toContain('origin')
      expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([])
    }
  })

  it('answers without access headers when there is no origin', async () => {
    const { status, headers } = await ask('GET', {})
    expect(status).toBe(200)
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  it('answers a preflight itself', async () => {
    const { status, headers } = await ask('OPTIONS', preflight)
    expect(status).toBe(204)
    expect(headers).toEqual({
      'x-content-type-options': 'nosniff',
      vary: 'origin, access-control-request-headers, access-control-request-private-network',
      'access-control-allow-origin': 'https://admin.example.com',
      'access-control-allow-credentials': 'true',
      'access-control-max-age': '7200',
      'access-control-allow-methods': 'GET,HEAD,PUT,POST,DELETE,PATCH',
      'access-control-allow-headers': 'authorization,content-type',
    })
  })

  it('allows private network access when asked', async () => {
    const { headers } = await ask('OPTIONS', {
      ...preflight,
      'access-control-request-private-network': 'true',
    })
    expect(headers['access-control-allow-private-network']).toBe('true')
  })

  it('lets other origins call without cookies, as long as the function allows them', async () => {
    const allowed = new Set<string>()
    const isAllowedWithoutCookies = (origin: string) => allowed.has(origin)
    const open = cors({ origins: ['https://admin.example.com'], isAllowedWithoutCookies })
    const handler = toFetchHandler(open(async () => ({ status: 200, headers: {}, body: 'hello' })))
    const readAccess = async (method: string, origin: string) => {
      const headers = { ...preflight, origin }
      const response = await handler(new Request('http://agent/service/', { method, headers }))
      return [
        response.headers.get('access-control-allow-origin'),
        response.headers.get('access-control-allow-credentials'),
      ]
    }
    for (const method of ['GET', 'OPTIONS']) {
      const panel = 'https://panel.example.com'
      expect(await readAccess(method, panel)).toEqual([null, null])
      allowed.add(panel)
      expect(await readAccess(method, panel)).toEqual([panel, null])
      expect(await readAccess(method, 'https://admin.example.com')).toEqual([
        'https://admin.example.com',
        'true',
      ])
      allowed.clear()
    }
  })

  it.each(['*', 'https://admin.example.com/', 'admin.example.com', 'https://a.com/x', ''])(
    'refuses the setting %j, naming it',
    origin => {
      expect(() => cors({ origins: [origin] })).toThrow(`"${origin}" is not an origin`)
    },
  )
})
