import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** What the provider says of somebody who signs in with this login. */
type ProviderClaims = Readonly<Record<string, string | boolean>>

export interface IdentityProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** By login, which is the subject too. A login that is not here has an e-mail at example.com. */
  readonly people: Map<string, ProviderClaims>
  /** Answers requests itself instead of the provider, when it returns true. */
  intercept: (...request: Parameters<RequestListener>) => boolean
  stop(): Promise<void>
}

/** Starts a real OpenID provider on loopback, with one confidential client for this redirect address. */
export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { clientId: 'service', clientSecret: 'the secret of a client of tests' }
  const people = new Map<string, ProviderClaims>()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'preferred_username'],
    },
    pkce: { required: () => true },
    findAccount: (_context, login) => ({
      accountId: login,
      claims: () => ({
        sub: login,
        ...(people.get(login) ?? { email: `${login}@example.com`, email_verified: true }),
      }),
    }),
  })
  const handle = provider.callback()
  const self: IdentityProvider = {
    issuer,
    ...client,
    people,
    intercept: () => false,
    async stop() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
  server.on('request', (request, response) => {
    if (!self.intercept(request, response)) handle(request, response)
  })
  return self
}
