import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Instant } from './instant.js'

/** Columns PostgreSQL fills in itself. */
type Stamp = ColumnType<Instant, Instant | undefined, Instant>
type Json<T> = ColumnType<T, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>
type OptionalInstant = ColumnType<Instant | null, Instant | null | undefined, Instant | null>

/** From the least to the most allowed. */
export const permissionLevels = ['user', 'manager', 'editor', 'developer', 'admin'] as const
export type PermissionLevel = (typeof permissionLevels)[number]

/** What a person carries into scopes as `currentUser.tags.…`. */
export type Tags = Readonly<Record<string, string>>

interface UsersTable {
  id: Generated<number>
  email: string
  username: string
  first_name: string
  last_name: string
  /** Absent for people who only sign in through SSO. */
  password_hash: string | null
  /** May create projects. The first administrator is one. */
  is_owner: boolean
  created_at: Stamp
  disabled_at: OptionalInstant
}

interface SessionsTable {
  public_id: string
  secret_hash: Buffer
  user_id: number
  method: 'password' | 'sso'
  /** The project whose identity provider vouched for the person. */
  sso_project_id: number | null
  address: string
  user_agent: string
  created_at: Stamp
  last_seen_at: Stamp
  expires_at: Instant
}

interface PersonalTokensTable {
  id: Generated<number>
  public_id: string
  token_hash: Buffer
  user_id: number
  name: string
  created_at: Stamp
  last_used_at: OptionalInstant
  expires_at: OptionalInstant
  revoked_at: OptionalInstant
}

interface ProjectsTable {
  id: Generated<number>
  name: string
  created_at: Stamp
  deleted_at: OptionalInstant
}

interface EnvironmentsTable {
  id: Generated<number>
  project_id: number
  name: string
  kind: 'production' | 'staging' | 'development'
  created_at: Stamp
  deleted_at: OptionalInstant
}

interface EnvironmentSecretsTable {
  secret_hash: Buffer
  environment_id: number
  created_at: Stamp
  /** Set when a newer secret replaced this one: it works until then. */
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

export interface ApprovalsTable {
  environment_id: number
  id: Generated<number>
  status: 'pending' | 'approved' | 'rejected' | 'cancelled' | 'expired' | 'executed' | 'failed'
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
  /** Sealed by `secrets/secret-box.ts`; absent for public clients. */
  client_secret: string | null
  allowed_domains: string[]
  /** Password sessions may not enter the project. */
  is_required: boolean
  /** Who signs in for the first time becomes a member with these; absent: only invited people enter. */
  default_role_id: number | null
  default_team_id: number | null
  updated_at: Stamp
}

/** Which account a person of an identity provider has in a project. */
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

interface NoteMessagesTable {
  environment_id: number
  note_id: number
  id: Generated<number>
  content: string
  user_id: number
  created_at: Instant
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

/** What is written in strict order has a stream: its row is the lock, the clock and the head of the hash chain. */
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
  /** Hash of the row before the first one, and of the last one: the chain goes on across archives. */
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

export interface Database {
  users: UsersTable
  sessions: SessionsTable
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
}
