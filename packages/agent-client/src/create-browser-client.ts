import type { AgentClientOptions } from './agent-client-options.js'
import { type AgentClient, createClient } from './create-client.js'
import { browserPlatform } from './platform/browser-platform.js'
import type { Schema } from './typings/schema.js'

/**
 * Creates a client of an agent's HTTP API in a page. The schema is given as an object, and exports go
 * to a `WritableStream`.
 *
 * @example
 * const client = createAgentClient({ agentUrl: 'https://admin.example.com/service', getToken, schema })
 */
export function createAgentClient<S extends Schema = Schema>(
  options: AgentClientOptions,
): AgentClient<S> {
  return createClient(options, browserPlatform)
}
