import { withoutTrailing } from '@service/base'

/** The default prefixes of agents: ours and that of the rest of the protocol family. */
const defaultPrefix = /(?<!\/)\/(?:service|forest)$/

/**
 * The root URL of the host of an agent. An MCP server mounted on an agent is at the root, not under
 * the prefix of the agent's own routes.
 */
export const withoutPrefix = (agentUrl: string): string =>
  withoutTrailing(agentUrl, '/').replace(defaultPrefix, '')
