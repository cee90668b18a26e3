import type { RoleRights } from '../features/roles/rights.js'
import { randomHex } from '../secrets/token-format.js'
import { ask } from './ask.js'
import { createSeed, type SeededUser } from './seed.js'
import { startTestService } from './start-test-service.js'

/** Who may what with the action Refund: a clerk asks, a head approves, a chief also their own. */
const rightsByRole = {
  clerk: { trigger: true },
  head: { approve: true },
  chief: { trigger: true, approve: true, selfApprove: true },
  bystander: undefined,
} as const

export type Who = keyof typeof rightsByRole | 'admin'

export const refund = {
  collectionName: 'orders',
  actionName: 'Refund',
  recordIds: ['42'],
  inputs: [{ name: 'Amount', type: 'Number', value: 10 }],
}

/** A project in which people ask for refunds, and others approve them. */
export async function startApprovalsWorld(postgresUrl: string | undefined) {
  const service = await startTestService(postgresUrl)
  const { db } = service.deps.store
  const seed = createSeed(service.deps.store)
  const project = await seed.project()
  const { environment } = project
  const approvals = `/api/projects/${project.id}/environments/${environment.id}/approvals`

  /** Somebody whose role has these rights on the action. */
  const createPerson = async (rights: object | undefined) => {
    const { id } = await db
      .insertInto('roles')
      .values({ project_id: project.id, name: `Role ${randomHex(8)}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (rights) await setRights(id, rights)
    return { ...(await seed.member({ ...project, role: { id } }, 'user')), roleId: id }
  }

  const setRights = async (roleId: number, rights: object) => {
    const text = JSON.stringify(buildRights(rights))
    await db
      .insertInto('role_rights')
      .values({ environment_id: environment.id, role_id: roleId, rights: text })
      .onConflict(conflict =>
        conflict.columns(['environment_id', 'role_id']).doUpdateSet({ rights: text }),
      )
      .execute()
  }

  const people = { admin: project.admin } as Record<Who, SeededUser>
  const roles = {} as Record<Who, number>
  const as = { admin: await seed.session(project.admin.id) } as Record<Who, Record<string, string>>
  for (const [who, rights] of Object.entries(rightsByRole) as [Who, object | undefined][]) {
    const { roleId, ...person } = await createPerson(rights)
    people[who] = person
    roles[who] = roleId
    as[who] = await seed.session(person.id)
  }

  const send = (who: Who, method: string, path: string, body?: unknown) =>
    ask(service.url, method, approvals + path, { headers: as[who], body })

  /** As the agent of the environment. */
  const tell = (path: string, body?: object, secret = environment.secret, at = service.url) =>
    ask(at, 'POST', `/agent-api/approvals/${path}`, {
      headers: { 'service-secret-key': secret },
      body,
    })

  const request = async (who: Who = 'clerk'): Promise<number> =>
    (await send(who, 'POST', '', refund)).body.id

  return {
    service,
    db,
    seed,
    project,
    people,
    roles,
    as,
    setRights,
    send,
    request,
    /** A request that the head approved. */
    async approved(who: Who = 'clerk'): Promise<number> {
      const id = await request(who)
      await send('head', 'POST', `/${id}/approve`, {})
      return id
    },
    claim: (id: number, secret?: string, at?: string) => tell(`${id}/claim`, undefined, secret, at),
    report: (id: number, body: object, secret?: string) => tell(`${id}/result`, body, secret),
    async adminLogs(id: number) {
      const path = `/api/projects/${project.id}/admin-logs?limit=100`
      const { body } = await ask(service.url, 'GET', path, { headers: as.admin })
      return body.data.filter(
        (log: { resource: string; newValue: { id: number } }) =>
          log.resource === 'approval' && log.newValue.id === id,
      )
    },
    actions: () =>
      db
        .selectFrom('activity_logs')
        .select(['action', 'user_id', 'record_ids', 'collection_name', 'label'])
        .where('environment_id', '=', environment.id)
        .orderBy('seq')
        .execute(),
    stop: () => service.stop(),
  }
}

export type ApprovalsWorld = Awaited<ReturnType<typeof startApprovalsWorld>>

function buildRights(refund: object): RoleRights {
  const nothing = {
    browse: false,
    read: false,
    edit: false,
    add: false,
    delete: false,
    export: false,
  }
  const none = { trigger: false, requireApproval: true, approve: false, selfApprove: false }
  const actions = { Refund: { ...none, ...refund } }
  return { defaults: nothing, collections: { orders: { ...nothing, actions } } }
}
