import { chooseRounds, fuzzSeed } from '@service/test-support'
import type { Selectable } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ApprovalsTable } from '../../store/schema.js'
import { type ApprovalsWorld, startApprovalsWorld } from '../../testing/approvals-world.js'
import { ask } from '../../testing/ask.js'
import { createRandom } from '../../testing/random.js'
import { noRights, type RoleRights, rightsOnAction } from '../roles/rights.js'
import { type Approval, approvalStatuses, type MemberApproval } from './approval.js'

const PEOPLE = chooseRounds(6, 8)
const APPROVALS = 40

/** The rule again, in plain words. */
function isDecidable({ id, rights }: Colleague, row: Selectable<ApprovalsTable>): boolean {
  const right = row.requester_id === id ? 'selfApprove' : 'approve'
  const isAllowed = rightsOnAction(rights, row.collection_name, row.action_name)?.[right] ?? false
  return isAllowed && row.status === 'pending' && Date.parse(row.expires_at) > Date.now()
}

/** Names that objects inherit must not match. */
const collectionNames = ['orders', 'constructor', 'a.b']
const actionNames = ['Refund', '__proto__', '0']

interface Colleague {
  readonly id: number
  readonly isAdmin: boolean
  readonly rights: RoleRights
  readonly headers: Record<string, string>
}

describe(`random approvals and people, seed ${fuzzSeed}`, () => {
  const random = createRandom(fuzzSeed)
  const colleagues: Colleague[] = []
  let world: ApprovalsWorld
  let approvals: string

  beforeAll(async () => {
    world = await startApprovalsWorld(inject('postgresUrl'))
    const { id, environment } = world.project
    approvals = `/api/projects/${id}/environments/${environment.id}/approvals`
    for (let count = 0; count < PEOPLE; count++) colleagues.push(await createColleague())
    for (let count = 0; count < APPROVALS; count++) await createApproval()
  }, 60_000)
  afterAll(() => world?.stop())

  const chooseRights = (): RoleRights => {
    const flag = () => random.below(2) === 1
    const chooseActions = () =>
      actionNames
        .filter(() => random.below(4) > 0)
        .map(name => [name, { trigger: flag(), approve: flag(), selfApprove: flag() }])
    const collections = collectionNames
      .filter(() => random.below(4) > 0)
      .map(name => [name, flag() ? { actions: Object.fromEntries(chooseActions()) } : {}])
    return { ...noRights, collections: Object.fromEntries(collections) }
  }

  async function createColleague(): Promise<Colleague> {
    const { db, project, seed } = world
    const role = await db
      .insertInto('roles')
      .values({ project_id: project.id, name: `Random ${colleagues.length}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rights = random.below(5) === 0 ? noRights : chooseRights()
    if (rights !== noRights) {
      const row = { environment_id: project.environment.id, role_id: role.id }
      await db
        .insertInto('role_rights')
        .values({ ...row, rights: JSON.stringify(rights) })
        .execute()
    }
    const level = random.pick(['user', 'user', 'admin'] as const)
    const { id } = await seed.member({ ...project, role }, level)
    return { id, isAdmin: level === 'admin', rights, headers: await seed.session(id) }
  }

  async function createApproval(): Promise<void> {
    const { environment, team } = world.project
    const expiry = random.pick(['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'])
    await world.db
      .insertInto('approvals')
      .values({
        environment_id: environment.id,
        status: random.pick(['pending', 'pending', 'approved', 'approved', ...approvalStatuses]),
        collection_name: random.pick(collectionNames),
        action_name: random.pick(actionNames),
        record_ids: ['1'],
        inputs: '[]',
        requester_id: random.pick(colleagues).id,
        team_id: team.id,
        expires_at: expiry,
        decided_by: null,
        failure: null,
      })
      .execute()
  }

  const read = async ({ headers }: Colleague, path: string) =>
    (await ask(world.service.url, 'GET', approvals + path, { headers })).body

  const readIds = async (colleague: Colleague, path: string): Promise<number[]> =>
    (await read(colleague, path)).data.map((approval: Approval) => approval.id)

  /** Whether the approval can be approved; it is as before afterwards. */
  async function tryToApprove({ headers }: Colleague, id: number): Promise<boolean> {
    const path = `${approvals}/${id}/approve`
    const { status } = await ask(world.service.url, 'POST', path, { headers, body: {} })
    if (status !== 200) return false
    await world.db
      .updateTable('approvals')
      .set({ status: 'pending', decided_by: null, decided_at: null })
      .where('id', '=', id)
      .execute()
    return true
  }

  const tryToSign = async ({ headers }: Colleague, id: number): Promise<boolean> => {
    const path = `${approvals}/${id}/execution`
    return (await ask(world.service.url, 'POST', path, { headers })).status === 200
  }

  it('mayDecide and mayRun are what the routes answer, in lists, details, views and counts', async () => {
    const all = await world.db.selectFrom('approvals').selectAll().orderBy('id', 'desc').execute()
    let decidable = 0
    let signable = 0
    for (const colleague of colleagues) {
      const approvable: number[] = []
      for (const { id } of all) if (await tryToApprove(colleague, id)) approvable.push(id)
      expect(approvable).toEqual(all.filter(row => isDecidable(colleague, row)).map(({ id }) => id))
      const listed: MemberApproval[] = (await read(colleague, '')).data
      expect(listed.filter(one => one.mayDecide).map(one => one.id)).toEqual(approvable)
      for (const { id, mayDecide } of listed.slice(0, 5)) {
        expect((await read(colleague, `/${id}`)).mayDecide).toBe(mayDecide)
      }
      expect(await readIds(colleague, '?view=to-review')).toEqual(approvable)
      const runnable: number[] = []
      for (const { id, status } of all) {
        if (status === 'approved' && (await tryToSign(colleague, id))) runnable.push(id)
      }
      expect(listed.filter(one => one.mayRun).map(one => one.id)).toEqual(runnable)
      expect(await readIds(colleague, '?view=to-run')).toEqual(runnable)
      const open = listed.filter(one => one.status === 'pending')
      const mine = listed.filter(one => one.requester.id === colleague.id)
      expect(await readIds(colleague, '?view=mine')).toEqual(mine.map(one => one.id))
      expect(await readIds(colleague, '?view=history')).toEqual(
        listed.filter(one => one.status !== 'pending').map(one => one.id),
      )
      expect(await read(colleague, '/counts')).toEqual({
        toReview: approvable.length,
        mine: open.filter(one => one.requester.id === colleague.id).length,
      })
      if (colleague.isAdmin) expect(listed).toHaveLength(all.length)
      decidable += approvable.length
      signable += runnable.length
    }
    expect(Math.min(decidable, signable)).toBeGreaterThan(0)
  }, 120_000)
})
