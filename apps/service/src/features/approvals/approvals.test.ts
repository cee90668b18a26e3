import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type ApprovalsWorld,
  refund,
  startApprovalsWorld,
  type Who,
} from '../../testing/approvals-world.js'
import { onAnyStore } from '../../testing/on-each-store.js'
import { expireApprovals } from './expire-approvals.js'

onAnyStore('approvals', url => {
  let world: ApprovalsWorld
  let service: ApprovalsWorld['service']
  let seed: ApprovalsWorld['seed']
  let project: ApprovalsWorld['project']
  let people: ApprovalsWorld['people']

  beforeAll(async () => {
    world = await startApprovalsWorld(url)
    ;({ service, seed, project, people } = world)
  })
  afterAll(() => world?.stop())

  const send: ApprovalsWorld['send'] = (...request) => world.send(...request)
  const request: ApprovalsWorld['request'] = who => world.request(who)
  const report: ApprovalsWorld['report'] = (...result) => world.report(...result)
  const claim: ApprovalsWorld['claim'] = (...which) => world.claim(...which)
  const adminLogs: ApprovalsWorld['adminLogs'] = id => world.adminLogs(id)
  const actions: ApprovalsWorld['actions'] = () => world.actions()
  const expire = (id: number) =>
    service.deps.store.db
      .updateTable('approvals')
      .set({ expires_at: '2020-01-01T00:00:00Z' })
      .where('id', '=', id)
      .execute()

  it('starts pending, with the comment, and expires in seven days', async () => {
    const { status, body } = await send('clerk', 'POST', '', { ...refund, comment: 'Broken' })
    const { createdAt, expiresAt } = body
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(Number),
      status: 'pending',
      ...refund,
      requester: people.clerk,
      team: { id: project.team.id, name: 'Operations' },
      createdAt,
      expiresAt,
      decidedBy: null,
      decidedAt: null,
      claimedAt: null,
      finishedAt: null,
      failure: null,
      mayDecide: false,
      mayRun: false,
      comments: [
        {
          id: expect.any(Number),
          user: people.clerk,
          comment: 'Broken',
          createdAt: expect.any(String),
        },
      ],
    })
    const days = (Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000
    expect(days).toBeCloseTo(7, 3)
    expect((await send('clerk', 'GET', `/${body.id}`)).body).toEqual(body)
  })

  it('needs the right to trigger the action', async () => {
    for (const who of ['head', 'bystander', 'admin'] as const) {
      const { status, body } = await send(who, 'POST', '', refund)
      expect([who, status, body.code]).toEqual([who, 403, 'action_not_allowed'])
    }
    for (const name of ['Ban', 'constructor', '__proto__']) {
      expect((await send('clerk', 'POST', '', { ...refund, actionName: name })).status).toBe(403)
    }
  })

  it('goes from pending to approved to claimed to executed, and writes each step to the logs', async () => {
    const before = (await actions()).length
    const id = await request()
    const approved = await send('head', 'POST', `/${id}/approve`, { comment: 'Fine' })
    expect([approved.status, approved.body.status]).toEqual([200, 'approved'])
    expect(approved.body).toMatchObject({
      decidedBy: people.head,
      comments: [{ comment: 'Fine', user: people.head }],
    })
    const claimed = await claim(id)
    expect([claimed.status, claimed.body.status]).toEqual([200, 'claimed'])
    expect(claimed.body.claimedAt >= approved.body.decidedAt).toBe(true)
    const executed = await report(id, { status: 'executed' })
    expect([executed.status, executed.body.status]).toEqual([200, 'executed'])
    expect(executed.body.finishedAt >= claimed.body.claimedAt).toBe(true)

    const object = 'approval'
    const { collectionName, actionName, recordIds } = refund
    const logs = (await adminLogs(id)).reverse()
    expect(
      logs.map(({ type, previousValue, newValue }: Record<string, object>) => [
        type,
        previousValue,
        newValue,
      ]),
    ).toEqual([
      ['add', undefined, { object, id, status: 'pending', collectionName, actionName, recordIds }],
      ['update', { object, id, status: 'pending' }, { object, id, status: 'approved' }],
      ['update', { object, id, status: 'approved' }, { object, id, status: 'claimed' }],
      ['update', { object, id, status: 'claimed' }, { object, id, status: 'executed' }],
    ])
    expect(
      logs.map((log: { initiator: string; user?: { id: number } }) => [
        log.initiator,
        log.user?.id,
      ]),
    ).toEqual([
      ['administrator', people.clerk.id],
      ['administrator', people.head.id],
      ['service', undefined],
      ['service', undefined],
    ])
    const entry = { record_ids: ['42'], collection_name: 'orders', label: 'Refund' }
    expect((await actions()).slice(before)).toEqual([
      { action: 'createApproval', user_id: people.clerk.id, ...entry },
      { action: 'approveApproval', user_id: people.head.id, ...entry },
    ])
  })

  it('tells why an approved action failed', async () => {
    const id = await world.approved()
    await claim(id)
    const { body } = await report(id, { status: 'failed', failure: 'The bank is closed.' })
    expect([body.status, body.failure]).toEqual(['failed', 'The bank is closed.'])
    expect((await actions()).at(-1)).toMatchObject({
      action: 'markApprovalAsFailed',
      user_id: people.head.id,
    })
  })

  it('is decided by those whose role may, and on their own requests only with a right for that', async () => {
    const decide = async (who: Who, id: number, decision: string) => {
      const { status, body } = await send(who, 'POST', `/${id}/${decision}`, {})
      return status === 200 ? body.status : body.code
    }
    const [first, own] = [await request('clerk'), await request('chief')]
    expect(await decide('clerk', first, 'approve')).toBe('approval_not_allowed')
    expect(await decide('clerk', first, 'reject')).toBe('approval_not_allowed')
    expect(await decide('admin', first, 'approve')).toBe('approval_not_allowed')
    expect(await decide('bystander', first, 'approve')).toBe('not_found')
    expect(await decide('head', first, 'cancel')).toBe('approval_not_allowed')
    expect(await decide('head', first, 'reject')).toBe('rejected')
    expect(await decide('chief', own, 'approve')).toBe('approved')
    expect(await decide('clerk', await request('clerk'), 'cancel')).toBe('cancelled')
    expect(await decide('admin', await request('clerk'), 'cancel')).toBe('cancelled')
  })

  it('takes no step twice and none back; the answer names the state', async () => {
    const steps: [string, (id: number) => Promise<unknown>][] = [
      ['approved', id => send('head', 'POST', `/${id}/approve`, {})],
      ['rejected', id => send('head', 'POST', `/${id}/reject`, {})],
      ['cancelled', id => send('clerk', 'POST', `/${id}/cancel`, {})],
      ['expired', expire],
    ]
    for (const [state, step] of steps) {
      const id = await request()
      await step(id)
      for (const [who, decision] of [
        ['head', 'approve'],
        ['head', 'reject'],
        ['clerk', 'cancel'],
      ] as const) {
        const { status, body } = await send(who, 'POST', `/${id}/${decision}`, { comment: 'late' })
        expect([state, status, body.code]).toEqual([state, 409, 'wrong_state'])
        expect(body.message).toContain(`The approval is ${state};`)
      }
      const { status, body } = await report(id, { status: 'executed' })
      expect([status, body.code]).toEqual([409, 'wrong_state'])
      expect((await send('clerk', 'GET', `/${id}`)).body).toMatchObject({
        status: state,
        comments: [],
      })
    }
  })

  it('takes a result once, from the agent of its environment, after the claim', async () => {
    const id = await request()
    const other = await seed.project()
    expect((await report(id, { status: 'executed' })).body.code).toBe('wrong_state')
    await send('head', 'POST', `/${id}/approve`, {})
    expect((await report(id, { status: 'executed' })).body.code).toBe('wrong_state')
    await claim(id)
    expect((await report(id, { status: 'executed' }, other.environment.secret)).status).toBe(404)
    expect((await report(id, { status: 'executed' }, 'f'.repeat(64))).status).toBe(401)
    expect((await report(id, { status: 'executed' })).status).toBe(200)
    const again = await report(id, { status: 'failed' })
    expect([again.status, again.body.message]).toEqual([
      409,
      'The approval is executed; it cannot become failed.',
    ])
  })

  it('reads as expired when nobody decided in time, and is marked by the sweep', async () => {
    const [late, early] = [await request(), await request()]
    await expire(late)
    const listIds = async (status: string) =>
      (await send('clerk', 'GET', `?limit=1000&status=${status}`)).body.data.map(
        (approval: { id: number }) => approval.id,
      )
    expect(await listIds('expired')).toContain(late)
    expect(await listIds('pending')).toContain(early)
    expect(await listIds('pending')).not.toContain(late)
    expect(await expireApprovals(service.deps.store.db)).toBeGreaterThan(0)
    expect(await expireApprovals(service.deps.store.db)).toBe(0)
    expect((await adminLogs(late))[0]).toMatchObject({
      initiator: 'service',
      previousValue: { status: 'pending' },
      newValue: { status: 'expired' },
    })
    expect((await send('clerk', 'GET', `/${early}`)).body.status).toBe('pending')
  })

  it('is shown to who asked, to who may decide, and to admins', async () => {
    const id = await request('clerk')
    const seen = async (who: Who) => {
      const one = await send(who, 'GET', `/${id}`)
      const { data } = (await send(who, 'GET', '?limit=1000')).body
      return [one.status, data.some((approval: { id: number }) => approval.id === id)]
    }
    for (const who of ['clerk', 'head', 'chief', 'admin'] as const) {
      expect([who, ...(await seen(who))]).toEqual([who, 200, true])
    }
    expect(await seen('bystander')).toEqual([404, false])
    const foreign = await send('bystander', 'POST', `/${id}/comments`, { comment: 'x' })
    const missing = await send('bystander', 'POST', '/999999/comments', { comment: 'x' })
    expect([foreign.status, missing.status]).toEqual([404, 404])
    expect(foreign.body.message.replace(String(id), '999999')).toBe(missing.body.message)
  })

  it('collects comments in order, also after the decision', async () => {
    const id = await request()
    await send('head', 'POST', `/${id}/comments`, { comment: 'Why?' })
    await send('clerk', 'POST', `/${id}/comments`, { comment: 'Because.' })
    await send('head', 'POST', `/${id}/reject`, { comment: 'No.' })
    const { status, body } = await send('admin', 'POST', `/${id}/comments`, { comment: 'Noted.' })
    expect(status).toBe(201)
    expect(body.comments.map((one: { comment: string }) => one.comment)).toEqual([
      'Why?',
      'Because.',
      'No.',
      'Noted.',
    ])
  })

  it('is listed page by page, the newest first', async () => {
    for (let count = 0; count < 3; count++) await request()
    const first = (await send('clerk', 'GET', '?limit=2&status=pending')).body
    const second = (
      await send('clerk', 'GET', `?limit=2&status=pending&cursor=${first.nextCursor}`)
    ).body
    const ids = [...first.data, ...second.data].map((approval: { id: number }) => approval.id)
    expect([first.hasMore, ids.length]).toEqual([true, 4])
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a))
  })

  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)])

  it.each([
    ['POST', '', {}, "'collectionName' is missing."],
    ['POST', '', { ...refund, recordIds: '42' }, "'recordIds' must be an array."],
    ['POST', '', { ...refund, recordIds: [''] }, "'recordIds.0' must have 1 to 255 characters."],
    ['POST', '', { ...refund, recordIds: Array(1001).fill('1') }, "'recordIds' must have at most"],
    ['POST', '', { ...refund, inputs: [{ name: 'x' }] }, "'inputs.0.type' is missing."],
    ['POST', '', { ...refund, inputs: [{ name: 'x', type: 'y', a: 1 }] }, "'inputs.0.a'"],
    ['POST', '', { ...refund, inputs: [{ name: 'x', type: 'y', value: 'a\0' }] }, "'inputs' must"],
    ['POST', '', { ...refund, inputs: [{ name: 'x', type: 'y', value: { '\0': 1 } }] }, "'inputs'"],
    ['POST', '', { ...refund, inputs: [{ name: 'x', type: 'y', value: deep(19) }] }, "'inputs'"],
    ['POST', '', { ...refund, inputs: [{ name: 'x', type: 'y', value: deep(3000) }] }, "'inputs'"],
    [
      'POST',
      '',
      { ...refund, inputs: [{ name: 'x', type: 'y', value: 'a'.repeat(100_000) }] },
      "'inputs'",
    ],
    ['POST', '', { ...refund, comment: '' }, "'comment' must have 1 to 5000 characters."],
    ['POST', '', { ...refund, status: 'approved' }, "Unknown field 'status'."],
    ['POST', '', { ...refund, teamId: 999_999 }, "'teamId' must be one of your teams"],
    ['POST', '/1/approve', { comment: 7 }, "'comment' must be a string."],
    ['POST', '/x/approve', {}, "'approvalId' must be a positive integer."],
    ['POST', '/1/comments', {}, "'comment' is missing."],
    ['GET', '?status=open', undefined, "'status' must be one of 'pending'"],
    ['GET', '?limit=x', undefined, "'limit' must be"],
    ['GET', '?cursor=x', undefined, "'cursor' must be"],
  ])('refuses %s approvals%s, naming the field', async (method, path, body, message) => {
    const answer = await send('clerk', method, path, body)
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)])
  })

  it.each([
    [{ status: 'done' }, "'status' must be one of 'executed', 'failed'."],
    [{ status: 'executed', failure: 'x' }, "'failure' may be given only with the status failed."],
    [{ status: 'failed', failure: '' }, "'failure' must have 1 to 5000 characters."],
  ])('refuses the result %j', async (body, message) => {
    const answer = await report(1, body)
    expect([answer.status, answer.body.message]).toEqual([400, message])
  })

  it('lets one of many decisions at once win', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await request()
      const answers = await Promise.all([
        ...[0, 1, 2].map(() => send('head', 'POST', `/${id}/approve`, { comment: 'a' })),
        ...[0, 1, 2].map(() => send('chief', 'POST', `/${id}/reject`, { comment: 'b' })),
        ...[0, 1, 2].map(() => send('clerk', 'POST', `/${id}/cancel`, { comment: 'c' })),
      ])
      const won = answers.filter(answer => answer.status === 200)
      expect(answers.map(answer => answer.status).sort()).toEqual([200, ...Array(8).fill(409)])
      const { body } = await send('clerk', 'GET', `/${id}`)
      expect([body.status, body.comments.length]).toEqual([won[0]?.body.status, 1])
      expect(await adminLogs(id)).toHaveLength(2)
    }
  })
})
