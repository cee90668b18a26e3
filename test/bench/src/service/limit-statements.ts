/** Who sends a request: the token, its project and the environment of the path. */
export const tokenStatement = `
  select t.id, t.token_hash, t.scopes, m.permission_level, e.id as environment_id
  from api_tokens t
  join projects p on p.id = t.project_id and p.deleted_at is null
  join users u on u.id = t.user_id and u.disabled_at is null
  left join members m on m.project_id = t.project_id and m.user_id = t.user_id
  left join environments e on e.project_id = p.id and e.name = $2 and e.deleted_at is null
  where t.public_id = $1 and t.revoked_at is null
    and coalesce(t.expires_at > clock_timestamp(), true)`

/** One more request in the minute of a token. */
export const countStatement = `
  insert into rate_limits as counter (key, points, expire) values ($1, 1, $2)
  on conflict (key) do update set
    points = case when counter.expire <= $3 then 1 else counter.points + 1 end,
    expire = case when counter.expire <= $3 then $2 else counter.expire end
  returning points, expire`

/** A page of notes with people, team and messages: what the service asks for. */
export const listStatement = `
  select note.id, title, record_id, collection_name, note.created_at, updated_at, archived_at,
    author.id as user_id, author.username, author.email, team.name as team_name, messages
  from (
    select * from notes where environment_id = $1 and created_at < $2
    order by created_at desc limit $3
  ) note
  join users author on author.id = note.user_id
  join teams team on team.id = note.team_id
  left join lateral (
    select json_agg(json_build_array(
      content, message.created_at::text, writer.id, writer.username, writer.email
    ) order by message.id) as messages
    from note_messages message
    join users writer on writer.id = message.user_id
    where message.environment_id = $1 and message.note_id = note.id
  ) thread on true
  order by note.created_at desc`

/** Tables like those of the activity log, with its indexes, for the limit alone. */
export const makeLimitTables: readonly string[] = [
  'drop table if exists limit_logs, limit_log_keys',
  'create table limit_logs (like activity_logs including all)',
  'create table limit_log_keys (like activity_log_keys including all)',
]

/** A batch of the activity log with its keys, by an array per column. */
export const insertEntriesStatement = `
  with keys as (
    insert into limit_log_keys (environment_id, key, created_at)
    select 1, key, now() from unnest($13::text[]) key)
  insert into limit_logs (environment_id, created_at, seq, type, action, record_ids, user_id, username,
    user_email, team_name, collection_name, occurred_at, hash)
  select 1, created_at, $2::bigint + position - 1, type, action, record_ids::text[], user_id, username,
    user_email, team_name, collection_name, occurred_at,
    substring($12::bytea from (position::int - 1) * 32 + 1 for 32)
  from unnest($1::timestamptz[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[],
    $8::text[], $9::text[], $10::text[], $11::timestamptz[]) with ordinality
    as entry (created_at, type, action, record_ids, user_id, username, user_email, team_name,
      collection_name, occurred_at, position)`
