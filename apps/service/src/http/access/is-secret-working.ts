import { sql } from 'kysely'

/**
 * Whether a row of `environment_secrets` lets the agent of a row of `environments` in: it was not
 * replaced, and the developer whose own environment it is still is one.
 */
export const isSecretWorking = sql<boolean>`(
  (environment_secrets.expires_at is null or environment_secrets.expires_at > clock_timestamp())
  and (environments.owner_id is null or exists (
    select from members join users on users.id = members.user_id
    where members.project_id = environments.project_id
      and members.user_id = environments.owner_id
      and members.permission_level in ('developer', 'admin')
      and users.disabled_at is null)))`
