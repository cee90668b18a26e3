import { sql } from 'kysely'

/**
 * Whether a row of `environment_secrets` is valid for a row of `environments`: it has not expired, and the
 * owner of a development environment is still a developer.
 */
export const isSecretWorking = sql<boolean>`(
  (environment_secrets.expires_at is null or environment_secrets.expires_at > clock_timestamp())
  and (environments.owner_id is null or exists (
    select from members join users on users.id = members.user_id
    where members.project_id = environments.project_id
      and members.user_id = environments.owner_id
      and members.permission_level in ('developer', 'admin')
      and users.disabled_at is null)))`
