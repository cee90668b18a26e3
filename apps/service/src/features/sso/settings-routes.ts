import type { Deps } from '../../deps.js'
import { InvalidRequestError, RateLimitedError } from '../../errors.js'
import { signedInBySso } from '../../http/access/check-sso.js'
import type { RequestInfo } from '../../http/request-info.js'
import { memberRoute, type Route } from '../../http/route.js'
import { ExcludedPeople, ExcludedPeopleBody, findExcludedPeople } from './find-excluded-people.js'
import { discoverProvider } from './open-provider.js'
import { explainDiscoveryError } from './provider-failure.js'
import { ProviderTest, ProviderTestBody } from './provider-test.js'
import { callbackUrl, signInUrl } from './sso-addresses.js'
import {
  encryptClientSecret,
  readConnection,
  type SsoConnection,
  toProviderClient,
} from './sso-connection.js'
import { SsoBody, SsoSettings, SsoStatus } from './sso-settings.js'
import { testProvider } from './test-provider.js'
import { noConnection, removeConnection, setConnection } from './write-connection.js'

const path = '/api/projects/{projectId}/sso'
const tag = 'Single sign-on'
// Password sessions are accepted even where single sign-on is required, so that a broken provider can be
// replaced.
const access = { level: 'admin', ssoExempt: true } as const

/** Routes for the connection of a project to its identity provider. */
export const ssoSettingsRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'get',
      path,
      tag,
      summary: 'Read the single sign-on',
      ...access,
      response: SsoSettings,
    },
    async ({ deps, request, project }) => {
      const connection = await readConnection(deps.store.db, project)
      if (!connection) throw noConnection()
      return toSettings(connection, deps, request)
    },
  ),
  memberRoute(
    {
      method: 'get',
      path: `${path}/status`,
      tag,
      summary: 'Show whether the project has single sign-on',
      description:
        'Also the redirect URI to register at a provider before the project is connected.',
      ...access,
      response: SsoStatus,
    },
    async ({ deps, request, project, person }) => {
      const connection = await readConnection(deps.store.db, project)
      return {
        isConnected: connection !== undefined,
        isSessionOfProvider: signedInBySso(person, project.id),
        redirectUri: callbackUrl(deps.config, request),
        signInUrl: signInUrl(deps.config, request, project.name),
      }
    },
  ),
  memberRoute(
    {
      method: 'put',
      path,
      tag,
      summary: 'Connect the project to an OpenID provider',
      description:
        'The discovery document of the issuer is read before anything is stored. Without clientSecret the stored one is kept, unless the issuer changes.',
      ...access,
      body: SsoBody,
      response: SsoSettings,
      errors: { identity_provider_unusable: 'The issuer has no usable discovery document.' },
    },
    async ({ deps, request, project, person, body }) => {
      const before = await readConnection(deps.store.db, project)
      const encryptedSecret = chooseSealedSecret(deps, body, before)
      await checkProvider(deps, { ...body, clientSecret: encryptedSecret })
      const after = await deps.store.db
        .transaction()
        .execute(transaction =>
          setConnection(transaction, project.id, person, { ...body, encryptedSecret }),
        )
      return toSettings(after, deps, request)
    },
  ),
  memberRoute(
    {
      method: 'post',
      path: `${path}/test`,
      tag,
      summary: 'Test an OpenID provider',
      description:
        'Reads its discovery document and its keys, and tries the client and the redirect URI, as far as that is possible without a sign-in. Stores nothing. Without clientSecret the stored one is used, unless the issuer differs. At most 30 tests a minute per project.',
      ...access,
      body: ProviderTestBody,
      response: ProviderTest,
    },
    async ({ deps, request, project, body }) => {
      await countTest(deps, project)
      const before = await readConnection(deps.store.db, project)
      const clientSecret = chooseSealedSecret(deps, body, before)
      const client = toProviderClient(deps.secrets, { ...body, clientSecret })
      return testProvider(client, callbackUrl(deps.config, request))
    },
  ),
  memberRoute(
    {
      method: 'post',
      path: `${path}/excluded-people`,
      tag,
      summary: 'Find the members whose e-mail address is in none of these domains',
      description: 'They could not open the project once it requires single sign-on.',
      ...access,
      body: ExcludedPeopleBody,
      response: ExcludedPeople,
    },
    ({ deps, project, person, body }) =>
      findExcludedPeople(deps.store.db, project.id, { ...body, personId: person.id }),
  ),
  memberRoute(
    { method: 'delete', path, tag, summary: 'End the single sign-on', ...access, status: 204 },
    async ({ deps, project, person }) => {
      await deps.store.db
        .transaction()
        .execute(transaction => removeConnection(transaction, project.id, person))
      return undefined
    },
  ),
]

async function countTest({ limits }: Deps, { id }: { readonly id: number }): Promise<void> {
  const { isAllowed, resetMs } = await limits.hit('ssoTest', String(id))
  if (!isAllowed) throw new RateLimitedError(Math.max(1, Math.ceil(resetMs / 1000)))
}

/** A stored secret is never sent to another issuer than the one it was entered for. */
function chooseSealedSecret(
  { secrets }: Deps,
  { clientSecret, issuer }: Pick<SsoBody, 'clientSecret' | 'issuer'>,
  before: SsoConnection | undefined,
): string | null {
  if (clientSecret) return encryptClientSecret(secrets, clientSecret)
  return clientSecret === undefined && before?.issuer === issuer ? before.clientSecret : null
}

async function checkProvider(
  { secrets, log }: Deps,
  connection: Pick<SsoConnection, 'issuer' | 'clientId' | 'clientSecret'>,
): Promise<void> {
  const client = toProviderClient(secrets, connection)
  try {
    await discoverProvider(client)
  } catch (error) {
    log.info({ err: error }, 'cannot use the discovery document of an identity provider')
    throw new InvalidRequestError(
      `'issuer' cannot be used. ${explainDiscoveryError(error).message}`,
      'identity_provider_unusable',
    )
  }
}

function toSettings(connection: SsoConnection, deps: Deps, request: RequestInfo) {
  const { projectId, projectName, clientSecret, ...shown } = connection
  return {
    ...shown,
    allowedDomains: [...shown.allowedDomains],
    hasClientSecret: clientSecret !== null,
    redirectUri: callbackUrl(deps.config, request),
    signInUrl: signInUrl(deps.config, request, projectName),
  }
}
