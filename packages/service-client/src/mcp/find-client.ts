import { parseJson } from '@service/base'
import { listAt, objectAt, textAt } from '../documents/shape.js'
import type { McpPort, OAuthClient } from '../port/mcp-port.js'
import { toCallError } from '../transport/call-error.js'
import type { Caller } from '../transport/call-service.js'
import { type Clock, isAhead } from '../transport/clock.js'

interface CachedClient {
  readonly client: Promise<OAuthClient | undefined>
  until: number
}

/**
 * Milliseconds that a result is cached; short for unknown clients, because they may be registering
 * now.
 */
const ages = { found: 60_000, missing: 5000 }
const maxStored = 1000
/** The service issues no longer client ids. */
const maxIdLength = 200

/**
 * Finds OAuth clients and caches them briefly, because one authorization needs them several times.
 */
export function createClientFinder(
  caller: Pick<Caller, 'call'>,
  clock: Clock,
): McpPort['findClient'] {
  const kept = new Map<string, CachedClient>()

  const cacheClient = (clientId: string): CachedClient => {
    const client = fetchClient(caller, clientId)
    const pending: CachedClient = { client, until: clock.now() + ages.found }
    client.then(
      found => {
        if (!found) pending.until = clock.now() + ages.missing
      },
      () => {
        if (kept.get(clientId) === pending) kept.delete(clientId)
      },
    )
    return pending
  }

  return async clientId => {
    if (clientId === '' || clientId.length > maxIdLength) return undefined
    const known = kept.get(clientId)
    if (known && isAhead(known.until, clock.now(), ages.found)) return known.client
    kept.delete(clientId)
    if (kept.size >= maxStored) kept.delete(kept.keys().next().value ?? '')
    const requested = cacheClient(clientId)
    kept.set(clientId, requested)
    return requested.client
  }
}

async function fetchClient(
  caller: Pick<Caller, 'call'>,
  clientId: string,
): Promise<OAuthClient | undefined> {
  const path = `/oauth/register/${encodeURIComponent(clientId)}`
  try {
    const { text } = await caller.call({ method: 'GET', path })
    return parseClient(parseJson(text))
  } catch (error) {
    const failure = toCallError(error, path)
    if (failure.isLasting) return undefined
    throw failure.toUnavailableError()
  }
}

function parseClient(document: unknown): OAuthClient {
  const { client_id: id, client_name: name, redirect_uris: uris } = objectAt(document, 'the client')
  return {
    clientId: textAt(id, 'client_id'),
    ...(typeof name === 'string' && { clientName: name }),
    redirectUris: listAt(uris, 'redirect_uris').map(uri => textAt(uri, 'a redirect URI')),
  }
}
