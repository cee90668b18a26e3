import {
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  genericGrantRequest,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { z } from 'zod'
import { discoverProvider, type ProviderClient } from './open-provider.js'
import { type DiscoveryProblem, explainDiscoveryError } from './provider-failure.js'
import { providerFetch } from './provider-fetch.js'
import { type ProviderCheck, type ProviderTest, providerChecks } from './provider-test.js'

const TIMEOUT_MS = 5_000

type CheckName = ProviderCheck['name']

/** Which check a problem of the discovery document belongs to; those before it have passed. */
const failedChecks: Readonly<Record<DiscoveryProblem, CheckName>> = {
  unreachable: 'discovery',
  timeout: 'discovery',
  no_document: 'discovery',
  invalid_document: 'discovery',
  other_issuer: 'issuer',
  unusable_endpoint: 'endpoints',
}

const passedMessages: Readonly<Record<CheckName, string>> = {
  discovery: 'The discovery document was read.',
  issuer: 'It names the same issuer.',
  endpoints: 'Its endpoints use https.',
  keys: 'The keys that sign its tokens were read.',
  redirectUri: 'It redirects to this service.',
  client: 'It accepts the client ID and the secret.',
}

/** Checks a provider as far as that is possible before somebody signs in. Nothing is stored. */
export async function testProvider(
  client: ProviderClient,
  redirectUri: string,
): Promise<ProviderTest> {
  const checks = await runChecks(client, redirectUri)
  return { isUsable: checks.every(({ status }) => status !== 'failed'), checks, redirectUri }
}

async function runChecks(client: ProviderClient, redirectUri: string): Promise<ProviderCheck[]> {
  let provider: Configuration
  try {
    provider = await discoverProvider(client)
  } catch (error) {
    const { problem, message } = explainDiscoveryError(error)
    const failedAt = providerChecks.indexOf(failedChecks[problem])
    return providerChecks.map((name, index) => {
      if (index < failedAt) return pass(name)
      return index === failedAt ? fail(name, problem, message) : skip(name)
    })
  }
  const read = await Promise.all([
    checkKeys(provider),
    checkRedirectUri(provider, redirectUri),
    checkClient(provider, redirectUri),
  ])
  return [pass('discovery'), pass('issuer'), pass('endpoints'), ...read]
}

const Keys = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), use: z.string().optional() })),
})

async function checkKeys(provider: Configuration): Promise<ProviderCheck> {
  const answer = await request(provider.serverMetadata().jwks_uri ?? '')
  const keys = answer?.status === 200 ? Keys.safeParse(await readJson(answer)).data?.keys : []
  // Symmetric keys are secrets: a provider that publishes one signs nothing with it.
  const canSign = keys?.some(({ kty, use }) => kty !== 'oct' && use !== 'enc')
  return canSign
    ? pass('keys')
    : fail('keys', 'no_keys', 'Its keys cannot be read, or none of them signs tokens.')
}

/** Asks for a sign-in that shows no page: a provider that knows the redirect URI refuses it by redirecting there. */
async function checkRedirectUri(
  provider: Configuration,
  redirectUri: string,
): Promise<ProviderCheck> {
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    prompt: 'none',
    state: randomState(),
    nonce: randomNonce(),
    code_challenge: await calculatePKCECodeChallenge(randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  })
  const answer = await request(url.href)
  if (answer?.headers.get('location')?.startsWith(`${redirectUri}?`)) return pass('redirectUri')
  return answer?.status === 400
    ? fail(
        'redirectUri',
        'redirect_refused',
        'It refuses the client ID or the redirect URI. Register the redirect URI there, exactly as it is shown.',
      )
    : unknown('redirectUri')
}

/** Offers a code that does not exist: a provider that accepts the client complains about the code. */
async function checkClient(provider: Configuration, redirectUri: string): Promise<ProviderCheck> {
  const code = randomNonce()
  const parameters = { code, redirect_uri: redirectUri, code_verifier: randomPKCECodeVerifier() }
  const problem = await genericGrantRequest(provider, 'authorization_code', parameters).then(
    () => undefined,
    readOAuthError,
  )
  if (problem === 'invalid_grant') return pass('client')
  return problem === 'invalid_client' || problem === 'unauthorized_client'
    ? fail('client', 'client_refused', 'It refuses the client ID or the client secret.')
    : unknown('client')
}

/** The error code of a token endpoint. One that only asks for authentication refused the client. */
function readOAuthError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('error' in error) return String(error.error)
  return 'status' in error && error.status === 401 ? 'invalid_client' : undefined
}

async function request(url: string): Promise<Response | undefined> {
  try {
    return await providerFetch(url, {
      method: 'GET',
      headers: {},
      body: undefined,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch {
    return undefined
  }
}

const readJson = (answer: Response): Promise<unknown> => answer.json().catch(() => undefined)

const pass = (name: CheckName): ProviderCheck => ({
  name,
  status: 'passed',
  problem: null,
  message: passedMessages[name],
})

const fail = (name: CheckName, problem: string, message: string): ProviderCheck => ({
  name,
  status: 'failed',
  problem,
  message,
})

const skip = (name: CheckName): ProviderCheck => ({
  name,
  status: 'skipped',
  problem: null,
  message: 'Not checked, because an earlier check failed.',
})

const unknown = (name: CheckName): ProviderCheck => ({
  name,
  status: 'unknown',
  problem: null,
  message: 'The provider does not tell. Sign in once to find out.',
})
