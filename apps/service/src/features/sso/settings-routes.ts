import type { Deps } from '../../deps.js'
import { InvalidRequestError } from '../../errors.js'
import type { RequestInfo } from '../../http/request-info.js'
import { memberRoute, type Route } from '../../http/route.js'
import { discoverProvider } from './open-provider.js'
import { describeDiscoveryError } from './provider-failure.js'
import { callbackUrl, signInUrl } from './sso-addresses.js'
import {
  encryptClientSecret,
  readConnection,
  type SsoConnection,
  toProviderClient,
} from './sso-connection.js'
import { SsoBody, SsoSettings } from './sso-settings.js'
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
    { method: 'delete', path, tag, summary: 'End the single sign-on', ...access, status: 204 },
    async ({ deps, project, person }) => {
      await deps.store.db
        .transaction()
        .execute(transaction => removeConnection(transaction, project.id, person))
      return undefined
    },
  ),
]

/** A stored secret is never sent to another issuer than the one it was entered for. */
function chooseSealedSecret(
  { secrets }: Deps,
  { clientSecret, issuer }: SsoBody,
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
      `'issuer' cannot be used. ${describeDiscoveryError(error)}`,
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
