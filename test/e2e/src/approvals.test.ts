import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { ask, type Signed, signInByPassword } from './ask.js'
import { type OpenProject, type OpenService, openProject, type Person } from './open-service.js'
import { type OpenShop, openShop } from './open-shop.js'
import { signInAtAgent } from './sign-in-at-agent.js'
import { openTestService } from './testing/open-test-service.js'

let service: OpenService
let project: OpenProject
let shop: OpenShop
let clerk: SignedInPerson
let head: SignedInPerson

/** A person with a session at the service and one at the agent. */
interface SignedInPerson {
  readonly person: Person
  readonly signed: Signed
  readonly token: string
}

interface Approval {
  readonly id: number
  readonly status: string
  readonly failure: string | null
}

const everything = { browse: true, read: true }

beforeAll(async () => {
  service = await openTestService()
  project = await openProject(service)
  shop = await openShop(service, project)
  const rightsWith = (Refund: object) => ({
    defaults: everything,
    collections: { orders: { ...everything, actions: { Refund } } },
  })
  const [clerks, heads] = project.roleIds
  // #region rights
  const expensive = { field: 'total', operator: 'greater_than', value: 100 }
  const large = { field: 'Amount', operator: 'greater_than', value: 50, source: 'input' }
  await project.setRights(
    clerks,
    rightsWith({
      trigger: true,
      requireApproval: true,
      requireApprovalCondition: { aggregator: 'or', conditions: [expensive, large] },
    }),
  )
  await project.setRights(heads, rightsWith({ trigger: true, approve: true, selfApprove: false }))
  // #endregion
  clerk = await enter('clara', clerks)
  head = await enter('henry', heads)
})
afterAll(async () => {
  await shop?.close()
  await service?.close()
})

async function enter(name: string, roleId: number): Promise<SignedInPerson> {
  const person = await project.join(name, roleId)
  const signed = await signInByPassword(service.url, person.email, person.password)
  const { token } = await signInAtAgent(shop.url, project.renderingId, person)
  return { person, signed, token }
}

const run = async ({ token }: SignedInPerson, attributes: object) => {
  const response = await fetch(`${shop.url}/_actions/orders/0/refund?timezone=UTC`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { attributes } }),
  })
  const { errors } = (await response.json()) as {
    errors?: { name: string; code: string; data?: object }[]
  }
  return { status: response.status, ...errors?.[0] }
}

// #region steps
const approvals = () => `${project.environmentPath}/approvals`
const request = ({ signed }: SignedInPerson, ids: readonly string[], amount: number) =>
  ask<Approval>(service.url, 'POST', approvals(), signed, {
    collectionName: 'orders',
    actionName: 'Refund',
    recordIds: ids,
    inputs: [{ name: 'Amount', type: 'Number', value: amount }],
  })
const step = <T>({ signed }: SignedInPerson, id: number, verb: string) =>
  ask<T>(service.url, 'POST', `${approvals()}/${id}/${verb}`, signed, {})
const signedRequest = async (who: SignedInPerson, id: number) =>
  (await step<{ signedRequest: string }>(who, id, 'execution')).signedRequest
// #endregion
const ends = (id: number, expected: Partial<Approval>) =>
  vi.waitFor(async () => {
    const found = await ask<Approval>(service.url, 'GET', `${approvals()}/${id}`, clerk.signed)
    expect(found).toMatchObject(expected)
  }, 60_000)

describe('an approval, from request to execution', () => {
  it('is asked for where the rights demand it, and nowhere else', async () => {
    const values = { Amount: 5 }
    expect(await run(clerk, { ids: ['1'], values })).toMatchObject({ status: 200 })
    for (const attributes of [
      { ids: ['2'], values },
      { ids: ['1'], values: { Amount: 60 } },
    ]) {
      expect(await run(clerk, attributes)).toMatchObject({
        status: 403,
        name: 'CustomActionRequiresApprovalError',
        data: { roleIdsAllowedToApprove: [project.roleIds[1]] },
      })
    }
    expect(shop.runs).toEqual(['clara@example.com refunds 5 of 1'])
  })

  it('runs once what was asked for, by the approver, and tells the service', async () => {
    const before = shop.runs.length
    // #region execution
    const { id } = await request(clerk, ['1', '2'], 70)
    await step(head, id, 'approve')
    const attributes = { signed_approval_request: await signedRequest(head, id) }
    const answers = await Promise.all([run(head, attributes), run(head, attributes)])
    expect(answers.map(answer => answer.code).sort()).toEqual(['approval_used', undefined])
    expect(shop.runs.slice(before)).toEqual(['henry@example.com refunds 70 of 1,2'])
    // #endregion
    await ends(id, { status: 'executed' })
    await expect(signedRequest(head, id)).rejects.toThrow(/409.*approval_used/)
  })

  it('tells the service why it failed', async () => {
    const { id } = await request(clerk, ['3'], 70)
    await step(head, id, 'approve')
    const attributes = { signed_approval_request: await signedRequest(head, id) }
    expect(await run(head, attributes)).toMatchObject({ status: 400 })
    await ends(id, { status: 'failed', failure: 'The bank is closed.' })
  })

  it.skipIf(inject('postgresUrl') === undefined)(
    'that nobody decided in time is neither approved nor run',
    async () => {
      const { id } = await request(clerk, ['2'], 70)
      const before = shop.runs.length
      await service.query(
        `update service.approvals set expires_at = clock_timestamp() where id = ${id}`,
      )
      await ends(id, { status: 'expired' })
      await expect(step(head, id, 'approve')).rejects.toThrow(/409.*wrong_state/)
      await expect(signedRequest(head, id)).rejects.toThrow(/409.*wrong_state/)
      expect(shop.runs).toHaveLength(before)
    },
  )

  it('that was given is run later by another who may, when the first one did not', async () => {
    const other = await enter('hedda', project.roleIds[1])
    const { id } = await request(clerk, ['1'], 71)
    await step(head, id, 'approve')
    const { data } = await ask<{ data: { id: number; mayRun: boolean }[] }>(
      service.url,
      'GET',
      `${approvals()}?view=to-run`,
      other.signed,
    )
    expect(data).toContainEqual(expect.objectContaining({ id, mayRun: true }))
    const first = await signedRequest(head, id)
    const attributes = { signed_approval_request: await signedRequest(other, id) }
    expect(await run(other, attributes)).toMatchObject({ status: 200 })
    expect(await run(head, { signed_approval_request: first })).toMatchObject({
      status: 403,
      code: 'approval_used',
    })
    expect(shop.runs.filter(each => each.includes('refunds 71'))).toEqual([
      'hedda@example.com refunds 71 of 1',
    ])
  })

  it('is nothing to whoever may not approve it', async () => {
    const { id } = await request(clerk, ['2'], 70)
    await step(head, id, 'approve')
    await expect(signedRequest(clerk, id)).rejects.toThrow(/403.*approval_not_allowed/)
    const attributes = { signed_approval_request: await signedRequest(head, id) }
    const before = shop.runs.length
    expect(await run(clerk, attributes)).toMatchObject({
      status: 403,
      name: 'ApprovalNotAllowedError',
      data: { roleIdsAllowedToApprove: [project.roleIds[1]] },
    })
    const [start, claims = '', signature] = attributes.signed_approval_request.split('.')
    const raised = Buffer.from(claims, 'base64url')
      .toString()
      .replace('"Amount":70', '"Amount":7000')
    const edited = [start, Buffer.from(raised).toString('base64url'), signature]
    expect(await run(head, { signed_approval_request: edited.join('.') })).toMatchObject({
      status: 403,
      code: 'approval_forged',
    })
    expect(shop.runs).toHaveLength(before)
  })
})
