import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Agent,
  type AgentOptions,
  createAgent,
  createInProcessService,
  type InProcessService,
} from '@service/agent'

/** A started agent on a port of its own, with a service in its process. */
export interface StartedAgent {
  readonly agent: Agent
  readonly service: InProcessService
  /** The address of its API. */
  readonly url: string
  readonly schemaPath: string
  /** Of the first user. */
  readonly token: string
  close(): Promise<void>
}

export interface StartAgentOptions extends Partial<AgentOptions> {
  /** Who there is and what they may do. Default: an administrator who may do everything. */
  readonly people?: Parameters<typeof createInProcessService>[0]
}

export const authSecret = 'a secret for tests, of 32 characters'
export const envSecret: string = '0'.repeat(64)

const administrator = {
  users: [{ id: 1, email: 'admin@example.com', roleId: 1, permissionLevel: 'admin' }],
  rights: true,
} as const

/** Starts an agent with the data and customizations that `prepare` gives it. */
export async function startAgent(
  prepare: (agent: Agent) => unknown,
  { people = administrator, ...options }: StartAgentOptions = {},
): Promise<StartedAgent> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-'))
  const service = createInProcessService(people)
  const schemaPath = join(folder, 'schema.json')
  const agent = createAgent({
    authSecret,
    envSecret,
    logger: () => {},
    schemaPath,
    service,
    ...options,
  })
  const close = async () => {
    await agent.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    prepare(agent)
    await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
    const url = `http://127.0.0.1:${agent.standaloneServerPort}/service`
    const token = await service.signIn(url, people.users[0]?.id ?? 1)
    return { agent, service, url, schemaPath, token, close }
  } catch (error) {
    await close()
    throw error
  }
}
