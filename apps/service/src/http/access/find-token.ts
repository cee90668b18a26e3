import { sql } from 'kysely'
import type { Deps } from '../../deps.js'
import { ForbiddenError, NotFoundError, UnauthorizedError } from '../../errors.js'
import { matchesHash, parseToken } from '../../secrets/token-format.js'
import type { RequestInfo } from '../request-info.js'
import { readBearerToken } from './bearer.js'
import type { Environment, Project, TokenBearer } from './callers.js'
import { checkAddress } from './check-address.js'
import { countRequest } from './count-request.js'
import { countGuess, refuseGuessedTokens } from './refuse-guesses.js'
import { readTokenRow, type TokenRow } from './token-row.js'
import type { TokenScope } from './token-scopes.js'

export interface TokenAccess {
  readonly token: TokenBearer
  readonly project: Project
  readonly environment?: Environment
}

/**
 * Authorizes a request of the public API: first the token, then its rate limit, the project, the scope, the
 * environment and its IP rules. The token is read at every request, so a revocation takes effect immediately
 * on every instance.
 */
export async function findToken(
  deps: Deps,
  request: RequestInfo,
  params: Readonly<Record<string, string>>,
  scope: TokenScope,
  headers: Record<string, string | string[]>,
): Promise<TokenAccess> {
  const row = await readToken(deps, request, params.environmentName ?? '')
  await countRequest(deps, String(row.id), headers)
  if (row.project_name !== params.projectName) {
    throw new ForbiddenError('The token has no access to this project.')
  }
  if (row.permission_level !== 'admin') {
    throw new ForbiddenError(
      'The person who created this token is no longer an Admin of the project.',
    )
  }
  const scopes = row.scopes as TokenScope[]
  if (!scopes.includes('all') && !scopes.includes(scope)) {
    throw new ForbiddenError(`The token lacks the scope '${scope}'.`)
  }
  if ('environmentName' in params && row.environment_id === null) {
    throw new NotFoundError(`There is no environment '${params.environmentName}' in this project.`)
  }
  checkAddress(row.ip_rules, request.address, deps.config)
  return {
    token: { id: row.id, scopes, userId: row.user_id },
    project: { id: row.project_id, name: row.project_name },
    environment: toEnvironment(row),
  }
}

function toEnvironment({ environment_id: id, environment_name: name, kind }: TokenRow) {
  return id === null || name === null || kind === null ? undefined : { id, name, kind }
}

async function readToken(deps: Deps, request: RequestInfo, environmentName: string) {
  const bearer = readBearerToken(request)
  if (bearer === undefined) throw new UnauthorizedError('Invalid or missing token')
  const publicId = parseToken('svc', bearer)
  if (publicId === undefined) throw new UnauthorizedError('Invalid or missing token')
  await refuseGuessedTokens(deps, request, bearer)
  const row = await readTokenRow(deps.store.db, publicId, environmentName)
  if (!row || !matchesHash(bearer, row.token_hash) || row.is_revoked) {
    await countGuess(deps, request)
    throw new UnauthorizedError('Invalid or missing token')
  }
  if (row.is_expired) throw new UnauthorizedError('Token has expired')
  if (row.is_use_due) noteUse(deps, row.id)
  return row
}

/** Stores the last use, at most once a minute across all instances. The request does not wait for it. */
function noteUse({ store, log }: Deps, id: number): void {
  store.db
    .updateTable('api_tokens')
    .set({ last_used_at: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(last_used_at < clock_timestamp() - interval '1 minute', true)`)
    .execute()
    .catch(error => log.warn({ err: error }, 'cannot store the last use of a token'))
}
