import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Agent, type AgentOptions, createAgent, createInProcessService } from '@service/agent'
import type { DataSourceFactory } from '@service/datasource-toolkit'

/** A started agent on a port of its own, and a client signed in to it. */
export interface OpenAgent {
  readonly agent: Agent
  readonly url: string
  readonly token: string
  /** `path` follows the prefix and has its query, without the time zone. */
  get(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

export async function openAgent(
  dataSource: DataSourceFactory,
  options: Partial<AgentOptions> = {},
): Promise<OpenAgent> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-'))
  const service = createInProcessService({
    users: [{ id: 1, email: 'admin@example.com', roleId: 1, permissionLevel: 'admin' }],
    rights: true,
  })
  const agent = createAgent({
    authSecret: 'a secret for tests, of 32 characters',
    envSecret: '0'.repeat(64),
    logger: () => {},
    schemaPath: join(folder, 'schema.json'),
    service,
    ...options,
  })
  await agent.addDataSource(dataSource).mountOnStandaloneServer(0, '127.0.0.1').start()
  const url = `http://127.0.0.1:${agent.standaloneServerPort}/service`
  const token = await service.signIn(url, 1)
  return {
    agent,
    url,
    token,
    get(path, init) {
      const query = `${path.includes('?') ? '&' : '?'}timezone=UTC`
      return fetch(url + path + query, { ...init, headers: { authorization: `Bearer ${token}` } })
    },
    async close() {
      await agent.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
