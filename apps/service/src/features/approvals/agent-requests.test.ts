import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApprovalsWorld, refund, startApprovalsWorld } from '../../testing/approvals-world.js'
import { ask } from '../../testing/ask.js'
import { onAnyStore } from '../../testing/on-each-store.js'
import { createSeed } from '../../testing/seed.js'

onAnyStore('an approval that an agent asks for', url => {
  let world: ApprovalsWorld
  let renderingId: number
  beforeAll(async () => {
    world = await startApprovalsWorld(url)
    renderingId = (
      await world.db
        .selectFrom('renderings')
        .select('id')
        .where('environment_id', '=', world.project.environment.id)
        .executeTakeFirstOrThrow()
    ).id
  })
  afterAll(() => world?.stop())

  const request = (changes: object = {}, secret = world.project.environment.secret) =>
    ask(world.service.url, 'POST', '/agent-api/approval-requests', {
      headers: { 'service-secret-key': secret },
      body: { userId: world.people.clerk.id, renderingId, ...refund, ...changes },
    })
  const waiting = async () => (await world.db.selectFrom('approvals').selectAll().execute()).length

  it('is one like those people ask for themselves, with its comment and its traces', async () => {
    const { status, body } = await request({ comment: 'The parcel was lost.' })
    expect([status, body]).toEqual([201, { id: expect.any(Number) }])
    const { body: seen } = await world.send('head', 'GET', `/${body.id}`)
    expect(seen).toMatchObject({
      ...refund,
      status: 'pending',
      requester: { id: world.people.clerk.id },
      team: { id: world.project.team.id },
      comments: [{ user: { id: world.people.clerk.id }, comment: 'The parcel was lost.' }],
    })
    const [log] = await world.adminLogs(body.id)
    expect([log.type, log.user.id]).toEqual(['add', world.people.clerk.id])
    const activity = await world.db
      .selectFrom('activity_logs')
      .select(['action', 'user_id', 'record_ids'])
      .execute()
    expect(activity).toContainEqual({
      action: 'createApproval',
      user_id: world.people.clerk.id,
      record_ids: ['42'],
    })
    expect((await world.send('head', 'POST', `/${body.id}/approve`, {})).status).toBe(200)
  })

  it('belongs to the team of the rendering, also for somebody with several', async () => {
    const { id: teamId } = await world.db
      .insertInto('teams')
      .values({ project_id: world.project.id, name: 'Abroad' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: abroad } = await world.db
      .selectFrom('renderings')
      .select('id')
      .where('team_id', '=', teamId)
      .executeTakeFirstOrThrow()
    const notInTeam = await request({ renderingId: abroad })
    expect([notInTeam.status, notInTeam.body.code]).toEqual([403, 'not_in_team'])
    await world.db
      .insertInto('team_members')
      .values({ project_id: world.project.id, team_id: teamId, user_id: world.people.clerk.id })
      .execute()
    const { body } = await request({ renderingId: abroad })
    const { body: seen } = await world.send('head', 'GET', `/${body.id}`)
    expect(seen.team.id).toBe(teamId)
  })

  it.each<[string, () => object, number, string]>([
    [
      'somebody whose role may not trigger it',
      () => ({ userId: world.people.bystander.id }),
      403,
      'action_not_allowed',
    ],
    ['another action', () => ({ actionName: 'Delete' }), 403, 'action_not_allowed'],
    ['somebody nobody knows', () => ({ userId: 999_999 }), 403, 'not_a_member'],
    ['no rendering of this environment', () => ({ renderingId: 999_999 }), 404, 'not_found'],
    ['no person', () => ({ userId: undefined }), 400, 'invalid_body'],
    ['a team, which the rendering tells', () => ({ teamId: 1 }), 400, 'invalid_body'],
    ['too many records', () => ({ recordIds: Array(1001).fill('1') }), 400, 'invalid_body'],
    ['a comment that is too long', () => ({ comment: 'x'.repeat(5001) }), 400, 'invalid_body'],
  ])('is refused for %s', async (_name, changes, status, code) => {
    const before = await waiting()
    const answer = await request(changes())
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await waiting()).toBe(before)
  })

  it('is refused for somebody whose account is disabled', async () => {
    const { id } = await createSeed(world.service.deps.store).member(world.project, 'user')
    await world.db
      .updateTable('users')
      .set({ disabled_at: '2026-01-01T00:00:00.000000Z' })
      .where('id', '=', id)
      .execute()
    const { status, body } = await request({ userId: id })
    expect([status, body.code]).toEqual([403, 'not_a_member'])
  })

  it('is refused to the agent of another project, which has no such rendering', async () => {
    const { environment } = await world.seed.project()
    expect((await request({}, environment.secret)).status).toBe(404)
  })
})
