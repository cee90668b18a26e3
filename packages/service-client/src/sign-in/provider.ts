import { parseJson } from '@service/base'
import type { JWTVerifyGetKey } from 'jose'
import * as errors from 'jose/errors'
import { createRemoteJWKSet, customFetch } from 'jose/jwks/remote'
import { idAt, objectAt, textAt } from '../documents/shape.js'
import { ServiceAwayError } from '../port/errors.js'
import type { Caller } from '../transport/call-service.js'
import type { Clock } from '../transport/clock.js'
import { createLazy, type Lazy } from '../transport/lazy.js'

/** Where the service signs people in, as it says itself. */
interface Discovery {
  readonly issuer: string
  readonly authorizationEndpoint: string
}

/** The agent as the service knows it. */
export interface RegisteredClient {
  readonly clientId: string
  readonly redirectUri: string
}

/** The environment the agent speaks for. */
interface Environment {
  readonly id: number
  /** Where people and programs reach the agent, when somebody said so. */
  readonly agentUrl?: string
  /** Proves to the service that this agent sends somebody. */
  readonly hint?: string
}

/** The service as an OpenID provider. All of it is asked for at first use. */
export interface Provider {
  readonly discovery: Lazy<Discovery>
  readonly client: Lazy<RegisteredClient>
  readonly environment: Lazy<Environment>
  /** The public keys of the service; an unknown one is looked for at most every five seconds. */
  readonly keys: JWTVerifyGetKey
}

export interface ProviderOptions {
  readonly caller: Caller
  readonly clock: Clock
  readonly serverUrl: string
  readonly envSecret: string
}

const anHour = 3_600_000
/** The address of the agent may change, and the service forgets clients in time. */
const tenMinutes = 600_000

/**
 * The agent calls the service where it was told to find it, which may be an inner address. Only
 * browsers follow the public one, which discovery tells.
 */
export function createProvider(options: ProviderOptions): Provider {
  const { caller, clock, serverUrl, envSecret } = options
  const ask = async (path: string) =>
    objectAt(parseJson((await caller.call({ method: 'GET', path })).text), path)

  const discover = async (): Promise<Discovery> => {
    const found = await ask('/oidc/.well-known/openid-configuration')
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
    const { id, attributes } = objectAt((await ask('/agent-api/environment')).data, 'data')
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
