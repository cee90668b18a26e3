import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type ApprovalsWorld,
  refund,
  startApprovalsWorld,
  type Who,
} from '../../testing/approvals-world.js'
import { ask } from '../../testing/ask.js'
import { onAnyStore } from '../../testing/on-each-store.js'

onAnyStore('the list of approvals', url => {
  let world: ApprovalsWorld
  /** One per day from 1 March, the oldest first: by clerk, chief, clerk. */
  let first: number
  let second: number
  let third: number

  beforeAll(async () => {
    world = await startApprovalsWorld(url)
    first = await create('clerk', '2026-03-01T10:00:00Z')
    second = await create('chief', '2026-03-02T10:00:00Z')
    third = await create('clerk', '2026-03-03T10:00:00Z')
    await world.db
      .updateTable('approvals')
      .set({ collection_name: 'invoices', action_name: '=Cancel' })
      .where('id', '=', first)
      .execute()
  })
  afterAll(() => world?.stop())

  async function create(who: Who, createdAt: string): Promise<number> {
    const id = await world.request(who)
    await world.db
      .updateTable('approvals')
      .set({ created_at: createdAt })
      .where('id', '=', id)
      .execute()
    return id
  }

  const list = async (who: Who, query: string): Promise<number[]> =>
    (await world.send(who, 'GET', query)).body.data.map((approval: { id: number }) => approval.id)

  const download = (who: Who, query = '') => {
    const { id, environment } = world.project
    const path = `/api/projects/${id}/environments/${environment.id}/approvals${query}`
    const headers = { ...world.as[who], accept: 'text/csv' }
    return ask(world.service.url, 'GET', path, { headers })
  }

  const downloadIds = async (who: Who, query = ''): Promise<number[]> => {
    const lines: string[] = (await download(who, query)).body.trimEnd().split('\n')
    return lines.slice(1).map(line => Number(line.split(',')[0]))
  }

  it('takes filters like the logs, each alone and together, also for CSV', async () => {
    const chief = world.people.chief.id
    const cases: [string, number[]][] = [
      ['', [third, second, first]],
      ['?actionName=Refund', [third, second]],
      ['?actionName=refund', []],
      ['?collectionName=invoices', [first]],
      [`?requesterId=${chief}`, [second]],
      ['?createdAt.gte=2026-03-02', [third, second]],
      ['?createdAt.gt=2026-03-02T10:00:00Z', [third]],
      ['?createdAt.lt=2026-03-02T10:00:00Z', [first]],
      ['?createdAt.lte=2026-03-02T10:00:00Z', [second, first]],
      ['?createdAt.eq=2026-03-02T11:00:00+01:00', [second]],
      ['?createdAt.eq=2026-03-02T10:00:00.0000001Z', []],
      ['?createdAt.gte=2026-03-02&createdAt.lt=2026-03-03&status=pending', [second]],
      [`?requesterId=${chief}&collectionName=invoices`, []],
      ['?status=approved', []],
      ['?view=history', []],
    ]
    for (const [query, ids] of cases) {
      expect([query, await list('admin', query)]).toEqual([query, ids])
      expect([query, await downloadIds('admin', query)]).toEqual([query, ids])
    }
    expect(await list('chief', '?view=to-review')).toEqual([third, second])
    expect(await list('head', '?view=to-review')).toEqual([third, second])
    expect(await list('admin', '?view=to-review')).toEqual([])
    expect(await list('clerk', '?view=mine')).toEqual([third, first])
  })

  it('filters by no approval that the person may not see', async () => {
    const { clerk, chief } = world.people
    expect(await list('clerk', `?requesterId=${chief.id}`)).toEqual([])
    expect(await downloadIds('clerk', `?requesterId=${chief.id}`)).toEqual([])
    expect(await list('head', '?collectionName=invoices')).toEqual([])
    expect(await downloadIds('bystander', `?requesterId=${clerk.id}`)).toEqual([])
  })

  it('continues after a cursor with the same filters', async () => {
    const query = '?view=mine&limit=1'
    const { body } = await world.send('clerk', 'GET', query)
    expect([body.data[0].id, body.hasMore]).toEqual([third, true])
    const next = `${query}&cursor=${body.nextCursor}`
    const last = (await world.send('clerk', 'GET', next)).body
    expect([last.data[0].id, last.hasMore, last.nextCursor]).toEqual([first, false, null])
    expect(await downloadIds('clerk', next)).toEqual([first])
  })

  it('counts what waits for the person and what they wait for', async () => {
    const count = async (who: Who) => (await world.send(who, 'GET', '/counts')).body
    expect(await count('clerk')).toEqual({ toReview: 0, mine: 2 })
    expect(await count('chief')).toEqual({ toReview: 2, mine: 1 })
    expect(await count('bystander')).toEqual({ toReview: 0, mine: 0 })
  })

  it.each([
    ['?view=all', "'view' must be one of 'to-review', 'to-run', 'mine', 'history'."],
    ['?requesterId=0', "'requesterId' must be a positive integer."],
    ['?actionName=', "'actionName' must not be empty."],
    ['?collectionName=a%00', "'collectionName' must not contain a NUL character."],
    ['?createdAt.gte=yesterday', "'createdAt.gte' must be an ISO 8601 date"],
    ['?userId=1', "Unknown parameter 'userId'. Allowed: limit, cursor, view, status, actionName"],
    ['/counts?view=mine', "Unknown parameter 'view'. This path takes none."],
  ])('refuses %s and says what is allowed', async (query, message) => {
    const { status, body } = await world.send('clerk', 'GET', query)
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
  })

  it('refuses formats it does not have, and wrong parameters of a file', async () => {
    const { id, environment } = world.project
    const path = `/api/projects/${id}/environments/${environment.id}/approvals`
    const headers = { ...world.as.clerk, accept: 'application/x-ndjson' }
    const { status, body } = await ask(world.service.url, 'GET', path, { headers })
    expect([status, body.message]).toEqual([
      406,
      'This list is available as application/json or text/csv.',
    ])
    expect((await download('clerk', '?cursor=x')).status).toBe(400)
  })

  it('writes a CSV file that a spreadsheet runs nothing of', async () => {
    const { body } = await world.send('chief', 'POST', '', {
      ...refund,
      recordIds: ['-1', '2'],
      inputs: [{ name: 'Reason', type: 'String', value: 'Said "no", twice' }],
      comment: '=1+1',
    })
    await world.send('chief', 'POST', `/${body.id}/reject`, { comment: 'No.' })
    const rejected = (await world.send('chief', 'GET', `/${body.id}`)).body
    const { email } = world.people.chief
    const file = await download('chief', '?status=rejected')
    expect([file.status, file.headers.get('content-type')]).toEqual([
      200,
      'text/csv; charset=utf-8',
    ])
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="approvals.csv"')
    expect(file.headers.get('cache-control')).toBe('no-store')
    expect(file.body).toBe(
      [
        'id,status,collectionName,actionName,recordIds,inputs,requester,team,createdAt,expiresAt,decidedBy,decidedAt,claimedAt,finishedAt,failure,comments',
        `${body.id},rejected,orders,Refund,"'-1,2","[{""name"":""Reason"",""type"":""String"",""value"":""Said \\""no\\"", twice""}]",${email},Operations,${body.createdAt},${body.expiresAt},${email},${rejected.decidedAt},,,,"${email}: =1+1\n${email}: No."`,
        '',
      ].join('\n'),
    )
    expect((await download('admin', '?actionName==Cancel')).body).toContain(",invoices,'=Cancel,")
  })

  it('writes a CSV file of any length, and only as many rows as asked for', async () => {
    const { environment, team } = world.project
    const values = Array.from({ length: 250 }, () => ({
      environment_id: environment.id,
      status: 'failed' as const,
      collection_name: 'orders',
      action_name: 'Refund',
      record_ids: ['1'],
      inputs: '[]',
      requester_id: world.people.clerk.id,
      team_id: team.id,
      expires_at: '2026-01-01T00:00:00Z',
      decided_by: null,
      failure: null,
    }))
    const rows = await world.db.insertInto('approvals').values(values).returning('id').execute()
    const newest = rows.map(row => row.id).sort((a, b) => b - a)
    expect(await downloadIds('clerk', '?status=failed')).toEqual(newest)
    for (const limit of [1, 100, 101, 250, 1000]) {
      const ids = await downloadIds('clerk', `?status=failed&limit=${limit}`)
      expect(ids).toEqual(newest.slice(0, limit))
    }
  })
})
