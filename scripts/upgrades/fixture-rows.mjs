/**
 * The rows of an upgrade fixture, by the migration that made their tables or columns: a fixture of an earlier
 * migration level gets the sections up to it. Every table has rows; ids are given by the sequences of a new database,
 * in the order of these statements. A migration that adds a table or a column adds a section here.
 */

/** What the rows let a test sign in with. */
export const credentials = {
  email: 'ada@example.com',
  password: 'correct horse battery staple',
  session: `${'5e'.repeat(12)}.${'7d'.repeat(32)}`,
  apiToken: 'svc_uOg75LtMY11P_afhVxGaTOh7RTkglO6EjXFYUkShKqWoFeKfD79pwctI3J5UVb',
  personalToken: 'svcp_YQfggDUsE33V_qbmGUjvHu4I3RkoMLUSLmnOVjLt03ykJquzYV6g9vrP3FmZx1',
  environmentSecret: 'a1'.repeat(32),
}

const PASSWORD_HASH =
  'scrypt$32768$8$1$jwJ4iEtK5oa_BvcAslBRWw$YPbhEnZ7-FUuOgDJvpO9K6iw4PRLXWKb7ITOYO6f7J4'
const [sessionId, sessionSecret] = credentials.session.split('.')
const publicId = token => token.split('_')[1]
const json = value => `'${JSON.stringify(value).replaceAll("'", "''")}'`

/** A schema as an agent uploads it. */
const schema = {
  jsonapi: { version: '1.0' },
  meta: {
    liana: 'service-agent',
    liana_version: '1.0.0',
    liana_features: null,
    stack: { engine: 'nodejs', engine_version: '20.20.2' },
    schemaFileHash: 'a'.repeat(40),
  },
  data: [
    {
      type: 'collections',
      id: 'orders',
      attributes: { name: 'orders', fields: [{ field: 'id', type: 'Number' }], isReadOnly: false },
      relationships: {
        segments: { data: [] },
        actions: { data: [{ type: 'actions', id: 'orders-0-refund' }] },
      },
    },
  ],
  included: [
    {
      type: 'actions',
      id: 'orders-0-refund',
      attributes: { name: 'Refund', type: 'single', hooks: { load: false, change: [] } },
    },
  ],
}

const layout = { version: 1, navigation: { groups: [], hidden: ['orders'] }, collections: {} }

/** Encrypted values are made for each fixture, with the secret of its service. */
export const listSections = ({ encrypt }) => ({
  '001-tables': `
insert into users (email, username, first_name, last_name, password_hash, is_owner, created_at, disabled_at) values
  ('ada@example.com', 'ada', 'Ada', 'Lovelace', '${PASSWORD_HASH}', true, '2026-01-01T08:00Z', null),
  ('bob@example.com', 'bob', 'Bob', 'O''Neil — 鮑勃', '${PASSWORD_HASH}', false, '2026-01-02T08:00Z', null),
  ('eve@example.com', 'eve', 'Eve', 'Left', null, false, '2026-01-03T08:00Z', '2026-01-20T08:00Z');
insert into projects (name, created_at, deleted_at) values
  ('Shop', '2026-01-01T09:00Z', null), ('Former shop', '2026-01-01T09:01Z', '2026-01-04T09:00Z');
insert into sessions (public_id, secret_hash, user_id, method, sso_project_id, address, user_agent, created_at,
  last_seen_at, expires_at) values
  ('${sessionId}', sha256('${sessionSecret}'), 1, 'password', null, '127.0.0.1', 'Firefox', '2026-01-05T08:00Z',
    '2026-01-05T08:00Z', '2999-01-01Z'),
  ('${'0f'.repeat(12)}', sha256('gone'), 2, 'sso', 1, '::1', 'Chromium', '2026-01-05T08:00Z',
    '2026-01-05T08:00Z', '2026-01-06Z');
insert into personal_tokens (public_id, token_hash, user_id, name, created_at, last_used_at, expires_at, revoked_at) values
  ('${publicId(credentials.personalToken)}', sha256('${credentials.personalToken}'), 1, 'laptop', '2026-01-05T08:00Z',
    null, null, null),
  ('zzzzzzzzzzzz', sha256('revoked'), 2, 'lost', '2026-01-05T08:00Z', '2026-01-05T09:00Z', '2027-01-01Z', '2026-01-06Z');
insert into environments (project_id, name, kind, created_at, deleted_at) values
  (1, 'Production', 'production', '2026-01-01T09:00Z', null),
  (1, 'Development', 'development', '2026-01-01T09:00Z', null),
  (2, 'Production', 'production', '2026-01-01T09:01Z', '2026-01-04T09:00Z');
insert into environment_secrets (secret_hash, environment_id, created_at, expires_at) values
  (sha256('${credentials.environmentSecret}'), 1, '2026-01-01T09:00Z', null),
  (sha256('rotated'), 1, '2026-01-01T08:00Z', '2026-01-02Z');
insert into teams (project_id, name, created_at, deleted_at) values
  (1, 'Operations', '2026-01-01T09:00Z', null), (1, 'Left over', '2026-01-01T09:00Z', '2026-01-03T09:00Z');
insert into roles (project_id, name, created_at, deleted_at) values
  (1, 'Support', '2026-01-01T09:00Z', null), (1, 'Interns', '2026-01-01T09:00Z', '2026-01-03T09:00Z');
insert into members (project_id, user_id, permission_level, role_id, tags, created_at) values
  (1, 1, 'admin', 1, '{"region": "emea"}', '2026-01-01T09:00Z'), (1, 2, 'user', 1, '{}', '2026-01-02T09:00Z');
insert into team_members (project_id, team_id, user_id) values (1, 1, 1), (1, 1, 2);
insert into invitations (project_id, email, permission_level, role_id, team_ids, tags, token_hash, invited_by,
  created_at, expires_at, accepted_at, revoked_at) values
  (1, 'bob@example.com', 'user', 1, '{1}', '{}', sha256('accepted'), 1, '2026-01-01T10:00Z', '2026-01-08Z',
    '2026-01-02T08:00:30Z', null),
  (1, 'new@example.com', 'editor', 1, '{1}', '{"a": "b"}', sha256('open'), 1, '2026-01-05T10:00Z', '2999-01-01Z', null, null);
insert into role_rights (environment_id, role_id, rights, updated_at) values
  (1, 1, '{"collections": {"orders": {"browse": true, "read": true, "edit": true, "add": false, "delete": false, "export": true}}, "actions": {}}',
    '2026-01-05T10:00Z');
insert into scopes (environment_id, team_id, collection_name, condition, updated_at) values
  (1, 1, 'orders', '{"aggregator": "and", "conditions": [{"field": "id", "operator": "greater_than", "value": 0}]}',
    '2026-01-05T10:00Z');
insert into ip_rules (environment_id, is_enabled, rules) values (1, false, '[{"type": 0, "ip": "10.0.0.1"}]');
insert into approvals (environment_id, status, collection_name, action_name, record_ids, inputs, requester_id,
  team_id, created_at, expires_at, decided_by, decided_at, finished_at, failure) values
  (1, 'pending', 'orders', 'Refund', '{1}', '[]', 2, 1, '2026-01-06T08:00Z', '2999-01-01Z', null, null, null, null),
  (1, 'rejected', 'orders', 'Refund', '{2,3}', '[]', 2, 1, '2026-01-06T08:01Z', '2026-01-13Z', 1, '2026-01-06T09:00Z',
    '2026-01-06T09:00Z', null);
insert into approval_comments (environment_id, approval_id, user_id, comment, created_at) values
  (1, 2, 1, 'Not this one.', '2026-01-06T09:00Z');
insert into api_tokens (public_id, token_hash, project_id, user_id, name, scopes, created_at, last_used_at,
  expires_at, revoked_at, revoked_by) values
  ('${publicId(credentials.apiToken)}', sha256('${credentials.apiToken}'), 1, 1, 'SIEM', '{all}', '2026-01-05T08:00Z',
    null, null, null, null),
  ('yyyyyyyyyyyy', sha256('old'), 1, 1, 'old', '{notes:read}', '2026-01-05T08:00Z', '2026-01-05T09:00Z', '2027-01-01Z',
    '2026-01-06Z', 1);
insert into sso_connections (project_id, issuer, client_id, client_secret, allowed_domains, is_required,
  default_role_id, default_team_id, updated_at) values
  (1, 'https://sign-in.example.com', 'shop', '${encrypt('sso-client-secret', 'a client secret')}', '{example.com}',
    false, 1, 1, '2026-01-05T08:00Z');
insert into sso_identities (issuer, subject, project_id, user_id, created_at) values
  ('https://sign-in.example.com', 'subject-2', 1, 2, '2026-01-05T08:00Z');
insert into notes (environment_id, title, record_id, collection_name, team_id, user_id, created_at, updated_at,
  archived_at) values
  (1, 'Call back', '1', 'orders', 1, 1, '2026-01-06T08:00Z', '2026-01-06T08:05Z', null),
  (1, 'Paid — naïve 💶', '2', 'orders', 1, 2, '2026-01-06T09:00Z', '2026-01-07T09:00Z', '2026-01-07T09:00Z');
insert into note_messages (environment_id, note_id, content, user_id, created_at) values
  (1, 1, 'Who knows them?', 1, '2026-01-06T08:00Z'),
  (1, 1, 'I do, {{userId:1}}.', 2, '2026-01-06T08:05Z'),
  (1, 2, 'Done.', 2, '2026-01-06T09:00Z');
insert into note_mentions (environment_id, user_id, note_id, message_id, created_at, seen_at) values
  (1, 1, 1, 2, '2026-01-06T08:05Z', null), (1, 2, 1, 1, '2026-01-06T08:00Z', '2026-01-06T08:04Z');
insert into activity_log_keys (environment_id, key, created_at) values (1, 'agent-1', '2026-01-06T08:00Z');
insert into retention (owner_id, kind, days) values (1, 'activity_logs', 36500);
insert into log_archives (owner_id, kind, file_name, file_sha256, row_count, first_seq, last_seq, first_at, last_at,
  previous_hash, last_hash, created_at) values
  (3, 'activity_logs', 'activity_logs-3-1-2.ndjson.gz', sha256('file'), 2, 1, 2, '2025-12-01Z', '2025-12-02Z', '',
    sha256('second'), '2026-01-02T03:00Z');
insert into streams (owner_id, kind, last_seq, last_at, last_hash) values
  (3, 'activity_logs', 2, '2025-12-02Z', sha256('second')), (1, 'notes', 2, '2026-01-07T09:00Z', '');
insert into idempotency_keys (environment_id, token_id, key, request_hash, status, body, created_at) values
  (1, 1, 'once', sha256('request'), 201, '{"id": 1}', '2026-01-06T08:00Z');
insert into rate_limits (key, points, expire) values ('fixture', 1, 1767225600000);`,

  '002-agents': `
update environments set agent_url = 'https://agent.example.com' where id = 1;
insert into schemas (environment_id, hash, agent, agent_version, document, outline, updated_at) values
  (1, '${'a'.repeat(40)}', 'service-agent', '1.0.0', ${json(schema)}, '{"orders": ["Refund"]}', '2026-01-05T08:00Z');
insert into sql_segments (environment_id, team_id, collection_name, name, connection_name, query, updated_at) values
  (1, 1, 'orders', 'Paid', 'main', 'select id from orders where paid', '2026-01-05T08:00Z');
insert into charts (environment_id, team_id, name, definition, updated_at) values
  (1, 1, 'Orders', '{"type": "Smart"}', '2026-01-05T08:00Z');`,

  '003-sign-in-and-approvals': `
update approvals set status = 'executed', decided_by = 1, decided_at = '2026-01-06T09:00Z',
  claimed_at = '2026-01-06T09:01Z', finished_at = '2026-01-06T09:02Z' where id = 2;
insert into sign_in_clients (client_id, environment_id, agent_url, redirect_uri, is_pkce_required, created_at,
  last_used_at) values
  ('client-1', 1, 'https://agent.example.com', 'https://agent.example.com/callback', true, '2026-01-05T08:00Z',
    '2026-01-05T08:00Z');
insert into sign_in_codes (code_hash, client_id, user_id, rendering_id, scope, nonce, code_challenge, method,
  sso_project_id, signed_in_at, expires_at, used_at) values
  (sha256('code'), 'client-1', 1, 1, 'openid', 'nonce', 'challenge', 'password', null, '2026-01-05T08:00Z',
    '2026-01-05T08:01Z', '2026-01-05T08:00:30Z');
insert into access_tokens (public_id, token_hash, code_hash, environment_id, user_id, rendering_id, method,
  sso_project_id, created_at, expires_at, revoked_at) values
  ('xxxxxxxxxxxx', sha256('access'), sha256('code'), 1, 1, 1, 'password', null, '2026-01-05T08:00Z',
    '2026-01-05T09:00Z', null);`,

  '004-oauth': `
insert into oauth_clients (client_id, client_name, client_uri, logo_uri, redirect_uris, created_at, last_used_at) values
  ('program_1', 'Helper', 'https://helper.example.com', null, '{https://helper.example.com/callback}',
    '2026-01-05T08:00Z', '2026-01-05T08:30Z');
insert into oauth_grants (environment_id, user_id, rendering_id, client_id, client_name, scopes, resource, method,
  sso_project_id, created_at, last_used_at, expires_at, ended_at, end_reason) values
  (1, 1, 1, 'program_1', 'Helper', '{mcp:read}', 'https://agent.example.com/mcp', 'password', null,
    '2026-01-05T08:00Z', '2026-01-05T08:30Z', '2999-01-01Z', null, null),
  (1, 2, 1, 'program_1', 'Helper', '{mcp:read,mcp:write}', null, 'sso', 1, '2026-01-05T08:00Z', '2026-01-05T08:30Z',
    '2026-02-01Z', '2026-01-10Z', 'revoked');
insert into oauth_codes (code_hash, client_id, redirect_uri, code_challenge, environment_id, user_id, rendering_id,
  scopes, resource, method, sso_project_id, expires_at, used_at, grant_id) values
  (sha256('oauth code'), 'program_1', 'https://helper.example.com/callback', 'challenge', 1, 1, 1, '{mcp:read}', null,
    'password', null, '2026-01-05T08:01Z', '2026-01-05T08:00:30Z', 1);
insert into oauth_refresh_tokens (token_hash, grant_id, expires_at, used_at) values
  (sha256('refresh'), 1, '2999-01-01Z', null);`,

  '005-jobs': `
insert into jobs (project_id, kind, parameters, timeout_seconds, status, progress, exit_code, result, created_by,
  idempotency_key, created_at, started_at, finished_at, deadline) values
  (1, 'verify-logs', '{}', 60, 'succeeded', '{"done": 3}', 0, '{"isIntact": true}', 1, 'job-1', '2026-01-05T08:00Z',
    '2026-01-05T08:00:01Z', '2026-01-05T08:00:02Z', '2026-01-05T08:01Z');`,

  '007-refresh-retries': `update oauth_refresh_tokens set successor = 'sealed', retries = 1;`,

  '008-environment-rights': `update environments set rights = 'open', owner_id = 1 where id = 2;`,

  '009-unverified-accounts': `
update users set unverified_in_project_id = 1 where id = 2;
update invitations set is_mailed = true where id = 2;`,

  '010-session-versions': `update users set session_version = 3 where id = 2;`,

  '011-customizations': `
insert into customizations (environment_id, actions) values (1, '[]');`,

  '012-agent-codes': `
insert into agent_codes (code_hash, client_id, code_challenge, environment_id, rendering_id, user_id, session_id,
  expires_at, used_at, opened_at) values
  (sha256('agent code'), 'panel', 'challenge', 1, 1, 1, '${sessionId}', '2026-01-05T08:01Z', '2026-01-05T08:00:10Z',
    '2026-01-05T08:00:11Z');`,

  '013-panel': `
insert into layouts (environment_id, team_id, layout, updated_at, updated_by) values
  (1, 1, ${json(layout)}, '2026-01-07T08:00Z', 1);
insert into views (environment_id, team_id, collection_name, name, icon, is_shared, owner_id, position, state,
  updated_at) values
  (1, 1, 'orders', 'Mine', null, false, 1, 1, '{}', '2026-01-07T08:00Z'),
  (1, 1, 'orders', 'Ours', 'star', true, 2, 1, '{}', '2026-01-07T08:00Z');
insert into preferences (user_id, sso_project_id, preferences, updated_at) values (1, 0, '{}', '2026-01-07T08:00Z');
insert into welcome_links (token_hash, user_id, created_at, expires_at, used_at) values
  (sha256('welcome'), 1, '2026-01-01T08:00Z', '2026-01-01T08:10Z', '2026-01-01T08:01Z');`,

  '014-message-changes': `
update note_messages set edited_at = '2026-01-06T08:06Z' where id = 2;
update note_messages set content = '', deleted_at = '2026-01-06T10:00Z' where id = 3;`,

  '016-layout-versions': `
insert into layout_versions (environment_id, team_id, version, layout, patch, created_at, created_by) values
  (1, 1, 1, ${json(layout)}, ${json([{ op: 'replace', path: '', value: layout }])}, '2026-01-07T08:00Z', 1);`,

  '019-dashboards': `
insert into dashboards (environment_id, team_id, name, position, content, updated_at, updated_by) values
  (1, 1, 'Today', 1, '{"cards": []}', '2026-01-08T08:00Z', 1);
update charts set display = '{}';`,

  '020-two-factors': `
insert into totp_keys (user_id, encrypted_key, created_at, confirmed_at, last_step) values
  (2, '${encrypt('totp key', 'JBSWY3DPEHPK3PXP')}', '2026-01-08T08:00Z', '2026-01-08T08:01Z', 58930000);
insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_synced, created_at,
  last_used_at) values
  (2, 'credential', '\\x0102', 4, '{internal}', 'Phone', true, '2026-01-08T08:00Z', '2026-01-09T08:00Z');
insert into recovery_codes (user_id, code_hash, used_at) values (2, 'first', null), (2, 'second', '2026-01-09T08:00Z');
insert into used_challenges (challenge_hash, expires_at) values (sha256('challenge'), '2026-01-08T08:05Z');
insert into security_events (user_id, created_at, kind, details, address, user_agent) values
  (2, '2026-01-08T08:01Z', 'totp-added', '{}', '127.0.0.1', 'Firefox');
update projects set requires_two_factors = true where id = 2;
update sessions set has_two_factors = true, confirmed_at = '2026-01-05T08:00Z' where user_id = 2;
insert into sessions (public_id, secret_hash, user_id, method, address, user_agent, created_at, last_seen_at,
  expires_at, has_two_factors) values
  ('${'1e'.repeat(12)}', sha256('passkey'), 2, 'passkey', '127.0.0.1', 'Safari', '2026-01-08T08:00Z',
    '2026-01-08T08:00Z', '2026-01-09Z', true);`,

  '021-mail': `
insert into account_links (token_hash, user_id, kind, email, created_by, project_id, created_at, expires_at, used_at) values
  (sha256('link'), 2, 'password', 'bob@example.com', 1, 1, '2026-01-09T08:00Z', '2026-01-09T09:00Z', null);
insert into mail_settings (user_id, mentions, approvals, decisions) values (1, true, true, false);
insert into mail_queue (user_id, kind, key, environment_id, subject_id, recipient, attempts, created_at, next_at,
  done_at, outcome) values
  (1, 'mention', 'mention-2', 1, 2, null, 1, '2026-01-09T08:00Z', '2026-01-09T08:05Z', '2026-01-09T08:05Z', 'sent');`,

  '022-view-as-role': `
update agent_codes set preview_role_id = 1, preview_seconds = 600;`,

  '023-agent-state': `
insert into agent_streams (environment_id, instance, seen_at, connected_until) values
  (1, 'instance-1', '2026-01-09T08:00Z', '2026-01-09T08:01Z');
update schemas set stack = '{"engine": "nodejs", "engineVersion": "20.20.2"}';`,
})

/** Entries of the activity log of environment 1; each has the columns of one migration more than the one before. */
export const activityEntries = [
  { type: 'read', action: 'index', collection_name: 'orders' },
  {
    type: 'write',
    action: 'update',
    label: 'Refund (failed)',
    record_ids: ['1', '2'],
    collection_name: 'orders',
    workflow: { id: 7, name: 'Refunds' },
  },
  {
    since: '006-occurred-at',
    type: 'read',
    action: 'search',
    label: 'naïve — 鮑勃',
    collection_name: 'orders',
    occurred_at: '2026-01-05T23:59:58.000000Z',
  },
  {
    since: '018-record-activity',
    type: 'write',
    action: 'update',
    record_ids: ['1'],
    collection_name: 'orders',
    correlation_key: 'request-1',
  },
  {
    since: '022-view-as-role',
    type: 'read',
    action: 'index',
    collection_name: 'orders',
    viewed_as_role: 'Support',
  },
]

/** Entries of the admin log of project 1. */
export const adminEntries = [
  { type: 'initial', resource: 'project', initiator: 'service', new_value: { name: 'Shop' } },
  {
    type: 'update',
    resource: 'role',
    initiator: 'administrator',
    previous_value: { name: 'Help' },
    new_value: { name: 'Support' },
  },
]
