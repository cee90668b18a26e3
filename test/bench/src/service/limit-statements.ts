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
