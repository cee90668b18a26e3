import { withoutTrailing } from '@service/base'

/** What agents serve their routes below unless told otherwise: ours, and the others of this protocol family. */
const usualPrefix = /(?<!\/)\/(?:service|forest)$/

/**
 * Where the host of an agent is. An MCP server mounted on an agent lies at its root, not below the
 * prefix of the agent's own routes.
 */
export const withoutPrefix = (agentUrl: string): string =>
  withoutTrailing(agentUrl, '/').replace(usualPrefix, '')
