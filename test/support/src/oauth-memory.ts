import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'

/** What an MCP client keeps while it is let in: its registration, tokens and proofs. */
export interface OAuthMemory {
  readonly provider: OAuthClientProvider
  clientId(): string
  tokens(): StoredOAuthTokens | undefined
}

/** Keeps it in memory; `redirect` takes the person to the page that asks them. */
export function createOAuthMemory(
  redirectUrl: string,
  redirect: OAuthClientProvider['redirectToAuthorization'],
): OAuthMemory {
  let registered: StoredOAuthClientInformation | undefined
  let tokens: StoredOAuthTokens | undefined
  let discovered: OAuthDiscoveryState | undefined
  let verifier = ''
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'Notebook', redirect_uris: [redirectUrl] },
    clientInformation: () => registered,
    saveClientInformation: information => {
      registered = information
    },
    tokens: () => tokens,
    saveTokens: saved => {
      tokens = saved
    },
    saveCodeVerifier: saved => {
      verifier = saved
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: saved => {
      discovered = saved
    },
    discoveryState: () => discovered,
    invalidateCredentials: kind => {
      if (kind === 'all' || kind === 'tokens') tokens = undefined
    },
    redirectToAuthorization: redirect,
  }
  return { provider, clientId: () => registered?.client_id ?? '', tokens: () => tokens }
}
