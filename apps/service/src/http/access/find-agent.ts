import type { Deps } from '../../deps.js'
import { UnauthorizedError } from '../../errors.js'
import { hashSecret } from '../../secrets/token-format.js'
import { readHeader } from '../aliases.js'
import type { RequestInfo } from '../request-info.js'
import { readBearerToken } from './bearer.js'
import type { Environment, Project } from './callers.js'
import { activeIpRules, checkAddress } from './check-address.js'
import { isSecretWorking } from './is-secret-working.js'

/** The header with the secret of an environment. */
export const ENVIRONMENT_SECRET_HEADER = 'service-secret-key'

/**
 * Finds the environment of an agent by its secret. During a rotation the previous secret works too. Some
 * routes also accept the secret as a bearer token, as in OAuth.
 */
export async function findAgent(
  { store, config }: Deps,
  request: RequestInfo,
  takesBearer = false,
): Promise<{ readonly project: Project; readonly environment: Environment }> {
  const secret =
    readHeader(request, ENVIRONMENT_SECRET_HEADER) ??
    (takesBearer ? readBearerToken(request) : undefined)
  if (secret === undefined) {
    throw new UnauthorizedError(`Send the environment's secret in '${ENVIRONMENT_SECRET_HEADER}'.`)
  }
  const row = await store.db
    .selectFrom('environment_secrets')
    .innerJoin('environments', 'environments.id', 'environment_secrets.environment_id')
    .innerJoin('projects', 'projects.id', 'environments.project_id')
    .leftJoin('ip_rules', 'ip_rules.environment_id', 'environments.id')
    .select([
      'environments.id',
      'environments.name',
      'environments.kind',
      'projects.id as project_id',
      'projects.name as project_name',
      'environments.deleted_at',
      'projects.deleted_at as project_deleted_at',
      activeIpRules,
    ])
    .where('environment_secrets.secret_hash', '=', hashSecret(secret))
    .where(isSecretWorking)
    .executeTakeFirst()
  if (!row) throw new UnauthorizedError('The environment secret is unknown or no longer valid.')
  if (row.deleted_at ?? row.project_deleted_at) {
    throw new UnauthorizedError('The environment was deleted.', 'environment_deleted')
  }
  checkAddress(row.ip_rules, request.address, config)
  return {
    project: { id: row.project_id, name: row.project_name },
    environment: { id: row.id, name: row.name, kind: row.kind },
  }
}
