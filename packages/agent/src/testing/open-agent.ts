import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DataSourceFactory } from '@service/datasource-toolkit'
import { createInProcessService, type InProcessService } from '@service/service-client'
import { createSessionTokens } from '@service/tokens'
import { type Agent, createAgent } from '../agent.js'
import type { AgentOptions } from '../options.js'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; undefined when it is not. */
  readonly json: unknown
}

/** A started agent behind a real socket, and a client that is signed in to it. */
export interface OpenAgent {
  readonly agent: Agent
  readonly service: InProcessService
  readonly url: string
  readonly token: string
  /** `path` follows the prefix; the time zone is added. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  close(): Promise<void>
}

export interface OpenOptions extends Partial<AgentOptions> {
  readonly customize?: (agent: Agent) => unknown
}

const authSecret = 'a secret for tests, of 32 characters'
const user = { id: 7, email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron', roleId: 1 }

export async function openAgent(
  dataSource: DataSourceFactory,
  { customize, ...options }: OpenOptions = {},
): Promise<OpenAgent> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-'))
  const service = createInProcessService({ users: [user], roles: { 1: 'Operator' }, rights: true })
  const prefix = options.prefix ?? '/service'
  const agent = createAgent({
    authSecret,
    envSecret: '0'.repeat(64),
    loggerLevel: 'Error',
    schemaPath: join(folder, 'schema.json'),
    service,
    ...options,
  })
  agent.addDataSource(dataSource)
  customize?.(agent)
  await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
  const url = `http://127.0.0.1:${agent.standaloneServerPort}${prefix}`
  const profile = { ...user, team: 'Operations', role: 'Operator', permissionLevel: 'user' }
  const { token } = await createSessionTokens([authSecret]).issue(profile, 1)

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const zoned = `${path}${path.includes('?') ? '&' : '?'}timezone=Europe/Paris`
    const response = await fetch(url + zoned, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parse(text) }
  }

  return {
    agent,
    service,
    url,
    token,
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    async close() {
      await agent.stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** The only entry of an error response. */
export function readError({ json }: Answer): Record<string, unknown> {
  return (json as { errors: Record<string, unknown>[] }).errors[0]!
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
