import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Agent, createAgent } from '@service/agent'
import { createMemoryDataSource } from '@service/datasource-memory'
import { type FaultProxy, startFaultProxy } from '@service/test-support'
import { ask, type Signed, signInByPassword } from './ask.js'
import { createBrowser } from './browser.js'
import { type OpenProject, type OpenService, openProject, type Person } from './open-service.js'
import { signInAtAgent } from './sign-in-at-agent.js'

/** Something a person did, as the log must tell it. */
export interface Done {
  readonly action: 'index' | 'read' | 'update'
  readonly recordIds?: readonly string[]
  readonly userId: number
  /** As the agent knew them at that moment. */
  readonly username: string
  readonly team: string
  /** By the clock of the agent. */
  readonly startedAt: number
  readonly endedAt: number
}

/** A person in a team, with their session at the agent. */
interface TeamSession {
  readonly person: Person
  readonly teamId: number
  readonly token: string
}

interface Named {
  readonly id: number
  readonly name: string
}

/** A service, a proxy in front of it, and an agent that can be restarted. */
export interface ActivityWorld {
  readonly project: OpenProject
  readonly proxy: FaultProxy
  readonly teamSessions: readonly TeamSession[]
  readonly teams: readonly Named[]
  /** What was done, in the order of the answers. */
  readonly done: readonly Done[]
  /** Asks the service itself, past the proxy. */
  ask<T>(method: string, path: string, body?: object, signed?: Signed): Promise<T>
  /** The session of a person at the service. */
  findSession(person: Person): Signed
  act(teamSession: TeamSession, action: Done['action']): Promise<number>
  restart(): Promise<void>
  /** Files in which entries wait, or were refused. */
  left(): Promise<readonly string[]>
  close(): Promise<void>
}

const people = ['ada', 'bob', 'eve']
const records = 5000

export async function openActivityWorld(service: OpenService): Promise<ActivityWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'activity-fuzz-'))
  const project = await openProject(service)
  const proxy = await startFaultProxy(Number(new URL(service.url).port))
  const call = <T>(method: string, path: string, body?: object, signed = service.owner) =>
    ask<T>(service.url, method, path, signed, body)
  const callers = new Map<string, { readonly firstName: string; readonly team: string }>()
  const done: Done[] = []
  let lastRecord = 0
  let agent: Agent

  const start = async () => {
    agent = createAgent({
      authSecret: 'a secret for tests, of 32 characters',
      envSecret: project.envSecret,
      serverUrl: `http://127.0.0.1:${proxy.port}`,
      schemaPath: join(folder, 'schema.json'),
      logger: () => {},
    })
    agent.addDataSource(createMemoryDataSource({ orders }))
    agent.customizeCollection('orders', each =>
      each.addHook('Before', 'List', ({ caller }) => {
        if (caller.requestId) callers.set(caller.requestId, caller)
      }),
    )
    await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
    return `http://127.0.0.1:${agent.standaloneServerPort}/service`
  }

  const act: ActivityWorld['act'] = async ({ person, token }, action) => {
    lastRecord += 1
    const recordIds = action === 'index' ? undefined : [String(lastRecord)]
    const path = `/orders${recordIds ? `/${recordIds[0]}` : ''}?timezone=UTC`
    const startedAt = Date.now()
    const response = await fetch(url + path, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(action === 'update' && { method: 'PUT', body: change }),
    })
    await response.text()
    const caller = callers.get(response.headers.get('x-service-correlation-id') ?? '')
    if (response.ok && caller) {
      const { firstName: username, team } = caller
      const endedAt = Date.now()
      done.push({ action, recordIds, userId: person.id, username, team, startedAt, endedAt })
    }
    return response.status
  }

  const rights = { defaults: { browse: true, read: true, edit: true }, collections: {} }
  await project.setRights(project.roleIds[0], rights)
  let url = await start()
  await project.setAgentUrl(url)
  for (const name of ['Sales', 'Support']) await call('POST', `${project.path}/teams`, { name })
  const teams = (await call<{ data: Named[] }>('GET', `${project.path}/teams`)).data
  const teamSessions: TeamSession[] = []
  const sessions = new Map<Person, Signed>()
  for (const name of people) {
    const person = await project.join(name, project.roleIds[0])
    const session = await signInByPassword(service.url, person.email, person.password)
    sessions.set(person, session)
    await call('PATCH', '/api/me', { username: name, firstName: name }, session)
    const teamIds = teams.map(({ id }) => id)
    await call('PATCH', `${project.path}/people/${person.id}`, { teamIds })
    teamSessions.push(...(await openTeamSessions(person)))
  }

  async function openTeamSessions(person: Person): Promise<TeamSession[]> {
    type Renderings = { readonly data: readonly { readonly id: number; readonly team: Named }[] }
    const { data } = await call<Renderings>('GET', `${project.environmentPath}/renderings`)
    const browser = createBrowser()
    const made: TeamSession[] = []
    for (const { id, team } of data) {
      const { token } = await signInAtAgent(url, id, person, browser)
      made.push({ person, teamId: team.id, token })
    }
    return made
  }

  return {
    project,
    proxy,
    teamSessions,
    teams,
    done,
    ask: call,
    findSession: person => sessions.get(person) ?? {},
    act,
    async restart() {
      await agent.stop()
      url = await start()
    },
    async left() {
      const names = await readdir(join(folder, '.service', 'activity-log'), { recursive: true })
      return names.filter(name => /\.(reads|writes|dead-letters)$/.test(name))
    },
    async close() {
      await agent.stop()
      await proxy.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const change = JSON.stringify({ data: { attributes: { total: 1 } } })
const orders = {
  columns: { id: { type: 'Number', isPrimaryKey: true }, total: 'Number' },
  records: Array.from({ length: records }, (_, index) => ({ id: index + 1, total: index })),
} as const
