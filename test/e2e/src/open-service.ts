import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyEmbeddedData } from '@service/test-support'
import pg from 'pg'
import { ask, type Signed, signInByPassword } from './ask.js'

/** The service as a process of its own, and its owner signed in. */
export interface OpenService {
  readonly url: string
  readonly owner: Signed
  /** Runs a statement in its database; only on a PostgreSQL server. */
  query(statement: string): Promise<void>
  close(): Promise<void>
}

const email = 'owner@example.com'
const password = 'seven blue boats 31'

/** What the run has made for services to start from. */
export interface ServiceTemplates {
  /** The file to run. */
  readonly program: string
  /** SERVICE_SECRET, with which the keys in the templates are encrypted. */
  readonly secret: string
  /** A data folder with an embedded database. */
  readonly dataDir: string
  /** A database on a server, which is used when there is one. */
  readonly postgres: { readonly url: string; readonly name: string } | undefined
}

/** Starts the service in a process of its own, on a copy of a database. `variables` are settings of it. */
export async function openService(
  template: ServiceTemplates,
  variables: Readonly<Record<string, string>> = {},
): Promise<OpenService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'service-'))
  const { postgres } = template
  const database = postgres && (await copyDatabase(postgres.url, postgres.name))
  if (!database) copyEmbeddedData(template.dataDir, dataDir)
  const child = fork(template.program, ['up'], {
    // The embedded database starts in half the time when its code is not optimised.
    execArgv: ['--liftoff-only'],
    silent: true,
    env: {
      PATH: process.env.PATH,
      SERVICE_HOST: '127.0.0.1',
      SERVICE_PORT: '0',
      SERVICE_DATA_DIR: dataDir,
      ...(database && { SERVICE_DATABASE_URL: database.url }),
      SERVICE_LOG_LEVEL: 'warn',
      SERVICE_SECRET: template.secret,
      SERVICE_ADMIN_EMAIL: email,
      SERVICE_ADMIN_PASSWORD: password,
      ...variables,
    },
  })
  const close = async () => {
    await end(child)
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const url = await waitForAddress(child)
    const query = async (statement: string) => {
      if (!database) throw new Error('An embedded database is open in the service only.')
      await runStatement(database.url, statement)
    }
    return { url, owner: await signInByPassword(url, email, password), query, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function waitForAddress(child: ChildProcess): Promise<string> {
  const said: string[] = []
  child.stdout?.on('data', text => said.push(String(text)))
  child.stderr?.on('data', text => said.push(String(text)))
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`The service ended with ${code}: ${said.join('')}`)
  })
  const [{ url }] = (await Promise.race([once(child, 'message'), ended])) as [{ url: string }]
  return url
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

async function copyDatabase(serverUrl: string, template: string) {
  const name = `e2e_${randomBytes(6).toString('hex')}`
  const run = (statement: string) => runStatement(serverUrl, statement)
  await run(`create database ${name} template ${template}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) }
}

async function runStatement(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement)
  await client.end()
}

interface Numbered {
  readonly id: number
}

interface Secretive extends Numbered {
  readonly secret: string
}

interface Listed {
  readonly data: readonly (Numbered & { readonly email?: string })[]
}

/** A project with a production environment, two roles and its agent's secret. */
export interface OpenProject {
  readonly path: string
  readonly environmentPath: string
  readonly envSecret: string
  readonly renderingId: number
  readonly roleIds: readonly [first: number, second: number]
  setRights(roleId: number, rights: object): Promise<void>
  setAgentUrl(agentUrl: string): Promise<void>
  /** Replaces the actions made without code. */
  setCustomizations(actions: readonly object[]): Promise<void>
  /** Somebody who joins with this role, and their password. */
  join(name: string, roleId: number, level?: string): Promise<Person>
}

export interface Person {
  readonly id: number
  readonly email: string
  readonly password: string
}

export async function openProject({ url, owner }: OpenService): Promise<OpenProject> {
  const project = await ask<Numbered>(url, 'POST', '/api/projects', owner, { name: 'Shop' })
  const path = `/api/projects/${project.id}`
  const live = { name: 'Live', kind: 'production' }
  const made = await ask<Secretive>(url, 'POST', `${path}/environments`, owner, live)
  const environmentPath = `${path}/environments/${made.id}`
  const makeRole = async (name: string): Promise<number> =>
    (await ask<Numbered>(url, 'POST', `${path}/roles`, owner, { name })).id
  const list = async (of: string) => (await ask<Listed>(url, 'GET', of, owner)).data
  const [team] = await list(`${path}/teams`)
  const [rendering] = await list(`${environmentPath}/renderings`)
  return {
    path,
    environmentPath,
    envSecret: made.secret,
    renderingId: rendering!.id,
    roleIds: [await makeRole('Clerk'), await makeRole('Head')],
    async setRights(roleId, rights) {
      await ask(url, 'PUT', `${environmentPath}/roles/${roleId}/rights`, owner, rights)
    },
    async setAgentUrl(agentUrl) {
      await ask(url, 'PATCH', environmentPath, owner, { agentUrl })
    },
    async setCustomizations(actions) {
      await ask(url, 'PUT', `${environmentPath}/customizations`, owner, { actions })
    },
    async join(name, roleId, permissionLevel = 'user') {
      const person = { email: `${name}@example.com`, password: `a long password of ${name}` }
      const invitation = { email: person.email, permissionLevel, roleId, teamIds: [team!.id] }
      const invited = await ask<{ token: string }>(
        url,
        'POST',
        `${path}/invitations`,
        owner,
        invitation,
      )
      await ask(url, 'POST', `/api/invitations/${invited.token}/accept`, undefined, {
        password: person.password,
        firstName: name,
        lastName: 'Example',
      })
      const people = await list(`${path}/people`)
      return { id: people.find(each => each.email === person.email)!.id, ...person }
    },
  }
}
