import { createInFlight, createStandaloneServer } from '@service/http'
import { type McpSession, mcpScopes } from '../../contracts.js'
import { createEndpoint } from '../../protocol/create-endpoint.js'
import { createFixtureServer } from './fixture-server.js'

const session: McpSession = {
  userId: 1,
  renderingId: 1,
  roleId: 1,
  clientId: 'conformance',
  grantId: 'conformance',
  scopes: new Set(mcpScopes),
  expiresAt: Number.POSITIVE_INFINITY,
}

/** Our endpoint with the fixtures of the conformance suite; it accepts every client. */
export async function startFixtureServer() {
  const endpoint = createEndpoint({
    serverFor: createFixtureServer,
    issueSession: async () => 'no token',
    logger: () => {},
  })
  const server = await createStandaloneServer(() => request => endpoint.handle(request, session), {
    port: 0,
    host: '127.0.0.1',
    inFlight: createInFlight(),
    log: () => {},
  })
  return { url: `http://127.0.0.1:${server.port}/mcp`, stop: () => server.stop() }
}
