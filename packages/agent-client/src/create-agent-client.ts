import type { AgentClientOptions } from './agent-client-options.js'
import { type AgentClient, createClient } from './create-client.js'
import { nodePlatform } from './platform/node-platform.js'
import type { Schema } from './typings/schema.js'

/**
 * Creates a client of an agent's HTTP API, typed by the typings the agent generates.
 *
 * @example
 * const client = createAgentClient({
 *   agentUrl: 'http://localhost:3351/service',
 *   token: process.env.SESSION_TOKEN,
 *   schemaPath: '.service-schema.json',
 * })
 * const paid = await client.collection('orders').list({
 *   filters: { field: 'status', operator: 'Equal', value: 'paid' },
 *   fields: ['reference', 'customer:name'],
 * })
 */
export function createAgentClient<S extends Schema = Schema>(
  options: AgentClientOptions,
): AgentClient<S> {
  return createClient(options, nodePlatform)
}
