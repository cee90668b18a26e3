import { OAuthError } from '@service/authorization'
import type { McpPort, OAuthClient } from '@service/service-client'
import { isAllowed } from './allowed-clients.js'
import type { Parameters } from './parameters.js'

/** The client that a request names; rejects with `invalid_client` unless it is known and allowed. */
export type FindClient = (parameters: Parameters) => Promise<OAuthClient>

export function createClientFinder(
  service: Pick<McpPort, 'findClient'>,
  allowedClients: readonly string[] | undefined,
): FindClient {
  return async parameters => {
    const clientId = parameters.get('client_id')
    if (!clientId) throw new OAuthError("'client_id' is missing.", 'invalid_client')
    const client = await service.findClient(clientId)
    if (!client) throw new OAuthError('No such client: register again.', 'invalid_client')
    if (isAllowed(client, allowedClients)) return client
    // Nothing about who is: that would tell whom to pretend to be.
    throw new OAuthError('This client is not allowed here.', 'invalid_client')
  }
}
