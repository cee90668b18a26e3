import { CompiledQuery, type Kysely } from 'kysely'
import type { Database, PermissionLevel } from '../../store/schema.js'
import type { Environment } from './callers.js'

/** A token with everything that decides what it may do. */
export interface TokenRow {
  readonly id: number
  readonly token_hash: Buffer
  readonly scopes: readonly string[]
  readonly user_id: number
  readonly is_revoked: boolean
  readonly is_expired: boolean
  /** True when the last use was stored a minute ago or more. */
  readonly is_use_due: boolean
  readonly project_id: number
  readonly project_name: string
  /** The level of the token's owner in the project; null when they are no longer a member. */
  readonly permission_level: PermissionLevel | null
  readonly environment_id: number | null
  readonly environment_name: string | null
  readonly kind: Environment['kind'] | null
  readonly ip_rules: string | null
}

/** Raw SQL, because every request of the public API runs it. */
const STATEMENT = `
  select token.id, token.token_hash, token.scopes, token.user_id,
    token.revoked_at is not null as is_revoked,
    coalesce(token.expires_at <= clock_timestamp(), false) as is_expired,
    coalesce(token.last_used_at < clock_timestamp() - interval '1 minute', true) as is_use_due,
    project.id as project_id, project.name as project_name, member.permission_level,
    environment.id as environment_id, environment.name as environment_name, environment.kind,
    case when ip_rules.is_enabled then ip_rules.rules::text end as ip_rules
  from api_tokens token
  join projects project on project.id = token.project_id
  join users owner on owner.id = token.user_id
  left join members member
    on member.project_id = token.project_id and member.user_id = token.user_id
  left join environments environment
    on environment.project_id = token.project_id and environment.name = $2
    and environment.deleted_at is null
  left join ip_rules on ip_rules.environment_id = environment.id
  where token.public_id = $1 and project.deleted_at is null and owner.disabled_at is null`

/** Reads a token, its project and, if it exists, the environment of this name. */
export async function readTokenRow(
  db: Kysely<Database>,
  publicId: string,
  environmentName: string,
): Promise<TokenRow | undefined> {
  // PostgreSQL cannot store NUL, so a name that contains it does not exist.
  const name = environmentName.includes('\0') ? '' : environmentName
  const { rows } = await db.executeQuery<TokenRow>(CompiledQuery.raw(STATEMENT, [publicId, name]))
  return rows[0]
}
