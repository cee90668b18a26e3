import { readFile } from 'node:fs/promises'
import type { Schema } from '@service/agent-client'
import { checkOptionNames, listOptionNames } from '@service/base'
import { createAgentFinder } from './find-agent.js'
import { callSandbox, createRemoteTestService } from './remote-test-service.js'
import type { Who } from './session.js'
import { type AgentTestClient, createTestClient } from './test-client.js'

/** A running agent and the sandbox it is connected to. */
export interface AgentTestClientOptions {
  readonly agentForestEnvSecret: string
  readonly agentForestAuthSecret: string
  /** With or without its prefix. */
  readonly agentUrl: string
  /** URL of the sandbox. */
  readonly serverUrl: string
  /** The schema file that the agent writes. */
  readonly agentSchemaPath: string
  /** Default: the administrator of the sandbox, user 1. */
  readonly user?: Who
  /** An IANA name. Default: `UTC`. */
  readonly timezone?: string
}

const optionNames = listOptionNames<AgentTestClientOptions>({
  agentForestEnvSecret: true,
  agentForestAuthSecret: true,
  agentUrl: true,
  serverUrl: true,
  agentSchemaPath: true,
  user: true,
  timezone: true,
})

/**
 * Creates a client for an agent that is connected to a sandbox, signed in as one of its users.
 *
 * @example
 * const client = await createAgentTestClient({
 *   agentForestEnvSecret: process.env.SERVICE_ENV_SECRET!,
 *   agentForestAuthSecret: process.env.SERVICE_AUTH_SECRET!,
 *   agentUrl: 'http://localhost:3351',
 *   serverUrl: 'http://localhost:3001',
 *   agentSchemaPath: '.service-schema.json',
 * })
 * const orders = await client.collection('orders').list()
 */
export async function createAgentTestClient<S extends Schema = Schema>(
  options: AgentTestClientOptions,
): Promise<AgentTestClient<S>> {
  checkOptionNames(options, optionNames, 'createAgentTestClient')
  const { agentForestEnvSecret: envSecret, agentSchemaPath: schemaPath, serverUrl } = options
  const schema = await readFile(schemaPath, 'utf8').catch((cause: unknown) => {
    const hint = 'The agent writes it when it starts, unless isProduction is set.'
    throw new Error(`The schema file '${schemaPath}' cannot be read. ${hint}`, { cause })
  })
  await callSandbox(serverUrl, envSecret, '/agent-schema', JSON.parse(schema))
  await callSandbox(serverUrl, envSecret, '/agent-address', { agentUrl: options.agentUrl })
  return createTestClient<S>({
    agentUrl: createAgentFinder(options.agentUrl),
    authSecret: options.agentForestAuthSecret,
    service: createRemoteTestService(serverUrl, envSecret),
    schemaPath,
    who: options.user ?? { id: 1 },
    timezone: options.timezone,
  })
}
