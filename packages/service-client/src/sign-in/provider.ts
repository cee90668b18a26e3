import { parseJson } from '@service/base'
import type { JWTVerifyGetKey } from 'jose'
import * as errors from 'jose/errors'
import { createRemoteJWKSet, customFetch } from 'jose/jwks/remote'
import { idAt, objectAt, textAt } from '../documents/shape.js'
import { ServiceAwayError } from '../port/errors.js'
import type { Caller } from '../transport/call-service.js'
import type { Clock } from '../transport/clock.js'
import { createLazy, type Lazy } from '../transport/lazy.js'

/** The endpoints of the service for signing in, from its discovery document. */
interface Discovery {
  readonly issuer: string
  readonly authorizationEndpoint: string
}

/** The agent as an OAuth client of the service. */
export interface RegisteredClient {
  readonly clientId: string
  readonly redirectUri: string
}

/** The environment that the agent's secret belongs to. */
interface Environment {
  readonly id: number
  /** The public URL of the agent, if an administrator set it. */
  readonly agentUrl?: string
  /** Proves to the service that this agent started the sign-in. */
  readonly hint?: string
}

/** The service as an OpenID provider. Each document is requested at first use. */
export interface Provider {
  readonly discovery: Lazy<Discovery>
  readonly client: Lazy<RegisteredClient>
  readonly environment: Lazy<Environment>
  /**
   * The public keys of the service; requested again for an unknown key at most every five seconds.
   */
  readonly keys: JWTVerifyGetKey
}

export interface ProviderOptions {
  readonly caller: Caller
  readonly clock: Clock
  readonly serverUrl: string
  readonly envSecret: string
}

const anHour = 3_600_000
/**
 * Cached only this long, because the URL of the agent may change and the service removes old
 * clients.
 */
const tenMinutes = 600_000

/**
 * The agent calls the service at its configured URL, which may be internal; only browsers are sent
 * to the public URL of the discovery document.
 */
export function createProvider(options: ProviderOptions): Provider {
  const { caller, clock, serverUrl, envSecret } = options
  const fetchJson = async (path: string) =>
    objectAt(parseJson((await caller.call({ method: 'GET', path })).text), path)

  const discover = async (): Promise<Discovery> => {
    const found = await fetchJson('/oidc/.well-known/openid-configuration')
    const authorizationEndpoint = textAt(found.authorization_endpoint, 'authorization_endpoint')
    return { issuer: textAt(found.issuer, 'issuer'), authorizationEndpoint }
  }

  const register = async (): Promise<RegisteredClient> => {
    const { text } = await caller.call({
      method: 'POST',
      path: '/oidc/reg',
      headers: { authorization: `Bearer ${envSecret}` },
      body: { token_endpoint_auth_method: 'none' },
    })
    const client = objectAt(parseJson(text), 'the registration')
    const [redirectUri] = Array.isArray(client.redirect_uris) ? client.redirect_uris : []
    return {
      clientId: textAt(client.client_id, 'client_id'),
      redirectUri: textAt(redirectUri, 'redirect_uris'),
    }
  }

  const findEnvironment = async (): Promise<Environment> => {
    const { id, attributes } = objectAt((await fetchJson('/agent-api/environment')).data, 'data')
    const { agent_url, api_endpoint, hint } = objectAt(attributes ?? {}, 'data.attributes')
    const agentUrl = agent_url ?? api_endpoint
    return {
      id: idAt(Number(id), 'data.id'),
      ...(typeof agentUrl === 'string' && agentUrl !== '' && { agentUrl }),
      ...(typeof hint === 'string' && { hint }),
    }
  }

  return {
    discovery: createLazy(discover, anHour, clock),
    client: createLazy(register, tenMinutes, clock),
    environment: createLazy(findEnvironment, tenMinutes, clock),
    keys: openKeys(caller, serverUrl),
  }
}

function openKeys(caller: Caller, serverUrl: string): JWTVerifyGetKey {
  const path = '/oidc/jwks'
  const remote = createRemoteJWKSet(new URL(serverUrl + path), {
    cooldownDuration: 5000,
    [customFetch]: async () => new Response((await caller.call({ method: 'GET', path })).text),
  })
  return async (header, token) => {
    try {
      return await remote(header, token)
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey) throw cause
      throw new ServiceAwayError('The keys of the service cannot be read.', { cause })
    }
  }
}
