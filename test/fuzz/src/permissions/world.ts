import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Agent,
  createAgent,
  createInProcessService,
  type InProcessService,
} from '@service/agent'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import type { Condition } from './condition.js'
import { customize } from './customize.js'
import type { Database } from './databases.js'
import { isReadable, type Role, type Rule, type Sight } from './role.js'
import { collectionNames } from './shape.js'

/** A source whose rows can be replaced between two requests. */
export interface Store {
  readonly factories: readonly DataSourceFactory[]
  load(database: Database): Promise<void>
  /** What is stored now. */
  rows(): Promise<Database>
}

/** Two agents that differ in their rows alone, and one service that rules both. */
export interface World {
  readonly agents: readonly [Agent, Agent]
  readonly stores: readonly [Store, Store]
  readonly service: InProcessService
  /** By who asks: the role itself, and those a leak would take it for. */
  readonly tokens: Readonly<Record<Asker, string>>
  close(): Promise<void>
}

/** `role` obeys everything. The others ignore rights on fields, scopes, or rights on collections. */
export type Asker = 'role' | 'allFields' | 'allRows' | 'allCollections'

const askers: readonly (readonly [Asker, user: number, rendering: number])[] = [
  ['role', 1, 1],
  ['allFields', 2, 1],
  ['allRows', 1, 2],
  ['allCollections', 3, 1],
]

export async function openWorld(stores: readonly [Store, Store]): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'permissions-'))
  const service = createInProcessService({
    users: [1, 2, 3].map(id => ({ id, email: `user${id}@example.com`, roleId: id })),
    roles: { 1: 'Limited', 2: 'Every field', 3: 'Every collection' },
    teams: [1, 2].map(id => ({ id, name: `Team ${id}` })),
    rights: {},
  })
  const agents = await Promise.all(
    stores.map(async ({ factories }, index) => {
      const agent = createAgent({
        authSecret: 'a secret for tests, of 32 characters',
        envSecret: '0'.repeat(64),
        logger: () => {},
        activityLog: false,
        schemaPath: join(folder, `schema-${index}.json`),
        service,
      })
      for (const factory of factories) agent.addDataSource(factory)
      customize(agent)
      await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
      return agent
    }),
  )
  const url = `http://127.0.0.1:${agents[0]!.standaloneServerPort}/service`
  const tokens = await Promise.all(
    askers.map(async ([asker, user, rendering]) => {
      return [asker, await service.signIn(url, user, rendering)] as const
    }),
  )
  return {
    agents: agents as [Agent, Agent],
    stores,
    service,
    tokens: Object.fromEntries(tokens) as Record<Asker, string>,
    async close() {
      await Promise.all(agents.map(agent => agent.stop()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Makes the service say what a role may do. */
export function grant({ service }: World, { level, person, sights, rules }: Role): void {
  for (const id of everybody) {
    const email = `user${id}@example.com`
    service.setUser({ id, email, roleId: id, permissionLevel: level, ...person })
  }
  for (const name of collectionNames) {
    const sight = sights.get(name)!
    service.setScope(1, name, sight.scope?.sent ?? null)
    service.setRights(name, buildRights(sight, rules))
  }
}

const everybody = [1, 2, 3]

function buildRights(sight: Sight, rules: Role['rules']) {
  const roles = (isGranted: boolean) => ({ roles: isGranted ? everybody : [3] })
  return {
    browse: roles(sight.browse),
    read: roles(sight.read),
    export: roles(sight.export),
    edit: roles(sight.edit),
    add: roles(sight.add),
    fields: Object.fromEntries(
      [...sight.hidden].map(name => [name, { read: { roles: [2, 3] }, edit: { roles: [2, 3] } }]),
    ),
    actions: Object.fromEntries(
      [...rules].map(([action, rule]) => [action, actionRights(roles(isReadable(sight)), rule)]),
    ),
  }
}

function actionRights(trigger: { readonly roles: readonly number[] }, rule: Rule) {
  const { needsApproval, trigger: condition, approval } = rule
  const forAll = (each: Condition | undefined) =>
    each && everybody.map(roleId => ({ roleId, filter: each.sent }))
  return {
    trigger: { roles: [...trigger.roles] },
    triggerConditions: forAll(condition),
    requireApproval: needsApproval,
    requireApprovalConditions: forAll(approval),
  }
}
