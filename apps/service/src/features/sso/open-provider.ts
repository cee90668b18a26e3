import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client'
import { hashSecret } from '../../secrets/token-format.js'
import { isLoopback, isProviderAddress } from './provider-address.js'
import { lacksEndpoint, namesOtherIssuer } from './provider-failure.js'
import { providerFetch } from './provider-fetch.js'

const TIMEOUT_SECONDS = 5
const FRESH_MS = 10 * 60_000
const MAX_KEPT = 1000

/** The credentials with which the service is registered at a provider. */
export interface ProviderClient {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
}

interface CachedProvider {
  readonly until: number
  readonly provider: Promise<Configuration>
}

const cached = new Map<string, CachedProvider>()

/** The provider of a connection, from its discovery document, which is cached for ten minutes. */
export async function openProvider(client: ProviderClient): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = client
  const key = hashSecret(JSON.stringify([issuer, clientId, clientSecret])).toString('base64')
  const known = cached.get(key)
  if (known && known.until > performance.now()) return known.provider
  const provider = discoverProvider(client)
  evictOldest()
  cached.set(key, { until: performance.now() + FRESH_MS, provider })
  provider.catch(() => cached.delete(key))
  return provider
}

/** Reads the discovery document and rejects one that does not support sign-in. */
export async function discoverProvider(client: ProviderClient): Promise<Configuration> {
  const url = new URL(client.issuer)
  const provider = await discovery(url, client.clientId, {}, clientAuth(client.clientSecret), {
    timeout: TIMEOUT_SECONDS,
    [customFetch]: providerFetch,
    execute: [enableNonRepudiationChecks, ...(isLoopback(url) ? [allowInsecureRequests] : [])],
  })
  const metadata = provider.serverMetadata()
  // The issuer must match exactly: with a multi-tenant issuer, anyone who opens a tenant could claim any
  // e-mail address.
  if (!URL.canParse(metadata.issuer) || new URL(metadata.issuer).href !== url.href) {
    throw namesOtherIssuer()
  }
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    if (!isProviderAddress(metadata[name] ?? '')) {
      throw lacksEndpoint(name)
    }
  }
  return provider
}

/**
 * Sends the secret in the header, the default of OpenID Connect, unless the provider only accepts it in the
 * body.
 */
function clientAuth(secret: string | undefined): ClientAuth {
  if (secret === undefined) return None()
  const inHeader = ClientSecretBasic(secret)
  const inBody = ClientSecretPost(secret)
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? inHeader : inBody)(server, ...rest)
  }
}

function evictOldest(): void {
  const [oldest] = cached.keys()
  if (cached.size >= MAX_KEPT && oldest !== undefined) cached.delete(oldest)
}
