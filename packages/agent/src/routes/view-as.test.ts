import { createMemoryDataSource } from '@service/datasource-memory'
import { createSessionTokens } from '@service/tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenAgent, openAgent, readError } from '../testing/open-agent.js'
import { routes } from './index.js'

const authSecret = 'a secret for tests, of 32 characters'
const tokens = createSessionTokens([authSecret])
const admin = {
  ...{ id: 8, email: 'eve@example.com', firstName: 'Eve', lastName: 'Moneypenny', roleId: 1 },
  ...{ team: 'Operations', role: 'Operator', permissionLevel: 'admin' },
}
const preview = { role: { id: 2, name: 'Guest' }, seconds: 900 }
let open: OpenAgent
let headers: Record<string, string>

beforeAll(async () => {
  const orders = { columns: { id: { type: 'Number', isPrimaryKey: true } }, records: [{ id: 1 }] }
  open = await openAgent(createMemoryDataSource({ orders } as never))
  open.service.setUser(admin)
  headers = await openView()
})
afterAll(() => open.close())

async function openView(seconds = 900): Promise<Record<string, string>> {
  const { token } = await tokens.issuePreview(admin, 1, { ...preview, seconds })
  return { authorization: `Bearer ${token}` }
}

const toPath = (path: string) =>
  path.replace(':collection', 'orders').replace(':id', '1').replaceAll(/:\w+/g, '1')

describe('a session in which an administrator looks as a role', () => {
  const known = new Set(
    routes
      .filter(route => 'isRead' in route || 'checkExport' in route || 'readsOnly' in route)
      .map(({ method, path }) => `${method} ${path}`),
  )
  it.each(routes.filter(route => !('isPublic' in route)).map(({ method, path }) => [method, path]))(
    'meets %s %s according to what it does',
    async (method = '', path = '') => {
      const answer = await open.send(
        method,
        toPath(path),
        method === 'GET' ? undefined : {},
        headers,
      )
      const isRefused = answer.status === 403 && readError(answer).code === 'read_only_view'
      expect(isRefused).toBe(!known.has(`${method} ${path}`))
    },
  )

  it('has the rule that refuses changes in the response', async () => {
    const answer = await open.send('DELETE', '/orders/1', undefined, headers)
    expect(readError(answer)).toMatchObject({
      detail:
        "You see this as 'Guest', which is a read-only view: nothing was changed. Leave the view to act as yourself.",
      data: { rule: { kind: 'view', role: 'Guest' } },
    })
  })

  it('has download links that are views, too', async () => {
    const body = { path: '/orders.csv', query: { timezone: 'UTC' } }
    const { json } = await open.send('POST', '/_internal/download-links', body, headers)
    const { url } = json as { readonly url: string }
    const token = new URL(url, open.url).searchParams.get('downloadLink') ?? ''
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims.preview).toEqual({ roleId: 2, role: 'Guest' })
  })

  it('lasts 15 minutes at most, and is never renewed', async () => {
    const { claims, token } = await tokens.issuePreview(admin, 1, { ...preview, seconds: 9000 })
    expect(claims.exp - claims.iat).toBe(900)
    await expect(tokens.renew(await tokens.verify(token), admin)).rejects.toThrow(
      'A view as a role cannot be renewed',
    )
  })

  it('ends when the person is no administrator any more', async () => {
    open.service.setUser({ ...admin, permissionLevel: 'editor' })
    expect((await open.get('/orders', headers)).status).toBe(401)
    open.service.setUser(admin)
    expect((await open.get('/orders', headers)).status).toBe(200)
  })
})
