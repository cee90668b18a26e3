import { type Kysely, sql } from 'kysely'

/**
 * Notifications for people: ids only, in payloads far below the 8,000 bytes at which `pg_notify` would fail.
 * Identical ones of a transaction are delivered once. Nothing is stored: a browser that reconnects loads again.
 */
const functions = `
create function tell_people(event text, ids jsonb)
returns void language plpgsql set search_path from current as $$
begin
  perform pg_notify('service_people',
    jsonb_strip_nulls(ids || jsonb_build_object('event', event))::text);
end $$;

-- Says nothing of a deleted environment.
create function tell_people_of_environment(event text, environment bigint, team bigint, ids jsonb)
returns void language plpgsql set search_path from current as $$
begin
  perform tell_people(event, ids || jsonb_build_object(
    'projectId', project_id,
    'environmentId', environment,
    'teamId', team,
    'renderingId', (
      select id from renderings where environment_id = environment and team_id = team)))
    from environments where id = environment and deleted_at is null;
end $$;

-- Long names are left out.
create function short_name(name text)
returns text language sql immutable as $$
  select case when octet_length(name) <= 300 then name end
$$;

-- The argument of the next two is the event to send.
create function tell_people_of_team_content() returns trigger
language plpgsql set search_path from current as $$
begin
  perform tell_people_of_environment(tg_argv[0], coalesce(new.environment_id, old.environment_id),
    coalesce(new.team_id, old.team_id), '{}');
  return null;
end $$;

create function tell_people_of_environment_content() returns trigger
language plpgsql set search_path from current as $$
begin
  perform tell_people_of_environment(
    tg_argv[0], coalesce(new.environment_id, old.environment_id), null, '{}');
  return null;
end $$;

create function tell_people_of_view(environment bigint, team bigint, collection text, owner bigint)
returns void language plpgsql set search_path from current as $$
begin
  perform tell_people_of_environment('views', environment, team,
    jsonb_build_object('collectionName', short_name(collection), 'userId', owner));
end $$;

-- A private view concerns its owner. A view that is unshared concerns the team, too.
create function tell_people_of_views() returns trigger
language plpgsql set search_path from current as $$
begin
  if tg_op <> 'INSERT' then
    perform tell_people_of_view(old.environment_id, old.team_id, old.collection_name,
      case when not old.is_shared then old.owner_id end);
  end if;
  if tg_op <> 'DELETE' then
    perform tell_people_of_view(new.environment_id, new.team_id, new.collection_name,
      case when not new.is_shared then new.owner_id end);
  end if;
  return null;
end $$;

create function tell_people_of_note() returns trigger
language plpgsql set search_path from current as $$
declare
  note bigint;
begin
  if tg_table_name = 'notes' then note := new.id; else note := new.note_id; end if;
  perform tell_people_of_environment('notes', environment_id, null, jsonb_build_object(
    'noteId', id,
    'collectionName', short_name(collection_name),
    'recordId', short_name(record_id)))
    from notes where environment_id = new.environment_id and id = note;
  return null;
end $$;

create function tell_mentioned_person() returns trigger
language plpgsql set search_path from current as $$
begin
  perform tell_people_of_environment('mentions', coalesce(new.environment_id, old.environment_id),
    null, jsonb_build_object('userId', coalesce(new.user_id, old.user_id)));
  return null;
end $$;

create function tell_people_of_approval() returns trigger
language plpgsql set search_path from current as $$
begin
  perform tell_people_of_environment('approvals', new.environment_id, null,
    jsonb_build_object('approvalId', new.id));
  return null;
end $$;

create function tell_people_of_approval_comment() returns trigger
language plpgsql set search_path from current as $$
begin
  perform tell_people_of_environment('approvals', new.environment_id, null,
    jsonb_build_object('approvalId', new.approval_id));
  return null;
end $$;

create function tell_people_of_role() returns trigger
language plpgsql set search_path from current as $$
begin
  perform tell_people_of_environment('rights', coalesce(new.environment_id, old.environment_id),
    null, jsonb_build_object('roleId', coalesce(new.role_id, old.role_id)));
  return null;
end $$;

create function tell_member() returns trigger
language plpgsql set search_path from current as $$
begin
  perform tell_people('rights', jsonb_build_object(
    'projectId', coalesce(new.project_id, old.project_id),
    'userId', coalesce(new.user_id, old.user_id)));
  return null;
end $$;

create function tell_people_of_team() returns trigger
language plpgsql set search_path from current as $$
begin
  perform tell_people('rights',
    jsonb_build_object('projectId', new.project_id, 'teamId', new.id));
  return null;
end $$;

create function tell_people_of_project() returns trigger
language plpgsql set search_path from current as $$
begin
  perform tell_people('rights', jsonb_build_object('projectId', new.id));
  return null;
end $$;

create function tell_people_of_project_content() returns trigger
language plpgsql set search_path from current as $$
begin
  perform tell_people('rights',
    jsonb_build_object('projectId', coalesce(new.project_id, old.project_id)));
  return null;
end $$;

create function tell_user() returns trigger
language plpgsql set search_path from current as $$
begin
  perform tell_people('rights', jsonb_build_object('userId', new.id));
  return null;
end $$;

create function tell_session() returns trigger
language plpgsql set search_path from current as $$
begin
  perform tell_people('session', jsonb_build_object('sessionId', old.public_id));
  return null;
end $$;
`

/** One row per trigger: the change, the table, what it calls, and its condition. */
const triggers: readonly (readonly [
  change: string,
  table: string,
  call: string,
  condition?: string,
])[] = [
  ['insert or update or delete', 'layouts', `tell_people_of_team_content('layout')`],
  ['insert or update or delete', 'charts', `tell_people_of_team_content('dashboards')`],
  ['insert or update or delete', 'scopes', `tell_people_of_team_content('rights')`],
  ['insert or update or delete', 'sql_segments', `tell_people_of_team_content('rights')`],
  ['insert or update or delete', 'schemas', `tell_people_of_environment_content('rights')`],
  ['insert or update or delete', 'views', 'tell_people_of_views()'],
  ['insert or update', 'notes', 'tell_people_of_note()'],
  ['insert or update', 'note_messages', 'tell_people_of_note()'],
  ['insert or update or delete', 'note_mentions', 'tell_mentioned_person()'],
  ['insert or update', 'approvals', 'tell_people_of_approval()'],
  ['insert', 'approval_comments', 'tell_people_of_approval_comment()'],
  ['insert or update or delete', 'role_rights', 'tell_people_of_role()'],
  ['insert or update or delete', 'members', 'tell_member()'],
  ['insert or update or delete', 'team_members', 'tell_member()'],
  ['update of name, deleted_at', 'teams', 'tell_people_of_team()'],
  ['update of name, deleted_at', 'projects', 'tell_people_of_project()'],
  [
    'insert or update of name, kind, rights, agent_url, deleted_at',
    'environments',
    'tell_people_of_project_content()',
  ],
  ['insert or update or delete', 'sso_connections', 'tell_people_of_project_content()'],
  ['update of email, first_name, last_name, disabled_at', 'users', 'tell_user()'],
  // Sessions that have expired are known to have ended; they are deleted later.
  [
    'delete or update of expires_at',
    'sessions',
    'tell_session()',
    'old.expires_at > clock_timestamp()',
  ],
]

const statements = triggers
  .map(
    ([change, table, call, condition = 'true']) => `
create trigger ${call.replace(/\W.*/, '')} after ${change} on ${table}
  for each row when (${condition}) execute function ${call};`,
  )
  .join('')

/** Adds the notifications that the event streams of people are made of. */
export async function addLiveNews(db: Kysely<unknown>): Promise<void> {
  await sql.raw(functions + statements).execute(db)
}
