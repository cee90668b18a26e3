import { createInProcessService, ServiceAwayError } from '@service/service-client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openRefunds, type Refunds, refundBody, refundPath } from '../testing/action-rights.js'
import { type Answer, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'
import { spiedSource } from '../testing/spied-source.js'

let opened: Refunds | undefined

afterEach(async () => {
  await opened?.close()
  opened = undefined
})

async function open(options: Parameters<typeof openRefunds>[0] = {}) {
  opened = await openRefunds(options)
  return opened
}

const leaf = (field: string, operator: string, value?: unknown) => ({ field, operator, value })
const isPaid = leaf('status', 'equal', 'paid')
const everything = { ids: [], all_records: true, all_records_ids_excluded: [] }

/** Every request needs an approval of role 2. */
const byRole2 = { requireApproval: true, approve: { roles: [2] } } as const

/** What an approver's browser sends for a request of Ada's. */
async function approved({ service }: Refunds, attributes: object = { ids: ['1'] }) {
  const body = refundBody(attributes)
  return { signed_approval_request: await service.issueApproval({ requesterId: 7, body }) }
}

const outcome = (answer: Answer) => {
  if (answer.status === 200) return 'runs'
  const { name, code } = readError(answer)
  return [answer.status, name, code].join(' ')
}
const notAllowed = '403 ApprovalNotAllowedError approval_not_allowed'

describe('a request that needs an approval', () => {
  it('names the roles that can give it, and does not run', async () => {
    const { allow, refund, runs } = await open()
    const conditions = [
      { roleId: 2, filter: isPaid },
      { roleId: 3, filter: leaf('id', 'less_than', 3) },
      { roleId: 5, filter: leaf('no_such_field', 'equal', 3) },
      { roleId: 6, filter: leaf('status', 'equal', '{{currentUser.tags.status}}') },
      { roleId: 8, filter: { ...leaf('Amount', 'greater_than', 100), source: 'input' } },
    ]
    const roles = [6, 5, 4, 3, 2, 8]
    allow({ requireApproval: true, approve: { roles }, approveConditions: conditions })
    const named = async (attributes: object) => {
      const error = readError(await refund(attributes))
      expect(error).toMatchObject({ status: 403, name: 'CustomActionRequiresApprovalError' })
      return (error.data as Record<string, unknown>).roleIdsAllowedToApprove
    }
    expect(await named({ ids: ['1'] })).toEqual([2, 3, 4, 6])
    expect(await named({ ids: ['2'] })).toEqual([3, 4, 6])
    expect(await named({ ids: ['1', '3'] })).toEqual([2, 4, 6])
    expect(await named({ ids: ['1', '2', '3'] })).toEqual([4, 6])
    expect(await named(everything)).toEqual([4, 6])
    expect(await named({ ids: ['1'], values: { Amount: 500 } })).toEqual([2, 3, 4, 6, 8])
    expect(runs).toEqual([])
  })

  it('names every role when everybody may approve, and none when nobody may', async () => {
    const { allow, refund } = await open()
    const named = async () => readError(await refund({ ids: ['1'] })).data
    allow({ requireApproval: true, approve: true })
    expect(await named()).toEqual({ roleIdsAllowedToApprove: [1, 2, 3] })
    allow({ requireApproval: true })
    expect(await named()).toEqual({ roleIdsAllowedToApprove: [] })
  })

  it('counts each distinct condition once', async () => {
    const asked: string[] = []
    const { allow, refund } = await open({ source: spiedSource(shop(), asked) })
    const filters = [isPaid, isPaid, leaf('id', 'less_than', 3), isPaid]
    const approveConditions = filters.map((filter, index) => ({ roleId: index + 1, filter }))
    allow({ requireApproval: true, approve: true, approveConditions })
    await refund({ ids: ['1', '2'] })
    expect(asked.filter(line => line === 'aggregate orders')).toHaveLength(2)
  })

  it('reads the conditions of approvers on the records its requester sees, without their scope', async () => {
    const { allow, refund, service } = await open()
    const filter = leaf('customer:country', 'equal', 'FR')
    allow({
      requireApproval: true,
      approve: { roles: [2] },
      approveConditions: [{ roleId: 2, filter }],
    })
    service.setScope(1, 'customers', leaf('id', 'equal', 404))
    service.setScope(1, 'orders', leaf('id', 'less_than', 3))
    const named = async (attributes: object) => readError(await refund(attributes)).data
    expect(await named({ ids: ['1', '2'] })).toEqual({ roleIdsAllowedToApprove: [2] })
    expect(await named(everything)).toEqual({ roleIdsAllowedToApprove: [2] })
    // A record out of scope gives the same result as a missing one, so that nothing about it is revealed.
    expect(await named({ ids: ['3'] })).toEqual({ roleIdsAllowedToApprove: [] })
    expect(await named({ ids: ['404'] })).toEqual({ roleIdsAllowedToApprove: [] })
  })

  it('is checked like one that runs: wrong values are told first', async () => {
    const { allow, refund } = await open()
    allow(byRole2)
    const answer = await refund({ ids: ['1'], values: { Amount: 'much' } })
    expect(readError(answer)).toMatchObject({ status: 400, name: 'ValidationError' })
  })
})

describe('an approved request', () => {
  it('runs once, for the approver, and the service is told', async () => {
    const agent = await open()
    const report = vi.spyOn(agent.service, 'reportApproval')
    agent.allow(byRole2)
    const signed = await approved(agent, { ids: ['1', '3'], values: { Amount: 25 } })
    expect(outcome(await agent.refund(signed, 8))).toBe('runs')
    expect(agent.runs).toEqual(['Bob refunds 25 of 1,3'])
    expect(report.mock.calls).toEqual([[1, { status: 'executed' }]])
    expect(outcome(await agent.refund(signed, 8))).toBe('403 ApprovalRefusedError approval_used')
    expect(agent.runs).toHaveLength(1)
  })

  it('runs once when two browsers send it at the same time', async () => {
    const agent = await open()
    agent.allow(byRole2)
    const signed = await approved(agent)
    const answers = await Promise.all([1, 2, 3, 4].map(() => agent.refund(signed, 8)))
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 403, 403, 403])
    expect(agent.runs).toHaveLength(1)
  })

  it('is what runs: nothing else of the received request counts', async () => {
    const agent = await open()
    agent.allow(byRole2)
    const signed = await approved(agent, { ids: ['1', '2'] })
    const received = { ...signed, ...everything, ids: ['4'], values: { Amount: 99 } }
    const filters = `?filters=${encodeURIComponent(JSON.stringify(leaf('id', 'equal', 1)))}`
    expect(outcome(await agent.refund(received, 8, filters))).toBe('runs')
    expect(agent.runs).toEqual(['Bob refunds 10 of 1,2'])
  })

  it('runs within the scope of the approver', async () => {
    const agent = await open()
    agent.allow(byRole2)
    const scope = leaf('customer:country', 'equal', '{{currentUser.tags.country}}')
    agent.service.setScope(1, 'orders', scope)
    const signed = await approved(agent, everything)
    expect(outcome(await agent.refund(signed, 8))).toBe('runs')
    expect(agent.runs).toEqual(['Bob refunds 10 of 3'])
  })

  it('needs the right to approve, or the right to approve what one asked for', async () => {
    const agent = await open()
    const { allow, refund } = agent
    const attempt = async (userId: number) => outcome(await refund(await approved(agent), userId))
    allow({ approve: { roles: [1, 2] }, selfApprove: false })
    expect([await attempt(7), await attempt(8), await attempt(9)]).toEqual([
      notAllowed,
      'runs',
      notAllowed,
    ])
    allow({ approve: { roles: [2] }, selfApprove: { roles: [1] } })
    expect([await attempt(7), await attempt(8)]).toEqual(['runs', 'runs'])
    allow({ trigger: true })
    expect([await attempt(7), await attempt(8)]).toEqual([notAllowed, notAllowed])
  })

  it('must meet the condition of the approver, also of the one who asked', async () => {
    const agent = await open()
    const { allow, refund } = agent
    const approveConditions = [1, 2].map(roleId => ({ roleId, filter: isPaid }))
    allow({ approve: { roles: [2, 3] }, selfApprove: { roles: [1] }, approveConditions })
    const attempt = async (userId: number, ids: string[]) =>
      refund(await approved(agent, { ids }), userId)
    expect(outcome(await attempt(8, ['1', '3']))).toBe('runs')
    expect(outcome(await attempt(7, ['1', '3']))).toBe('runs')
    expect(outcome(await attempt(9, ['1', '2']))).toBe('runs')
    for (const userId of [7, 8]) {
      const answer = await attempt(userId, ['1', '2'])
      expect(outcome(answer)).toBe(notAllowed)
      expect(readError(answer).data).toEqual({ roleIdsAllowedToApprove: [3] })
    }
  })

  it('is refused with 422 when the condition of the approver cannot be evaluated', async () => {
    const agent = await open()
    const filter = leaf('no_such_field', 'equal', 1)
    agent.allow({ approve: true, approveConditions: [{ roleId: 2, filter }] })
    expect(outcome(await agent.refund(await approved(agent), 8))).toBe(
      '422 InvalidActionConditionError invalid_action_condition',
    )
    expect(agent.runs).toEqual([])
  })

  it('is checked like any other: wrong values do not use it up', async () => {
    const agent = await open()
    agent.allow(byRole2)
    const claim = vi.spyOn(agent.service, 'claimApproval')
    const answer = await agent.refund(
      await approved(agent, { ids: ['1'], values: { End: 'never' } }),
      8,
    )
    expect(readError(answer)).toMatchObject({ status: 400, name: 'ValidationError' })
    expect(claim).not.toHaveBeenCalled()
  })

  it('does not run when the service cannot be asked whether it ran before', async () => {
    const agent = await open({ logger: () => {} })
    agent.allow(byRole2)
    const away = new ServiceAwayError('The service does not answer.')
    vi.spyOn(agent.service, 'claimApproval').mockRejectedValue(away)
    const answer = await agent.refund(await approved(agent), 8)
    expect(outcome(answer)).toBe('503 ServiceAwayError service_away')
    expect(agent.runs).toEqual([])
  })

  it.each([
    ['x'.repeat(6000), 'x'.repeat(5000)],
    ['', 'The action failed.'],
  ])('that ends with %s is reported in few words', async (message, failure) => {
    const agent = await open({
      customize: each =>
        each.customizeCollection('orders', orders =>
          orders.addAction('Fail', {
            scope: 'Global',
            execute: (_, resultBuilder) => resultBuilder.error(message),
          }),
        ),
    })
    const report = vi.spyOn(agent.service, 'reportApproval')
    const body = refundBody({ action_name: 'Fail' })
    const signed = await agent.service.issueApproval({ requesterId: 7, body })
    const asked = refundBody({ signed_approval_request: signed })
    await agent.send('POST', '/_actions/orders/2/fail', asked, await agent.as(8))
    expect(report.mock.calls).toEqual([[1, { status: 'failed', failure }]])
  })

  it.each([
    ['badly', 400, 'The bank is closed.'],
    ['abruptly', 500, 'Unexpected error'],
  ])('that ends %s is reported as failed, without secrets', async (End, status, failure) => {
    const agent = await open({ logger: () => {} })
    const report = vi.spyOn(agent.service, 'reportApproval')
    agent.allow(byRole2)
    const answer = await agent.refund(await approved(agent, { ids: ['1'], values: { End } }), 8)
    expect(answer.status).toBe(status)
    expect(report.mock.calls).toEqual([[1, { status: 'failed', failure }]])
  })

  it('answers its result when the service cannot be told of it', async () => {
    const lines: string[] = []
    const logger = (_: string, message: string) => lines.push(message)
    const agent = await open({ logger, loggerLevel: 'Warn' })
    agent.allow(byRole2)
    vi.spyOn(agent.service, 'reportApproval').mockRejectedValue(new Error('away'))
    expect(outcome(await agent.refund(await approved(agent), 8))).toBe('runs')
    await vi.waitFor(
      () => expect(lines).toEqual(['The outcome of approval 1 could not be sent to the service.']),
      60_000,
    )
  })
})

describe('a signed request that is not for this run', () => {
  it('is refused when it expired', async () => {
    const agent = await open()
    agent.allow(byRole2)
    const body = refundBody({ ids: ['1'] })
    const signed = await agent.service.issueApproval({ requesterId: 7, body, lifetime: -1 })
    expect(outcome(await agent.refund({ signed_approval_request: signed }, 8))).toBe(
      '403 ApprovalRefusedError approval_expired',
    )
  })

  it.each([
    ['a text', async () => 'x.y.z'],
    ['no text', async () => 12],
    ['no text at all', async () => ''],
    ['a session', async ({ token }: Refunds) => token],
    [
      'an approval of another environment',
      async () => {
        const other = createInProcessService({ users: [], rights: true })
        return other.issueApproval({ requesterId: 7, body: refundBody({ ids: ['1'] }) })
      },
    ],
  ])('is refused when it is %s', async (_, sign) => {
    const agent = await open()
    agent.allow(byRole2)
    const answer = await agent.refund({ signed_approval_request: await sign(agent) }, 8)
    expect(outcome(answer)).toBe('403 ApprovalRefusedError approval_forged')
    expect(agent.runs).toEqual([])
  })

  it.each([
    { collection_name: 'customers' },
    { collection_name: undefined },
    { action_name: 'Look' },
    { action_name: undefined },
    { smart_action_id: 'orders-1-look' },
    { action_name: undefined, smart_action_id: 'orders-1-look' },
  ])('is refused when it is for another action: %j', async names => {
    const agent = await open()
    agent.allow(byRole2)
    const signed = await approved(agent, { ids: ['1'], ...names })
    expect(outcome(await agent.refund(signed, 8))).toBe('403 ApprovalRefusedError approval_foreign')
    expect(agent.runs).toEqual([])
  })

  it('may name the action by its id in the schema alone', async () => {
    const agent = await open()
    agent.allow(byRole2)
    const names = { action_name: undefined, smart_action_id: 'orders-0-refund' }
    expect(outcome(await agent.refund(await approved(agent, { ids: ['1'], ...names }), 8))).toBe(
      'runs',
    )
  })

  it('is no session', async () => {
    const agent = await open()
    const { signed_approval_request: token } = await approved(agent)
    const answer = await agent.get('/orders', { authorization: `Bearer ${token}` })
    expect(answer.status).toBe(401)
  })

  it('cannot be replaced by the name of a requester', async () => {
    const { allow, refund, runs } = await open()
    allow({ approve: true })
    const answer = await refund({ ids: ['1'], requester_id: 7 }, 8)
    expect(readError(answer)).toMatchObject({ status: 422, name: 'UnprocessableError' })
    expect(runs).toEqual([])
  })

  it('does nothing in a form', async () => {
    const agent = await open()
    agent.allow(byRole2)
    const body = refundBody(await approved(agent))
    const answer = await agent.send('POST', `${refundPath}/hooks/load`, body, await agent.as(8))
    expect(readError(answer)).toMatchObject({ status: 422, name: 'UnprocessableError' })
  })
})

describe('the form of an action', () => {
  it.each([
    [{ trigger: { roles: [2] } }, 200],
    [{ trigger: false, approve: { roles: [2] } }, 200],
    [{ trigger: false, selfApprove: { roles: [2] } }, 200],
    [{ trigger: false, requireApproval: true, approve: { roles: [1] } }, 403],
  ])('opens for whoever may run or approve it: %j', async (rights, status) => {
    const agent = await open()
    agent.allow(rights)
    for (const hook of ['load', 'change', 'search']) {
      const body = refundBody({ ids: ['1'], ...(hook === 'search' && { search_field: 'Amount' }) })
      const path = `${refundPath}/hooks/${hook}`
      expect([hook, (await agent.send('POST', path, body, await agent.as(8))).status]).toEqual([
        hook,
        status,
      ])
    }
  })
})
