import type {
  ChartDisplay,
  DashboardContent,
  Layout,
  PatchOperation,
  Preferences,
  ViewState,
} from '@service/protocol'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Instant } from './instant.js'

/** Columns that PostgreSQL fills in. */
type Stamp = ColumnType<Instant, Instant | undefined, Instant>
type Json<T> = ColumnType<T, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>
type OptionalInstant = ColumnType<Instant | null, Instant | null | undefined, Instant | null>

/** From the lowest to the highest level. */
export const permissionLevels = ['user', 'manager', 'editor', 'developer', 'admin'] as const
export type PermissionLevel = (typeof permissionLevels)[number]

/** Whether a level is at least another one. */
export const hasLevel = (own: PermissionLevel, needed: PermissionLevel): boolean =>
  permissionLevels.indexOf(own) >= permissionLevels.indexOf(needed)

/** The values that scopes can use as `currentUser.tags.…`. */
export type Tags = Readonly<Record<string, string>>

interface UsersTable {
  id: Generated<number>
  email: string
  username: string
  first_name: string
  last_name: string
  /** Null for people who only sign in through SSO. */
  password_hash: string | null
  /** May create projects. The first administrator is an owner. */
  is_owner: boolean
  created_at: Stamp
  disabled_at: OptionalInstant
  /**
   * Set while the e-mail address is unverified: the project the account was created in, which is the only one
   * that may have it as a member.
   */
  unverified_in_project_id: ColumnType<number | null, number | null | undefined, number | null>
  /** Increased to end all sessions that agents opened for the person. */
  session_version: Generated<number>
}

interface SessionsTable {
  public_id: string
  secret_hash: Buffer
  user_id: number
  method: 'password' | 'passkey' | 'sso'
  /** The project whose identity provider authenticated the person. */
  sso_project_id: number | null
  /** Whether the person proved two factors in this session. */
  has_two_factors: Generated<boolean>
  address: string
  user_agent: string
  created_at: Stamp
  last_seen_at: Stamp
  expires_at: Instant
  /** When the person gave their password again; null: only when they signed in. */
  confirmed_at: OptionalInstant
}

/** The key that an authenticator app of a person shares with the service. */
interface TotpKeysTable {
  user_id: number
  encrypted_key: string
  created_at: Stamp
  /** Null until the person entered a first code: before that, it is no second factor. */
  confirmed_at: OptionalInstant
  /** The time step of the last accepted code. */
  last_step: ColumnType<number | null, number | null | undefined, number | null>
}

interface PasskeysTable {
  id: Generated<number>
  user_id: number
  credential_id: string
  public_key: Buffer
  /** How often the authenticator says it was used; always 0 for many of them. */
  counter: number
  transports: string[]
  name: string
  /** Whether the passkey may be on several devices. */
  is_synced: boolean
  created_at: Stamp
  last_used_at: OptionalInstant
}

interface RecoveryCodesTable {
  user_id: number
  /** Keyed with the secret of the installation. */
  code_hash: string
  used_at: OptionalInstant
}

/** The challenges of passkeys that were answered. */
interface UsedChallengesTable {
  challenge_hash: Buffer
  expires_at: Instant
}

interface SecurityEventsTable {
  user_id: number
  id: Generated<number>
  created_at: Stamp
  kind: string
  details: Json<Readonly<Record<string, unknown>>>
  address: string | null
  user_agent: string | null
}

interface PersonalTokensTable {
  id: Generated<number>
  public_id: string
  token_hash: Buffer
  user_id: number
  name: string
  /** Whether the session that created it had proved two factors. */
  has_two_factors: Generated<boolean>
  created_at: Stamp
  last_used_at: OptionalInstant
  expires_at: OptionalInstant
  revoked_at: OptionalInstant
}

interface ProjectsTable {
  id: Generated<number>
  name: string
  requires_two_factors: Generated<boolean>
  created_at: Stamp
  deleted_at: OptionalInstant
}

interface EnvironmentsTable {
  id: Generated<number>
  project_id: number
  name: string
  kind: 'production' | 'staging' | 'development'
  /** `open`: everyone who may sign in may do everything. */
  rights: ColumnType<'enforced' | 'open', 'enforced' | 'open' | undefined, 'enforced' | 'open'>
  /** The developer who owns the environment; only for development environments. */
  owner_id: ColumnType<number | null, number | null | undefined, number | null>
  /** The URL at which browsers reach the agent. */
  agent_url: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Stamp
  deleted_at: OptionalInstant
}

interface EnvironmentSecretsTable {
  secret_hash: Buffer
  environment_id: number
  created_at: Stamp
  /** Set when a newer secret has replaced this one: it works until then. */
  expires_at: OptionalInstant
}

interface TeamsTable {
  id: Generated<number>
  project_id: number
  name: string
  created_at: Stamp
  deleted_at: OptionalInstant
}

interface RolesTable {
  id: Generated<number>
  project_id: number
  name: string
  created_at: Stamp
  deleted_at: OptionalInstant
}

interface MembersTable {
  project_id: number
  user_id: number
  permission_level: PermissionLevel
  role_id: number
  tags: JSONColumnType<Tags>
  created_at: Stamp
}

interface TeamMembersTable {
  project_id: number
  team_id: number
  user_id: number
}

interface InvitationsTable {
  id: Generated<number>
  project_id: number
  email: string
  permission_level: PermissionLevel
  role_id: number
  team_ids: number[]
  tags: JSONColumnType<Tags>
  token_hash: Buffer
  /** The link was sent only to the e-mail address itself. */
  is_mailed: ColumnType<boolean, boolean | undefined, boolean>
  invited_by: number
  created_at: Stamp
  expires_at: Instant
  accepted_at: OptionalInstant
  revoked_at: OptionalInstant
}

interface RoleRightsTable {
  environment_id: number
  role_id: number
  /** The document of `features/roles/rights.ts`. */
  rights: Json<object>
  updated_at: Stamp
}

interface ScopesTable {
  environment_id: number
  team_id: number
  collection_name: string
  /** A condition tree whose values may name user variables. */
  condition: Json<object>
  updated_at: Stamp
}

interface IpRulesTable {
  environment_id: number
  is_enabled: boolean
  rules: Json<readonly object[]>
}

/** Actions configured without code. */
interface CustomizationsTable {
  environment_id: number
  actions: Json<readonly object[]>
}

export interface ApprovalsTable {
  environment_id: number
  id: Generated<number>
  status:
    | 'pending'
    | 'approved'
    | 'rejected'
    | 'cancelled'
    | 'expired'
    | 'claimed'
    | 'executed'
    | 'failed'
  collection_name: string
  action_name: string
  record_ids: string[]
  inputs: Json<readonly object[]>
  requester_id: number
  team_id: number
  created_at: Stamp
  expires_at: Instant
  decided_by: number | null
  decided_at: OptionalInstant
  /** When an agent claimed it. */
  claimed_at: OptionalInstant
  finished_at: OptionalInstant
  failure: string | null
}

interface ApprovalCommentsTable {
  environment_id: number
  approval_id: number
  id: Generated<number>
  user_id: number
  comment: string
  created_at: Stamp
}

interface ApiTokensTable {
  id: Generated<number>
  public_id: string
  token_hash: Buffer
  project_id: number
  user_id: number
  name: string
  scopes: string[]
  created_at: Stamp
  last_used_at: OptionalInstant
  expires_at: OptionalInstant
  revoked_at: OptionalInstant
  revoked_by: number | null
}

interface SsoConnectionsTable {
  project_id: number
  issuer: string
  client_id: string
  /** Encrypted by `secrets/secret-box.ts`; null for public clients. */
  client_secret: string | null
  allowed_domains: string[]
  /** Password sessions may not access the project. */
  is_required: boolean
  /** The role of people who sign in for the first time. Null: only invited people may join. */
  default_role_id: number | null
  default_team_id: number | null
  updated_at: Stamp
}

/** The account of each identity in a project. */
interface SsoIdentitiesTable {
  issuer: string
  subject: string
  project_id: number
  user_id: number
  created_at: Stamp
}

export interface NotesTable {
  environment_id: number
  id: Generated<number>
  title: string
  record_id: string
  collection_name: string | null
  team_id: number
  user_id: number
  created_at: Instant
  updated_at: Instant
  archived_at: OptionalInstant
}

export interface NoteMessagesTable {
  environment_id: number
  note_id: number
  id: Generated<number>
  content: string
  user_id: number
  created_at: Instant
  edited_at: OptionalInstant
  deleted_at: OptionalInstant
}

interface NoteMentionsTable {
  environment_id: number
  user_id: number
  note_id: number
  message_id: number
  created_at: Instant
  seen_at: OptionalInstant
}

export interface ActivityLogsTable {
  environment_id: number
  created_at: Instant
  seq: number
  type: 'read' | 'write'
  action: string
  label: string | null
  record_ids: string[] | null
  user_id: number
  username: string
  user_email: string
  team_name: string
  collection_name: string | null
  inbox_name: string | null
  workflow: JsonOrNull<object>
  hash: Buffer
  /** When it happened, by the clock of the agent; never after `created_at`. Null: when it was written. */
  occurred_at: OptionalInstant
  /** Identifies the request of a write, as in the audit trail of the agent. */
  correlation_key: string | null
  /** The name of the role as which an administrator looked. Null: the person acted with their own role. */
  viewed_as_role: string | null
}

interface ActivityLogKeysTable {
  environment_id: number
  key: string
  created_at: Instant
}

export interface AdminLogsTable {
  project_id: number
  created_at: Instant
  seq: number
  type: string
  resource: string
  initiator: string
  user_id: number | null
  username: string | null
  user_email: string | null
  previous_value: JsonOrNull<object>
  new_value: JsonOrNull<object>
  hash: Buffer
}

/**
 * A stream orders the entries written to it: its row is the lock, the clock and the head of the hash chain.
 */
export type StreamKind = 'notes' | 'activity_logs' | 'admin_logs'

interface StreamsTable {
  /** An environment, or a project for admin logs. */
  owner_id: number
  kind: StreamKind
  last_seq: number
  last_at: Instant
  last_hash: Buffer
}

interface RetentionTable {
  /** An environment, or a project for admin logs. */
  owner_id: number
  kind: 'activity_logs' | 'admin_logs'
  days: number
}

export interface LogArchivesTable {
  id: Generated<number>
  owner_id: number
  kind: 'activity_logs' | 'admin_logs'
  file_name: string
  file_sha256: Buffer
  row_count: number
  first_seq: number
  last_seq: number
  first_at: Instant
  last_at: Instant
  /** The hash of the row before the first one: the chain continues across archives. */
  previous_hash: Buffer
  last_hash: Buffer
  created_at: Stamp
}

interface IdempotencyKeysTable {
  environment_id: number
  token_id: number
  key: string
  request_hash: Buffer
  status: number
  body: Json<object>
  created_at: Stamp
}

interface SigningKeysTable {
  kid: string
  purpose: 'id-token' | 'approval' | 'grant-access' | 'grant-refresh'
  /** A JWK. */
  public_key: Json<object>
  /** A JWK, encrypted by `secrets/secret-box.ts`; null after the key was retired. */
  private_key: string | null
  created_at: Stamp
  retired_at: OptionalInstant
}

/** An agent registered as an OAuth client for sign-in. */
interface SignInClientsTable {
  client_id: string
  environment_id: number
  /** The agent URL at registration; when it changes, the agent must register again. */
  agent_url: string | null
  redirect_uri: string
  is_pkce_required: boolean
  created_at: Stamp
  last_used_at: Stamp
}

interface SignInCodesTable {
  code_hash: Buffer
  client_id: string
  user_id: number
  rendering_id: number
  scope: string
  nonce: string | null
  code_challenge: string | null
  method: 'password' | 'sso'
  sso_project_id: number | null
  has_two_factors: Generated<boolean>
  /** When the person was authenticated. */
  signed_in_at: Instant
  expires_at: Instant
  /** A second use of a code revokes what the first one returned. */
  used_at: OptionalInstant
}

/** The codes that the panel exchanges for sessions of agents. */
interface AgentCodesTable {
  code_hash: Buffer
  client_id: string
  code_challenge: string
  environment_id: number
  rendering_id: number
  user_id: number
  /** The public id of the session in which the code was requested. */
  session_id: string
  expires_at: Instant
  used_at: OptionalInstant
  /** When an agent opened a session with it; null again after a second use ended that session. */
  opened_at: OptionalInstant
  /** The role as which an administrator looks. Null: the code opens a session of the person. */
  preview_role_id: number | null
  preview_seconds: number | null
}

/** The tokens with which agents request information about a person. */
interface AccessTokensTable {
  public_id: string
  token_hash: Buffer
  code_hash: Buffer
  environment_id: number
  user_id: number
  rendering_id: number
  method: 'password' | 'sso'
  sso_project_id: number | null
  has_two_factors: Generated<boolean>
  created_at: Stamp
  expires_at: Instant
  revoked_at: OptionalInstant
}

/** A client that registered itself to act for people (RFC 7591). */
interface OAuthClientsTable {
  client_id: string
  client_name: string | null
  client_uri: string | null
  logo_uri: string | null
  redirect_uris: string[]
  created_at: Stamp
  /** Null until a person grants it access. */
  last_used_at: OptionalInstant
}

/** What a person allows a client to do on their behalf. */
interface OAuthGrantsTable {
  id: Generated<number>
  environment_id: number
  user_id: number
  rendering_id: number
  client_id: string
  /** As shown on the consent page. */
  client_name: string | null
  scopes: string[]
  /** The URL the grant was requested for; its tokens are valid only there. */
  resource: string | null
  method: 'password' | 'sso'
  sso_project_id: number | null
  has_two_factors: Generated<boolean>
  created_at: Stamp
  last_used_at: Stamp
  /** Extended by every refresh. */
  expires_at: Instant
  /** Set by triggers when the person, the team or the environment is removed. */
  ended_at: OptionalInstant
  end_reason: ColumnType<string | null, string | null | undefined, string | null>
}

interface OAuthCodesTable {
  code_hash: Buffer
  client_id: string
  redirect_uri: string
  code_challenge: string
  environment_id: number
  user_id: number
  rendering_id: number
  scopes: string[]
  resource: string | null
  method: 'password' | 'sso'
  sso_project_id: number | null
  has_two_factors: Generated<boolean>
  expires_at: Instant
  used_at: OptionalInstant
  /** The grant it was exchanged for: a second use ends it. */
  grant_id: ColumnType<number | null, number | null | undefined, number | null>
}

/** Each works once; a second use ends the grant. */
interface OAuthRefreshTokensTable {
  token_hash: Buffer
  grant_id: number
  expires_at: Instant
  used_at: OptionalInstant
  /** The next token, encrypted with this one: only a client that presents this token can decrypt it. */
  successor: ColumnType<string | null, string | null | undefined, string | null>
  /** How often it was presented again because the response was lost. */
  retries: Generated<number>
}

/** What one team sees of one environment. Triggers create one for every pair. */
interface RenderingsTable {
  id: Generated<number>
  environment_id: number
  team_id: number
}

/** The schema an agent last uploaded. */
interface SchemasTable {
  environment_id: number
  hash: string
  agent: string
  agent_version: string
  /** JSON, as uploaded. */
  document: string
  /** The action names of each collection. */
  outline: Json<Readonly<Record<string, readonly string[]>>>
  /** What the agent runs on. */
  stack: Json<AgentStack> | null
  updated_at: Stamp
}

/** What an agent runs on, as it says in its schema. */
interface AgentStack {
  readonly engine: string
  readonly engineVersion: string
}

/** Which instance holds event streams of an environment's agents. */
interface AgentStreamsTable {
  environment_id: number
  instance: string
  seen_at: Instant
  connected_until: Instant
}

interface SqlSegmentsTable {
  environment_id: number
  id: Generated<number>
  team_id: number
  collection_name: string
  name: string
  connection_name: string
  query: string
  updated_at: Stamp
}

interface ChartsTable {
  environment_id: number
  id: Generated<number>
  team_id: number
  name: string
  definition: Json<object>
  /** How its numbers are written. */
  display: JsonOrNull<ChartDisplay>
  updated_at: Stamp
}

/** Charts that a team sees together. */
interface DashboardsTable {
  environment_id: number
  id: Generated<number>
  team_id: number
  name: string
  position: number
  /** Its range, filters and cards. */
  content: Json<Omit<DashboardContent, 'name'>>
  updated_at: Stamp
  updated_by: ColumnType<number | null, number | null | undefined, number | null>
}

/** How a team sees an environment in the panel. */
interface LayoutsTable {
  environment_id: number
  team_id: number
  /** The document of `features/layouts/layout.ts`. */
  layout: Json<Layout>
  updated_at: Stamp
  updated_by: ColumnType<number | null, number | null | undefined, number | null>
}

/** Every layout a team had in an environment. */
interface LayoutVersionsTable {
  environment_id: number
  team_id: number
  /** Counts from 1 in each rendering. */
  version: number
  layout: Json<Layout>
  /** What changed since the version before. */
  patch: Json<readonly PatchOperation[]>
  created_at: Instant
  created_by: number | null
}

/** Saved states of lists: private ones of a person, and shared ones of a team. */
interface ViewsTable {
  environment_id: number
  id: Generated<number>
  team_id: number
  collection_name: string
  name: string
  icon: string | null
  is_shared: boolean
  owner_id: number
  position: number
  state: Json<ViewState>
  updated_at: Stamp
}

interface PreferencesTable {
  user_id: number
  /** The project whose single sign-on opened the session that uses them; 0 for other sessions. */
  sso_project_id: number
  preferences: Json<Preferences>
  updated_at: Stamp
}

/** Links that sign a person in, once. */
interface WelcomeLinksTable {
  token_hash: Buffer
  user_id: number
  created_at: Stamp
  expires_at: Instant
  used_at: OptionalInstant
}

interface AccountLinksTable {
  token_hash: Buffer
  user_id: number
  kind: 'password' | 'email'
  email: string | null
  created_by: number | null
  project_id: number | null
  created_at: Stamp
  expires_at: Instant
  used_at: OptionalInstant
}

interface MailSettingsTable {
  user_id: number
  mentions: boolean
  approvals: boolean
  decisions: boolean
}

/** The kinds of mail in the queue. */
export type MailKind =
  | 'reset-password'
  | 'verify-email'
  | 'email-changed'
  | 'mention'
  | 'approval'
  | 'decision'

interface MailQueueTable {
  id: Generated<number>
  user_id: number
  kind: MailKind
  key: string
  environment_id: number | null
  subject_id: number | null
  recipient: string | null
  attempts: Generated<number>
  created_at: Stamp
  next_at: Stamp
  done_at: OptionalInstant
  outcome: ColumnType<string | null, string | undefined, 'sent' | 'skipped' | 'given_up'>
}

/** The last sequence numbers of an environment's event feed, in total and by subject. Written by triggers. */
interface AgentFeedsTable {
  environment_id: number
  epoch: Generated<string>
  last_seq: Generated<number>
  users_seq: Generated<number>
  roles_seq: Generated<number>
  renderings_seq: Generated<number>
  ip_rules_seq: Generated<number>
  grants_seq: Generated<number>
}

interface AgentEventsTable {
  environment_id: number
  seq: number
  kind: string
  rendering_ids: number[] | null
  created_at: Stamp
}

/** The progress of a job. */
export interface JobProgress {
  readonly done: number
  /** Null when unknown. */
  readonly total: number | null
  readonly message: string | null
}

export interface JobsTable {
  id: Generated<number>
  project_id: number
  kind: string
  parameters: Json<object>
  timeout_seconds: number
  status: ColumnType<JobStatus, JobStatus | undefined, JobStatus>
  progress: JsonOrNull<JobProgress>
  /** Null while it is waiting or running. */
  exit_code: ColumnType<number | null, number | null | undefined, number | null>
  result: JsonOrNull<object>
  error: ColumnType<string | null, string | null | undefined, string | null>
  /** Null for the service itself. */
  created_by: number | null
  idempotency_key: string | null
  created_at: Stamp
  started_at: OptionalInstant
  finished_at: OptionalInstant
  /** When it must have started and, once it has started, when it must have ended. */
  deadline: Instant
  cancel_requested_at: OptionalInstant
  heartbeat_at: OptionalInstant
  /** The process that runs it, or ran it last. */
  instance: ColumnType<string | null, string | null | undefined, string | null>
}

export const jobStatuses = [
  'queued',
  'running',
  'succeeded',
  'failed',
  'timed_out',
  'cancelled',
] as const
type JobStatus = (typeof jobStatuses)[number]

export interface Database {
  users: UsersTable
  sessions: SessionsTable
  totp_keys: TotpKeysTable
  passkeys: PasskeysTable
  recovery_codes: RecoveryCodesTable
  used_challenges: UsedChallengesTable
  security_events: SecurityEventsTable
  personal_tokens: PersonalTokensTable
  projects: ProjectsTable
  environments: EnvironmentsTable
  environment_secrets: EnvironmentSecretsTable
  teams: TeamsTable
  roles: RolesTable
  members: MembersTable
  team_members: TeamMembersTable
  invitations: InvitationsTable
  role_rights: RoleRightsTable
  scopes: ScopesTable
  ip_rules: IpRulesTable
  customizations: CustomizationsTable
  approvals: ApprovalsTable
  approval_comments: ApprovalCommentsTable
  api_tokens: ApiTokensTable
  sso_connections: SsoConnectionsTable
  sso_identities: SsoIdentitiesTable
  notes: NotesTable
  note_messages: NoteMessagesTable
  note_mentions: NoteMentionsTable
  activity_logs: ActivityLogsTable
  activity_log_keys: ActivityLogKeysTable
  admin_logs: AdminLogsTable
  streams: StreamsTable
  retention: RetentionTable
  log_archives: LogArchivesTable
  idempotency_keys: IdempotencyKeysTable
  renderings: RenderingsTable
  schemas: SchemasTable
  sql_segments: SqlSegmentsTable
  charts: ChartsTable
  dashboards: DashboardsTable
  layouts: LayoutsTable
  layout_versions: LayoutVersionsTable
  views: ViewsTable
  preferences: PreferencesTable
  welcome_links: WelcomeLinksTable
  account_links: AccountLinksTable
  mail_settings: MailSettingsTable
  mail_queue: MailQueueTable
  agent_feeds: AgentFeedsTable
  agent_streams: AgentStreamsTable
  agent_events: AgentEventsTable
  signing_keys: SigningKeysTable
  sign_in_clients: SignInClientsTable
  sign_in_codes: SignInCodesTable
  agent_codes: AgentCodesTable
  access_tokens: AccessTokensTable
  oauth_clients: OAuthClientsTable
  oauth_grants: OAuthGrantsTable
  oauth_codes: OAuthCodesTable
  oauth_refresh_tokens: OAuthRefreshTokensTable
  jobs: JobsTable
}
