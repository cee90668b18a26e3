import type { Deps } from '../../deps.js'
import { ForbiddenError } from '../../errors.js'
import type { RequestInfo } from '../../http/request-info.js'
import { openSession } from '../sessions/open-session.js'
import { admitIdentity } from './admit-identity.js'
import type { Attempt } from './attempt.js'
import { type Identity, readIdentity } from './read-identity.js'
import { readConnection, type SsoConnection, toProviderClient } from './sso-connection.js'
import { noConnection } from './write-connection.js'

/** Opens a session for the person the provider authenticated; returns its cookie. */
export async function finishSignIn(
  deps: Deps,
  request: RequestInfo,
  attempt: Attempt,
): Promise<string> {
  const { store, secrets, config } = deps
  const connection = await readConnection(store.db, { id: attempt.projectId })
  if (!connection) throw noConnection()
  const identity = await readIdentity(
    toProviderClient(secrets, connection),
    attempt,
    request.url.search,
  )
  checkDomain(identity, connection)
  return store.db.transaction().execute(async transaction => {
    const userId = await admitIdentity(transaction, connection, identity)
    const ssoProjectId = connection.projectId
    const session = { userId, method: 'sso', ssoProjectId, request, config } as const
    const { cookie } = await openSession(transaction, session)
    return cookie
  })
}

function checkDomain({ email }: Identity, { allowedDomains }: SsoConnection): void {
  if (allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1))) return
  throw new ForbiddenError(
    'This project does not allow the domain of your e-mail address.',
    'sso_domain_not_allowed',
  )
}
