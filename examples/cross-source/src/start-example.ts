import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createInProcessService } from '@service/agent'
import { createAgentClient } from '@service/agent-client'
import { createCrossSourceAgent } from './agent.js'
import { askForEvents, askForOrders } from './ask.js'
import { openDatabases } from './databases.js'
import type { Settings } from './settings.js'

export interface RunningExample {
  readonly agentUrl: string
  /** A session of one hour; absent when a service elsewhere signs people in. */
  readonly session?: string
  readonly description: string
  stop(): Promise<void>
}

/** Opens the databases, starts the agent and, when it can sign somebody in, asks it once. */
export async function startExample(settings: Settings): Promise<RunningExample> {
  const databases = await openDatabases(settings)
  const local = createInProcessService({
    users: [{ id: 1, email: 'you@shop.example', roleId: 1 }],
    rights: true,
  })
  const service = settings.service ?? { envSecret: randomBytes(32).toString('hex'), service: local }
  const agent = createCrossSourceAgent(databases, {
    authSecret: settings.authSecret ?? randomBytes(32).toString('hex'),
    ...service,
    schemaPath: join(settings.dataDir, 'cross-source-schema.json'),
    // Each request prints its plan: which database did what.
    loggerLevel: 'Debug',
  })
  const stop = async () => {
    await agent.stop()
    await databases.stop()
  }
  try {
    await agent.mountOnStandaloneServer(settings.agentPort, '127.0.0.1').start()
    const agentUrl = `http://127.0.0.1:${agent.standaloneServerPort}/service`
    const at = `The agent is at ${agentUrl}; ${databases.description}.`
    if (settings.service) return { agentUrl, description: at, stop }
    const session = await local.signIn(agentUrl, 1)
    const answers = await ask(agentUrl, session)
    return {
      agentUrl,
      session,
      description: [at, ...answers, usage(agentUrl, session)].join('\n'),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function ask(agentUrl: string, token: string): Promise<readonly string[]> {
  const client = createAgentClient({ agentUrl, token })
  const { dearest, number } = await askForEvents(client)
  const { latest, underway } = await askForOrders(client)
  const first = (records: readonly Record<string, unknown>[]) => JSON.stringify(records[0] ?? null)
  return [
    `${number} events of paid orders, of the dearest one first: ${first(dearest)}`,
    `The order that DHL delivered last: ${first(latest)}`,
    `The order that is underway for longest: ${first(underway)}`,
  ]
}

function usage(agentUrl: string, session: string): string {
  return `
Ask it yourself; every answer prints its plan here:

  SESSION=${session}
  curl -s -g -H "Authorization: Bearer $SESSION" \\
    "${agentUrl}/events?timezone=UTC&sort=-order:total&page[size]=3"

Ctrl-C stops it.`
}
