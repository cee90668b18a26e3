import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it, vi } from 'vitest'
import {
  type Administration,
  findShop,
  openAdministration,
  type ShopLocation,
} from '../administration.js'
import { ensureApiToken } from '../api-token.js'
import { signInAtAgent } from '../sign-in.js'
import type { RunningShop } from '../start-shop.js'

interface Rights {
  readonly collections: Readonly<Record<string, object>>
}

const person = { email: 'support@shop.example', password: 'a long password of support' }

/** Tests of a shop and its service, whichever database they have. */
export function describeConnected(start: () => Promise<RunningShop>): void {
  let shop: RunningShop
  let location: ShopLocation
  let manager: Administration
  let support: Administration
  let supportRights: string
  let supportSession: string

  beforeAll(async () => {
    shop = await start()
    const { serviceUrl, agentUrl, email, password } = shop.access
    manager = await openAdministration(serviceUrl, { email, password })
    location = await findShop(manager, email)
    const roleId = await findId('roles', 'Support')
    supportRights = `${location.environmentPath}/roles/${roleId}/rights`
    const invited = await manager.send<{ token: string }>(
      'POST',
      `${location.projectPath}/invitations`,
      {
        email: person.email,
        permissionLevel: 'user',
        roleId,
        teamIds: [await findId('teams', 'Support')],
        tags: { country: 'FR' },
      },
    )
    const names = { firstName: 'Shop', lastName: 'Support' }
    const acceptance = { password: person.password, ...names }
    await manager.send('POST', `/api/invitations/${invited.token}/accept`, acceptance)
    support = await openAdministration(serviceUrl, person)
    const { renderingId } = await findShop(support, person.email)
    supportSession = await signInAtAgent(agentUrl, renderingId, support.cookie)
  })

  async function findId(kind: 'teams' | 'roles', name: string): Promise<number> {
    const path = `${location.projectPath}/${kind}`
    const { data } = await manager.send<{ data: { id: number; name: string }[] }>('GET', path)
    return data.find(one => one.name === name)!.id
  }

  async function ask<T>(session: string, method: string, path: string, body?: object) {
    const separator = path.includes('?') ? '&' : '?'
    const response = await fetch(`${shop.access.agentUrl}${path}${separator}timezone=UTC`, {
      method,
      headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as T }
  }

  const asSupport = <T = object>(method: string, path: string, body?: object) =>
    ask<T>(supportSession, method, path, body)
  const asManager = <T = object>(method: string, path: string, body?: object) =>
    ask<T>(shop.access.sessionToken, method, path, body)

  it('is healthy, and says that it is connected', async () => {
    expect(await asManager('GET', '/')).toMatchObject({ status: 200, body: { error: null } })
  })

  it('keeps the API token of an earlier start as long as it works', async () => {
    const { serviceUrl, apiToken } = shop.access
    const ensure = (kept: string) => ensureApiToken(serviceUrl, manager, location, kept)
    expect(await ensure(apiToken)).toBe(apiToken)
    expect(await ensure('svc_unknown')).not.toBe('svc_unknown')
  })

  it('shows support the customers of its country alone', async () => {
    const counted = async (answer: Promise<{ body: { count: number } }>) =>
      (await answer).body.count
    const filters = JSON.stringify({ field: 'address:country', operator: 'equal', value: 'FR' })
    const french = `/customers/count?filters=${encodeURIComponent(filters)}`
    const own = await counted(asSupport('GET', '/customers/count'))
    expect(own).toBeGreaterThan(0)
    expect(own).toBe(await counted(asManager('GET', french)))
    expect(own).toBeLessThan(await counted(asManager('GET', '/customers/count')))
  })

  it('obeys a right that an administrator changes within a second', async () => {
    const before = await manager.send<Rights>('GET', supportRights)
    const withReviews = (reviews: object) => ({
      ...before,
      collections: { ...before.collections, reviews },
    })
    const path = '/reviews?page[size]=1'
    const waits: number[] = []
    const change = async (rights: object, status: number) => {
      await manager.send('PUT', supportRights, rights)
      const changedAt = performance.now()
      while ((await asSupport('GET', path)).status !== status) {
        expect(performance.now() - changedAt).toBeLessThan(10_000)
        await sleep(10)
      }
      waits.push(performance.now() - changedAt)
    }
    expect((await asSupport('GET', path)).status).toBe(200)
    for (let round = 0; round < 3; round++) {
      await change(withReviews({ browse: false }), 403)
      await change(before, 200)
    }
    const [, , , median] = waits.toSorted((a, b) => a - b)
    expect(median).toBeLessThan(1000)
  })

  it('tells in the activity log what was done, by whom, once', async () => {
    const { serviceUrl, apiToken, projectName, environmentName } = shop.access
    await asSupport('GET', '/tags?search=sale')
    await asManager('PUT', '/tags/2', {
      data: { id: '2', type: 'tags', attributes: { label: 'told' } },
    })
    const logs = `${serviceUrl}/v1/project/${projectName}/environment/${environmentName}/activity-logs`
    const told = async () => {
      const headers = { authorization: `Bearer ${apiToken}` }
      const response = await fetch(`${logs}?collectionName=tags&limit=10`, { headers })
      const { data } = (await response.json()) as {
        data: { action: string; recordIds?: string[]; user: { email: string } }[]
      }
      return data.map(({ action, recordIds = [], user }) =>
        [user.email, action, ...recordIds].join(' '),
      )
    }
    const expected = [`${shop.access.email} update 2`, `${person.email} search`]
    await vi.waitFor(async () => expect((await told()).toSorted()).toEqual(expected), 10_000)
    await sleep(500)
    expect((await told()).toSorted()).toEqual(expected)
  })

  it('lets support refund what a manager approved', async () => {
    const values = { Amount: 1, Reason: 'Late' }
    const refund = '/_actions/orders/0/refund'
    const refused = await asSupport('POST', refund, {
      data: { attributes: { ids: ['7'], values } },
    })
    expect(refused).toMatchObject({
      status: 403,
      body: { errors: [{ name: 'CustomActionRequiresApprovalError' }] },
    })
    const approvals = `${location.environmentPath}/approvals`
    const { id } = await support.send<{ id: number }>('POST', approvals, {
      collectionName: 'orders',
      actionName: 'Refund',
      recordIds: ['7'],
      inputs: [
        { name: 'Amount', type: 'Number', value: 1 },
        { name: 'Reason', type: 'Enum', value: 'Late' },
      ],
    })
    await manager.send('POST', `${approvals}/${id}/approve`, {})
    const { signedRequest } = await manager.send<{ signedRequest: string }>(
      'POST',
      `${approvals}/${id}/execution`,
      {},
    )
    const attributes = { signed_approval_request: signedRequest }
    expect(await asManager('POST', refund, { data: { attributes } })).toMatchObject({
      status: 200,
      body: { success: 'Refunded 1.' },
    })
    await vi.waitFor(async () => {
      const approval = await support.send('GET', `${approvals}/${id}`)
      expect(approval).toMatchObject({ status: 'executed' })
    }, 60_000)
  })

  it('ends the session of whoever leaves the project', async () => {
    const { data } = await manager.send<{ data: { id: number; email: string }[] }>(
      'GET',
      `${location.projectPath}/people`,
    )
    const leaving = data.find(({ email }) => email === person.email)
    await manager.send('DELETE', `${location.projectPath}/people/${leaving?.id}`)
    await vi.waitFor(async () => {
      expect((await asSupport('GET', '/orders?page[size]=1')).status).toBe(401)
    }, 10_000)
  })
}
