import { SchemaUpload } from '../features/agent-api/schema/schema-upload.js'
import { storeSchema } from '../features/agent-api/schema/store-schema.js'
import { randomHex } from '../secrets/token-format.js'
import type { Store } from '../store/open-store.js'
import { personalToken } from './access-callers.js'
import { connectSso } from './connect-sso.js'
import { schemaUpload } from './schema-upload.js'
import { createSeed, type SeededProject } from './seed.js'

/** One thing of each kind that a path can name. */
export interface Things {
  /** What stands for a parameter of a path. */
  of(path: string, name: string): string
}

const FUTURE = '2999-01-01T00:00:00.000000Z'

/** Gives a project one thing of each kind, in an environment whose name no other project has. */
export async function createThings(store: Store, project: SeededProject): Promise<Things> {
  const { db } = store
  const { environment, team, role, admin } = project
  const environmentName = `Environment ${project.id}`
  await db
    .updateTable('environments')
    .set({ name: environmentName })
    .where('id', '=', environment.id)
    .execute()
  await createSeed(store).apiToken({ projectId: project.id, userId: admin.id })
  await personalToken(store, admin.id)
  await createSeed(store).session(admin.id)
  const newest = (
    table:
      | 'api_tokens'
      | 'personal_tokens'
      | 'notes'
      | 'note_messages'
      | 'approvals'
      | 'oauth_grants'
      | 'invitations'
      | 'sql_segments'
      | 'charts'
      | 'dashboards'
      | 'views'
      | 'jobs',
  ) => db.selectFrom(table).select(({ fn }) => fn.max<number>('id').as('id'))
  const findNewestId = async (table: Parameters<typeof newest>[0]) =>
    String((await newest(table).executeTakeFirstOrThrow()).id)
  await writeNote(store, project)
  await writeApproval(store, project)
  await writeInvitation(store, project)
  await writeGrant(store, project)
  await writeContent(store, project)
  await writeLayout(store, project)
  await writeJob(store, project)
  await storeSchema(db, environment.id, SchemaUpload.parse(schemaUpload({ orders: ['Refund'] })))
  const session = await db
    .selectFrom('sessions')
    .select('public_id')
    .where('user_id', '=', admin.id)
    .executeTakeFirstOrThrow()
  const rendering = await db
    .selectFrom('renderings')
    .select('id')
    .where('environment_id', '=', environment.id)
    .executeTakeFirstOrThrow()
  const named: Readonly<Record<string, string>> = {
    projectId: String(project.id),
    projectName: project.name,
    environmentId: String(environment.id),
    environmentName,
    teamId: String(team.id),
    roleId: String(role.id),
    userId: String(admin.id),
    tokenId: await findNewestId('api_tokens'),
    id: await findNewestId('notes'),
    messageId: await findNewestId('note_messages'),
    approvalId: await findNewestId('approvals'),
    invitationId: await findNewestId('invitations'),
    grantId: await findNewestId('oauth_grants'),
    sessionId: session.public_id,
    segmentId: await findNewestId('sql_segments'),
    chartId: await findNewestId('charts'),
    dashboardId: await findNewestId('dashboards'),
    viewId: await findNewestId('views'),
    jobId: await findNewestId('jobs'),
    renderingId: String(rendering.id),
    version: String(writtenVersion(project)),
    collectionName: 'orders',
    '/api/me/tokens/{tokenId}': await findNewestId('personal_tokens'),
  }
  // A kind of thing that is not listed here begins to count at one, with the first project.
  return { of: (path, name) => named[path] ?? named[name] ?? '1' }
}

async function writeNote({ db }: Store, { environment, team, admin }: SeededProject) {
  const created_at = '2026-01-01T00:00:00.000000Z'
  const { id: note_id } = await db
    .insertInto('notes')
    .values({
      environment_id: environment.id,
      title: 'A note',
      record_id: '1',
      collection_name: 'orders',
      team_id: team.id,
      user_id: admin.id,
      created_at,
      updated_at: created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const written = { user_id: admin.id, created_at, content: 'A message' }
  await db
    .insertInto('note_messages')
    .values({ environment_id: environment.id, note_id, ...written })
    .execute()
}

async function writeApproval({ db }: Store, { environment, team, admin }: SeededProject) {
  await db
    .insertInto('approvals')
    .values({
      environment_id: environment.id,
      status: 'pending',
      collection_name: 'orders',
      action_name: 'Refund',
      record_ids: ['1'],
      inputs: '[]',
      requester_id: admin.id,
      team_id: team.id,
      expires_at: FUTURE,
    })
    .execute()
}

async function writeInvitation({ db }: Store, { id, team, role, admin }: SeededProject) {
  await db
    .insertInto('invitations')
    .values({
      project_id: id,
      email: 'invited@example.com',
      permission_level: 'user',
      role_id: role.id,
      team_ids: [team.id],
      tags: '{}',
      token_hash: Buffer.from(randomHex(64), 'hex'),
      invited_by: admin.id,
      expires_at: FUTURE,
    })
    .execute()
}

async function writeGrant({ db }: Store, { environment, admin }: SeededProject) {
  const { id } = await db
    .selectFrom('renderings')
    .select('id')
    .where('environment_id', '=', environment.id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('oauth_grants')
    .values({
      environment_id: environment.id,
      user_id: admin.id,
      rendering_id: id,
      client_id: 'program_x',
      client_name: 'Helper',
      scopes: ['mcp:read'],
      resource: null,
      method: 'password',
      sso_project_id: null,
      expires_at: FUTURE,
    })
    .execute()
}

async function writeContent({ db }: Store, { environment, team, admin }: SeededProject) {
  const row = { environment_id: environment.id, team_id: team.id, name: 'Paid' }
  const query = 'select id from orders'
  await db
    .insertInto('sql_segments')
    .values({ ...row, collection_name: 'orders', connection_name: 'main', query })
    .execute()
  await db
    .insertInto('charts')
    .values({ ...row, definition: '{"type":"Smart"}' })
    .execute()
  await db
    .insertInto('dashboards')
    .values({ ...row, position: 1, content: '{"cards":[]}' })
    .execute()
  const view = { icon: null, is_shared: false, owner_id: admin.id, position: 1, state: '{}' }
  await db
    .insertInto('views')
    .values({ ...row, ...view, collection_name: 'orders' })
    .execute()
}

/** The number of the only version of the layout, which no other project has. */
const writtenVersion = ({ environment }: SeededProject) => environment.id

/** A layout, and a version of it that differs. */
async function writeLayout({ db }: Store, project: SeededProject) {
  const place = { environment_id: project.environment.id, team_id: project.team.id }
  const describeLayout = (hidden: readonly string[]) =>
    JSON.stringify({ version: 1, navigation: { groups: [], hidden }, collections: {} })
  await db
    .insertInto('layouts')
    .values({ ...place, layout: describeLayout(['orders']) })
    .execute()
  await db
    .insertInto('layout_versions')
    .values({
      ...place,
      version: writtenVersion(project),
      layout: describeLayout([]),
      patch: '[]',
      created_at: '2026-01-01T00:00:00.000000Z',
      created_by: project.admin.id,
    })
    .execute()
}

/** One that has ended, so that nobody begins it. */
async function writeJob({ db }: Store, { id, admin }: SeededProject) {
  await db
    .insertInto('jobs')
    .values({
      project_id: id,
      kind: 'verify-logs',
      parameters: '{}',
      timeout_seconds: 60,
      status: 'succeeded',
      exit_code: 0,
      created_by: admin.id,
      idempotency_key: null,
      deadline: FUTURE,
      finished_at: FUTURE,
    })
    .execute()
}

/** Lets nobody enter a project but through its single sign-on. */
export async function requireSso({ db }: Store, projectId: number): Promise<void> {
  await connectSso(db, projectId, { is_required: true })
}
