import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent } from '@service/agent'
import { createSqlDataSource } from '@service/datasource-sql'
import type { Random } from '@service/datasource-toolkit/testing'
import type { AgentCode } from '@service/protocol'
import Database from 'libsql'
import { ask, type Signed, signInByPassword } from '../ask.js'
import { type OpenProject, type OpenService, openProject } from '../open-service.js'
import type { AgentRequest } from './random-reads.js'

/** A role, and a session of a member who has it and of an administrator who looks as it. */
interface ViewedRole {
  readonly id: number
  readonly name: string
  readonly member: AgentSession
  readonly view: AgentSession
}

export interface Answer {
  readonly status: number
  readonly text: string
}

interface AgentSession {
  send(request: AgentRequest): Promise<Answer>
}

export interface ViewWorld {
  readonly project: OpenProject
  readonly roles: readonly ViewedRole[]
  readonly charts: readonly object[]
  /** Who called the agent's code, as JSON. */
  readonly callers: readonly string[]
  readonly agentUrl: string
  /** A code of the owner, exchanged at the agent. */
  openOwnerSession(more?: object): Promise<Response>
  /** Everything that is stored in the agent's database. */
  dump(): string
  close(): Promise<void>
}

const tables = `
  create table customers (id integer primary key, name text, country text, vip boolean);
  create table orders (id integer primary key, customer_id integer references customers (id),
    total real, status text, margin real, placed_at date);
  create table suppliers (id integer primary key, name text, iban text);
`

const charts = [
  { type: 'Value', sourceCollectionName: 'orders', aggregator: 'Count' },
  { type: 'Pie', sourceCollectionName: 'orders', aggregator: 'Count', groupByFieldName: 'status' },
  {
    type: 'Value',
    sourceCollectionName: 'orders',
    aggregator: 'Sum',
    aggregateFieldName: 'margin',
  },
  { type: 'Value', sourceCollectionName: 'suppliers', aggregator: 'Count' },
  { type: 'Value', query: 'select count(*) as value from orders', connectionName: 'main' },
]

/** A service, an agent on SQLite, and roles with random rights in a team with a scope. */
export async function openViewWorld(service: OpenService, random: Random): Promise<ViewWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'view-as-'))
  const file = join(folder, 'data.sqlite')
  fillDatabase(file, random)
  const project = await openProject(service)
  const call = <T>(method: string, path: string, body?: object) =>
    ask<T>(service.url, method, path, service.owner, body)
  await configureTeam(call, project)
  const roles = await createRoles(call, project, random)
  const callers: string[] = []
  const agent = createAgent({
    authSecret: 'a secret for tests, of 32 characters',
    envSecret: project.envSecret,
    serverUrl: service.url,
    schemaPath: join(folder, 'schema.json'),
    logger: () => {},
  })
  agent.addDataSource(createSqlDataSource(`sqlite://${file}`, { liveQueryConnections: 'main' }))
  agent.addChart('turnover', async (_, resultBuilder) => resultBuilder.value(7))
  agent.addChart('secrets', async (_, resultBuilder) => resultBuilder.value(8))
  agent.customizeCollection('orders', orders =>
    orders
      .addAction('Refund', { scope: 'Bulk', execute: () => undefined })
      .addAction('Archive', { scope: 'Bulk', execute: () => undefined })
      .addSegment('Newest', { field: 'placed_at', operator: 'After', value: '2026-01-05' })
      .addChart('share', async (_, resultBuilder) => resultBuilder.value(9))
      .addHook('Before', 'List', ({ caller }) => {
        callers.push(JSON.stringify([caller.email, caller.role, caller.permissionLevel]))
      }),
  )
  await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
  const agentUrl = `http://127.0.0.1:${agent.standaloneServerPort}/service`
  await project.setAgentUrl(agentUrl)

  const openSession = async (session: Signed, more: object = {}): Promise<Response> => {
    const body = { renderingId: project.renderingId, ...more }
    const path = `${project.environmentPath}/agent-codes`
    const issued = await ask<AgentCode>(service.url, 'POST', path, session, body)
    return fetch(`${agentUrl}/authentication/code`, {
      method: 'POST',
      headers: { origin: new URL(service.url).origin },
      body: new URLSearchParams({ code: issued.code, codeVerifier: issued.codeVerifier! }),
    })
  }
  const toSession = async (opened: Promise<Response>): Promise<AgentSession> => {
    const { token } = (await (await opened).json()) as { token: string }
    return { send: request => sendWith(agentUrl, token, request) }
  }
  const viewed = async ({ id, name }: Role): Promise<ViewedRole> => {
    const { email, password } = await project.join(name.toLowerCase(), id)
    const own = await signInByPassword(service.url, email, password)
    return {
      id,
      name,
      member: await toSession(openSession(own)),
      view: await toSession(openSession(service.owner, { previewRoleId: id })),
    }
  }
  return {
    project,
    charts,
    callers,
    agentUrl,
    roles: await Promise.all(roles.map(viewed)),
    openOwnerSession: more => openSession(service.owner, more),
    dump: () => dumpDatabase(file),
    async close() {
      await agent.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Role {
  readonly id: number
  readonly name: string
}

type Call = <T>(method: string, path: string, body?: object) => Promise<T>

async function configureTeam(call: Call, { path, environmentPath }: OpenProject): Promise<void> {
  const { data } = await call<{ data: Role[] }>('GET', `${path}/teams`)
  const team = `${environmentPath}/teams/${data[0]!.id}`
  await call('PUT', `${team}/scopes/orders`, {
    condition: { field: 'status', operator: 'not_equal', value: 'draft' },
  })
  await call('POST', `${team}/segments`, {
    name: 'Large',
    collectionName: 'orders',
    connectionName: 'main',
    query: 'select id from orders where total > 50',
  })
  const definitions = [...charts, { type: 'Value', apiRoute: '/service/_charts/turnover' }]
  for (const [index, definition] of definitions.entries()) {
    await call('POST', `${team}/charts`, { name: `Chart ${index}`, definition })
  }
}

const rights = ['browse', 'read', 'edit', 'add', 'delete', 'export']

/** Four roles: one may do everything, the others what the seed says. */
async function createRoles(
  call: Call,
  { path, setRights }: OpenProject,
  random: Random,
): Promise<Role[]> {
  const roles: Role[] = []
  for (const [index, name] of ['Chief', 'Support', 'Stock', 'Guest'].entries()) {
    const role = await call<Role>('POST', `${path}/roles`, { name })
    const probability = index === 0 ? 1 : 0.7
    const draw = () => Object.fromEntries(rights.map(right => [right, random.chance(probability)]))
    const field = { read: random.chance(probability), edit: false }
    const refund = { trigger: random.chance(probability) }
    await setRights(role.id, {
      defaults: draw(),
      collections: {
        orders: { ...draw(), fields: { margin: field }, actions: { Refund: refund } },
        customers: draw(),
      },
    })
    roles.push({ id: role.id, name })
  }
  return roles
}

function fillDatabase(file: string, random: Random): void {
  const database = new Database(file)
  database.exec(tables)
  const insert = (table: string, values: readonly (string | number)[]) =>
    database
      .prepare(`insert into ${table} values (${values.map(() => '?').join(',')})`)
      .run(...values)
  for (let id = 1; id <= 12; id++) {
    const name = random.pick(['Ada', 'Bob', 'Cyd', 'Dan'])
    insert('customers', [id, name, random.pick(['FR', 'DE', 'US']), random.between(0, 1)])
    insert('suppliers', [id, `Supplier ${id}`, `DE${id}`])
  }
  for (let id = 1; id <= 30; id++) {
    const status = random.pick(['draft', 'paid', 'sent'])
    const day = `2026-01-0${random.between(1, 9)}`
    const [total, margin] = [random.between(1, 99), random.between(1, 9)]
    insert('orders', [id, random.between(1, 12), total, status, margin, day])
  }
  database.close()
}

function dumpDatabase(file: string): string {
  const database = new Database(file)
  const rows = ['customers', 'orders', 'suppliers'].map(table =>
    database.prepare(`select * from ${table} order by id`).all(),
  )
  database.close()
  return JSON.stringify(rows)
}

async function sendWith(
  agentUrl: string,
  token: string,
  { method, path, body, headers }: AgentRequest,
): Promise<Answer> {
  const response = await fetch(agentUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}
