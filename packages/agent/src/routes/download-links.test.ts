import type { DownloadLink } from '@service/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OpenAgent, openAgent, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

let open: OpenAgent
let lines: string[]
beforeEach(async () => {
  lines = []
  open = await openAgent(shop(), {
    loggerLevel: 'Debug',
    logger: (_level, message, error) => lines.push(`${message} ${String(error ?? '')}`),
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await open.close()
})

const user = { id: 7, email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', roleId: 1 }
const all = { browse: true, read: true, edit: true, add: true, delete: true, export: true }
const query = { timezone: 'Europe/Paris', 'fields[orders]': 'id,status', sort: '-id' }

const ask = (body: unknown) => open.send('POST', '/_internal/download-links', body)
const makeLink = async (path = '/orders.csv', parameters: object = query) => {
  const answer = await ask({ path, query: parameters })
  expect(answer.status, answer.text).toBe(200)
  return answer.json as DownloadLink
}
/** Opens a link as a browser does that has no session of the agent. */
const follow = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(new URL(url, open.url), { headers })
  const text = await response.text()
  const json = text.startsWith('{') ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, text, json }
}
const tokenIn = (url: string) => /downloadLink=([^&]+)/.exec(url)![1]!

describe('POST /_internal/download-links', () => {
  it('returns a URL that saves the export without a session', async () => {
    const { url, expiresAt } = await makeLink()
    expect(url).toMatch(/^\/service\/orders\.csv\?timezone=Europe%2FParis&.*&downloadLink=/)
    const seconds = (Date.parse(expiresAt) - Date.now()) / 1000
    expect(seconds).toBeGreaterThan(50)
    expect(seconds).toBeLessThanOrEqual(60)
    const { status, headers, text } = await follow(url)
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe('attachment; filename="orders.csv"')
    expect(text).toBe('id,status\n4,paid\n3,paid\n2,draft\n1,paid\n')
  })

  it('does so for related records, and for names that need an escape', async () => {
    const related = await makeLink('/customers/1/relationships/orders.csv', query)
    expect((await follow(related.url)).text).toBe('id,status\n2,draft\n1,paid\n')
    const odd = await makeLink('/products/a%7Cb%2Fc/relationships/orders.csv', query)
    expect((await follow(odd.url)).text).toBe('id,status\n1,paid\n')
  })

  it('carries neither the session nor the name of the person', async () => {
    const { url } = await makeLink()
    const [, claims] = tokenIn(url).split('.')
    const text = Buffer.from(claims!, 'base64url').toString()
    expect(url).not.toContain(open.token)
    expect(text).not.toMatch(/ada|byron|example|orders/i)
  })

  it.each([
    [{}, "'path' must be the path of a CSV export"],
    [{ path: '/orders' }, "'path' must be the path of a CSV export"],
    [{ path: 'orders.csv' }, "'path' must be the path of a CSV export"],
    [{ path: '/orders.csv?sort=id' }, "'path' must be the path of a CSV export"],
    [{ path: '/_internal/capabilities' }, "'path' must be the path of a CSV export"],
    [{ path: '/orders.csv', query: 'sort=id' }, "'query' must be an object of parameters"],
    [{ path: '/orders.csv', query: { sort: 1 } }, "'query' must be an object of parameters"],
    [{ path: '/orders.csv', query: { downloadLink: 'x' } }, "'query' must be an object"],
    [{ path: '/orders.csv', query: { timezone: 'UTC', sort: 'nam' } }, "No field 'nam'"],
    [{ path: '/orders.csv', query: {} }, 'timezone'],
  ])('refuses %o', async (body, detail) => {
    const answer = await ask(body)
    expect(answer.status).toBe(400)
    expect(readError(answer).detail).toContain(detail)
  })

  it('refuses at once what the export would refuse', async () => {
    expect(readError(await ask({ path: '/nothing.csv', query }))).toMatchObject({ status: 404 })
    open.service.setRights('orders', { ...all, export: false })
    expect(readError(await ask({ path: '/orders.csv', query }))).toMatchObject({ status: 403 })
  })

  it('needs a session', async () => {
    const answer = await fetch(`${open.url}/_internal/download-links`, { method: 'POST' })
    expect(answer.status).toBe(401)
  })
})

describe('a download link', () => {
  const refused = async (url: string, detail: string, headers?: Record<string, string>) => {
    const { status, json } = await follow(url, headers)
    expect(status).toBe(401)
    expect(json.errors[0]).toMatchObject({ code: 'unauthorized', detail })
  }
  const other = 'The download link is for another path or query. Start the download again.'
  const altered =
    'The download link was altered, or another agent made it. Start the download again.'

  it('is for one path and one query', async () => {
    const { url } = await makeLink()
    await refused(url.replace('orders.csv', 'customers.csv'), other)
    await refused(url.replace('sort=-id', 'sort=id'), other)
    await refused(url.replace('sort=-id&', ''), other)
    await refused(`${url}&search=x`, other)
    await refused(`${url}&downloadLink=${tokenIn(url)}`, other)
  })

  it('is not to be altered', async () => {
    const { url } = await makeLink()
    const [header, claims, signature] = tokenIn(url).split('.') as [string, string, string]
    const replace = (token: string) => url.replace(tokenIn(url), token)
    const changed = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...changed, userId: 8 })).toString('base64url')
    await refused(replace(`${header}.${forged}.${signature}`), altered)
    await refused(replace(`${header}.${claims}.`), altered)
    await refused(replace(''), altered)
    await refused(replace(open.token), altered)
  })

  it('ends after a minute', async () => {
    const { url } = await makeLink()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    await refused(
      url,
      'The download link has expired: it is valid for a minute. Start the download again.',
    )
  })

  it('ends with the session', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_590_000 })
    const { expiresAt } = await makeLink()
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(10_000)
  })

  it('is refused when the role of the person has changed, or the person is gone', async () => {
    const { url } = await makeLink()
    open.service.setUser({ ...user, roleId: 2 })
    await refused(url, 'Your role has changed: sign in again.')
    open.service.removeUser(7)
    await refused(url, 'The user of this session is not known any more.')
  })

  it('is refused even when the browser has a session of its own', async () => {
    const { url } = await makeLink()
    const cookie = `service_session_token=${open.token}`
    await refused(url.replace('sort=-id', 'sort=id'), other, { cookie })
  })

  it('is no session', async () => {
    const { url } = await makeLink()
    const token = tokenIn(url)
    const headers = [
      ['authorization', `Bearer ${token}`],
      ['cookie', `service_session_token=${token}`],
    ] as const
    for (const [name, value] of headers) {
      expect((await follow('/service/orders?timezone=UTC', { [name]: value })).status).toBe(401)
    }
    const list = `/service/orders?timezone=UTC&downloadLink=${token}`
    expect((await follow(list)).status).toBe(401)
    const create = await fetch(`${open.url}/orders?downloadLink=${token}`, { method: 'POST' })
    expect(create.status).toBe(401)
  })

  it('has the rights and the scope of the person as they are now', async () => {
    const { url } = await makeLink()
    open.service.setScope(1, 'orders', { field: 'status', operator: 'equal', value: 'draft' })
    expect((await follow(url)).text).toBe('id,status\n2,draft\n')
    open.service.setRights('orders', {
      ...all,
      fields: { status: { read: false, edit: false } },
    })
    expect((await follow(url)).json.errors[0]).toMatchObject({
      status: 403,
      detail: "Your role may not read the field 'status'.",
    })
    open.service.setRights('orders', { ...all, export: false })
    expect((await follow(url)).status).toBe(403)
  })

  it('is in the activity log as the export of the person', async () => {
    const { url } = await makeLink()
    await follow(url)
    await expect
      .poll(() => open.service.activity)
      .toMatchObject([{ action: 'export', collectionName: 'orders', userId: 7 }])
    expect(JSON.stringify(open.service.activity)).not.toContain(tokenIn(url))
  })

  it('is never written to the log', async () => {
    const { url } = await makeLink()
    await follow(url)
    await follow(url.replace('orders.csv', 'customers.csv'))
    open.service.setRights('orders', { ...all, export: false })
    await follow(url)
    await follow(url.replace('/service/', '/elsewhere/'))
    const written = lines.join('\n')
    expect(written).toContain('GET /service/orders.csv')
    expect(written).not.toContain('downloadLink')
    expect(written).not.toContain(tokenIn(url).split('.')[2])
  })
})
