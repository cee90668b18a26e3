import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { routes } from '../app.js'
import { RENDERING_HEADER } from '../features/approvals/find-rendering-work.js'
import type { Route } from '../http/route.js'
import { hashPassword } from '../secrets/password.js'
import { SCHEMA } from '../store/open-store.js'
import { ask } from '../testing/ask.js'
import { createSeed, type SeededProject, type SeededUser } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'
import { createThings, type Things } from '../testing/things-of-project.js'

/** Who may call a route below the level admin. `own`: a developer, in an environment of their own. */
type Who = 'anyone' | 'user' | 'editor' | 'developer' | 'own'

/** What a request that succeeds answers, and the tables it writes. */
type Row = readonly [who: Who, route: string, status: number, writes?: string, body?: object]

const project = '/api/projects/{projectId}'
const environment = `${project}/environments/{environmentId}`
const team = `${environment}/teams/{teamId}`
const notes = `${environment}/notes`
const approvals = `${environment}/approvals`
const note = 'notes note_messages activity_logs'
const approval = 'approvals activity_logs admin_logs'

const request = { collectionName: 'orders', actionName: 'Refund', recordIds: ['1'], inputs: [] }
const segment = { name: 'New', collectionName: 'orders', connectionName: 'main', query: 'select 1' }
const chart = {
  name: 'New',
  definition: { type: 'Value', sourceCollectionName: 'orders', aggregator: 'Count' },
}
const layout = { version: 1, navigation: { groups: [], hidden: ['x'] }, collections: {} }
const layoutTables = 'layouts layout_versions admin_logs'
const view = { name: 'New', collectionName: 'orders', state: { search: 'x' } }
const attributes = { action_name: 'Refund', collection_name: 'orders', record_ids: ['1'] }
const flatBegun = { type: 'read', action: 'index', renderingId: '{renderingId}' }
const begun = {
  data: {
    attributes: { type: 'read', action: 'index' },
    relationships: { rendering: { data: { id: '{renderingId}' } } },
  },
}
const currentPassword = 'seven blue boats 31'
const passkey = {
  id: 'x',
  rawId: 'x',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'x', attestationObject: 'x' },
}

/** Every route that somebody who is no admin may call. A new one belongs here, with what it lets them write. */
const rows: readonly Row[] = [
  ['anyone', 'GET /api/me', 200],
  ['anyone', 'PATCH /api/me', 200, 'users', { firstName: 'Other' }],
  [
    'anyone',
    'POST /api/me/password',
    204,
    'users sessions personal_tokens oauth_grants admin_logs security_events',
    { currentPassword, newPassword: 'nine red kites 57' },
  ],
  ['anyone', 'POST /api/me/confirmation', 204, 'sessions', { password: currentPassword }],
  ['anyone', 'GET /api/me/two-factors', 200],
  ['anyone', 'POST /api/me/two-factors/totp', 201, 'totp_keys'],
  ['anyone', 'POST /api/me/two-factors/totp/confirm', 400, '', { code: '123456' }],
  ['anyone', 'DELETE /api/me/two-factors/totp', 404],
  ['anyone', 'POST /api/me/passkeys/options', 201],
  ['anyone', 'POST /api/me/passkeys', 400, '', { ticket: 'none', name: 'New', passkey }],
  ['anyone', 'PATCH /api/me/passkeys/{passkeyId}', 404, '', { name: 'New' }],
  ['anyone', 'DELETE /api/me/passkeys/{passkeyId}', 404],
  ['anyone', 'POST /api/me/recovery-codes', 400],
  ['anyone', 'GET /api/me/security-events', 200],
  // There is no mail server here, so no link is sent.
  ['anyone', 'POST /api/me/email', 409, '', { email: 'new@example.com', currentPassword }],
  ['anyone', 'POST /api/me/email/verification', 409],
  ['anyone', 'GET /api/me/notifications', 200],
  ['anyone', 'PATCH /api/me/notifications', 200, 'mail_settings', { mentions: false }],
  ['anyone', 'GET /api/me/grants', 200],
  ['anyone', 'DELETE /api/me/grants/{grantId}', 204, 'oauth_grants admin_logs'],
  ['anyone', 'GET /api/me/mentions', 200],
  ['anyone', 'GET /api/me/mentions/unseen', 200],
  ['anyone', 'POST /api/me/mentions/seen', 204, '', { ids: [1] }],
  ['anyone', 'GET /api/me/preferences', 200],
  ['anyone', 'PATCH /api/me/preferences', 200, 'preferences', { theme: 'dark' }],
  ['anyone', 'GET /api/me/tokens', 200],
  ['anyone', 'POST /api/me/tokens', 201, 'personal_tokens', { name: 'New' }],
  ['anyone', 'DELETE /api/me/tokens/{tokenId}', 204, 'personal_tokens'],
  ['anyone', 'GET /api/boot', 200],
  ['anyone', 'GET /api/events', 200],
  ['anyone', 'GET /api/session', 200],
  ['anyone', 'DELETE /api/session', 204, 'sessions'],
  ['anyone', 'GET /api/sessions', 200],
  ['anyone', 'DELETE /api/sessions', 200, 'sessions security_events'],
  ['anyone', 'DELETE /api/sessions/{sessionId}', 204, 'sessions'],
  ['anyone', 'GET /api/projects', 200],
  ['anyone', 'POST /agent-api/action-approvals', 201, approval, { data: { attributes } }],
  [
    'anyone',
    'POST /agent-api/action-approvals/{approvalId}/comments',
    201,
    'approval_comments',
    { data: { attributes: { comment: 'Why?' } } },
  ],
  ['anyone', 'POST /agent-api/activity-logs-requests', 201, 'activity_logs', begun],
  ['anyone', 'POST /agent-api/activity-logs-requests/mcp', 201, 'activity_logs', flatBegun],
  // Only of an entry of one's own, which there is none of here.
  [
    'anyone',
    'PATCH /agent-api/activity-logs-requests/{index}/{entryId}/status',
    404,
    '',
    { status: 'failed' },
  ],
  ['user', `GET ${project}`, 200],
  ['user', `GET ${project}/people`, 200],
  ['user', `GET ${project}/people/{userId}`, 200],
  ['user', `GET ${project}/teams`, 200],
  ['user', `GET ${project}/teams/{teamId}`, 200],
  ['user', `GET ${project}/environments`, 200],
  ['user', `GET ${environment}`, 200],
  ['user', `GET ${environment}/renderings`, 200],
  ['user', `GET ${environment}/records/{collectionName}/{recordId}/activity`, 200],
  [
    'user',
    `POST ${environment}/agent-codes`,
    201,
    'agent_codes',
    { renderingId: '{renderingNumber}', codeChallenge: 'x'.repeat(43) },
  ],
  ['user', `GET ${notes}`, 200],
  [
    'user',
    `POST ${notes}`,
    201,
    note,
    { title: 'A', recordId: '1', collectionName: 'orders', content: 'B' },
  ],
  ['user', `GET ${notes}/{id}`, 200],
  ['user', `PATCH ${notes}/{id}`, 200, 'notes', { title: 'Other' }],
  ['user', `POST ${notes}/{id}/messages`, 201, note, { content: 'B' }],
  ['user', `PATCH ${notes}/{id}/messages/{messageId}`, 200, note, { content: 'B' }],
  ['user', `DELETE ${notes}/{id}/messages/{messageId}`, 200, note],
  ['user', `GET ${approvals}`, 200],
  ['user', `POST ${approvals}`, 201, approval, request],
  ['user', `GET ${approvals}/counts`, 200],
  ['user', `GET ${approvals}/{approvalId}`, 200],
  ['user', `POST ${approvals}/{approvalId}/approve`, 200, approval, {}],
  ['user', `POST ${approvals}/{approvalId}/reject`, 200, approval, {}],
  ['user', `POST ${approvals}/{approvalId}/cancel`, 200, 'approvals admin_logs', {}],
  [
    'user',
    `POST ${approvals}/{approvalId}/comments`,
    201,
    'approval_comments',
    { comment: 'Why?' },
  ],
  ['user', `POST ${approvals}/{approvalId}/execution`, 200, '', {}],
  ['user', `GET ${team}/layout`, 200],
  ['editor', `GET ${environment}/schema`, 200],
  ['editor', `PUT ${team}/layout`, 200, layoutTables, layout],
  ['editor', `GET ${team}/layout/history`, 200],
  ['editor', `GET ${team}/layout/history/{version}`, 200],
  ['editor', `POST ${team}/layout/restore`, 200, layoutTables, { version: '{version}' }],
  // From itself, which changes nothing.
  [
    'editor',
    `POST ${team}/layout/copy`,
    200,
    '',
    { fromEnvironmentId: '{environmentId}', fromTeamId: '{teamId}' },
  ],
  ['user', `GET ${team}/views`, 200],
  // Shared views need a manager, who is told apart by the handler.
  ['user', `POST ${team}/views`, 201, 'views', view],
  ['user', `PUT ${team}/views/order`, 200, '', { collectionName: 'orders', ids: [1] }],
  ['user', `PATCH ${team}/views/{viewId}`, 200, 'views', { name: 'Other' }],
  ['user', `DELETE ${team}/views/{viewId}`, 204, 'views'],
  ['user', `GET ${team}/segments`, 200],
  ['editor', `POST ${team}/segments`, 201, 'sql_segments admin_logs', segment],
  ['editor', `PUT ${team}/segments/{segmentId}`, 200, 'sql_segments admin_logs', segment],
  ['editor', `DELETE ${team}/segments/{segmentId}`, 204, 'sql_segments admin_logs'],
  ['user', `GET ${team}/charts`, 200],
  ['editor', `POST ${team}/charts`, 201, 'charts admin_logs', chart],
  ['editor', `PUT ${team}/charts/{chartId}`, 200, 'charts admin_logs', chart],
  ['editor', `DELETE ${team}/charts/{chartId}`, 204, 'charts admin_logs'],
  ['user', `GET ${team}/dashboards`, 200],
  ['user', `GET ${team}/dashboards/{dashboardId}`, 200],
  ['editor', `POST ${team}/dashboards`, 201, 'dashboards admin_logs', { name: 'New', cards: [] }],
  ['editor', `PUT ${team}/dashboards/order`, 200, '', { ids: [1] }],
  [
    'editor',
    `PUT ${team}/dashboards/{dashboardId}`,
    200,
    'dashboards admin_logs',
    { name: 'Other', cards: [] },
  ],
  ['editor', `DELETE ${team}/dashboards/{dashboardId}`, 204, 'dashboards admin_logs'],
  [
    'developer',
    `POST ${project}/environments`,
    201,
    'environments environment_secrets renderings role_rights admin_logs',
    { name: 'Mine', kind: 'development' },
  ],
  ['own', `PATCH ${environment}`, 200, 'environments admin_logs', { name: 'Mine, renamed' }],
  ['own', `POST ${environment}/secret`, 201, 'environment_secrets admin_logs', {}],
  ['own', `DELETE ${environment}/secret/previous`, 204, 'environment_secrets admin_logs'],
]

const cases = rows.map(([who, name, status, writes = '', body]) => ({
  who,
  name,
  status,
  writes,
  body,
}))

/** Nobody below admin writes these, but in an environment of their own. */
const guarded = [
  ...['projects', 'environments', 'environment_secrets', 'members', 'teams', 'team_members'],
  ...['roles', 'role_rights', 'scopes', 'ip_rules', 'sso_connections', 'sso_identities'],
  ...['invitations', 'api_tokens', 'retention', 'log_archives', 'jobs', 'signing_keys', 'schemas'],
]

const nameRoute = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`

function whoMay({ access }: Route): Who | undefined {
  if (access.kind === 'person' || access.kind === 'session') return 'anyone'
  if (access.kind !== 'member') return undefined
  if (access.ownLevel) return 'own'
  return access.level === 'admin' ? undefined : (access.level as Who)
}

describe('levels below admin', () => {
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  let passwordHash: string

  beforeAll(async () => {
    service = await startTestService(inject('postgresUrl'))
    seed = createSeed(service.deps.store)
    passwordHash = await hashPassword(currentPassword)
  })
  afterAll(() => service?.stop())

  it('may call the routes of this table, and no others', () => {
    const known = routes.flatMap(route => {
      const who = whoMay(route)
      return who === undefined ? [] : [`${who} ${nameRoute(route)}`]
    })
    expect(cases.map(({ who, name }) => `${who} ${name}`).sort()).toEqual(known.sort())
  })

  it('write nothing that decides what others may do', () => {
    const writers = cases.filter(({ writes }) =>
      writes.split(' ').some(table => guarded.includes(table)),
    )
    expect(writers.map(({ who }) => who)).toEqual(['developer', 'own', 'own', 'own'])
  })

  it.each(cases)('$who: $name answers $status and writes: $writes', async one => {
    const world = await openWorld(service, seed, one.who)
    const { db } = service.deps.store
    const signer = { password_hash: passwordHash }
    await db.updateTable('users').set(signer).where('id', '=', world.member.id).execute()
    if (one.name.endsWith('/execution')) {
      await db
        .updateTable('approvals')
        .set({ status: 'approved' })
        .where('environment_id', '=', world.environmentId)
        .execute()
    }
    const before = await digestTables(service)
    const answer = await send(one, world)
    expect(answer.status, JSON.stringify(answer.body)).toBe(one.status)
    const after = await digestTables(service)
    const changed = Object.keys(after).filter(table => after[table] !== before[table])
    expect(changed.sort()).toEqual(one.writes.split(' ').filter(Boolean).sort())
  })

  it.each(cases.filter(({ who }) => who === 'own'))(
    'developer: $name is refused in an environment that is not their own',
    async one => {
      const world = await openWorld(service, seed, 'developer')
      const before = await digestTables(service)
      const answer = await send(one, world)
      expect([answer.status, answer.body.code]).toEqual([403, 'level_too_low'])
      expect(await digestTables(service)).toEqual(before)
    },
  )

  function send({ name, body }: (typeof cases)[number], { headers, fillPath }: World) {
    const [method = '', path = ''] = name.split(' ')
    const rendering = headers[RENDERING_HEADER] ?? ''
    const text = JSON.stringify(body)
      ?.replace('{renderingId}', rendering)
      .replace('"{renderingNumber}"', rendering)
      .replace(/"(\{(version|environmentId|teamId)\})"/g, (_, name) => fillPath(name))
    const sent = body && JSON.parse(text)
    return ask(service.url, method, fillPath(path), { headers, body: sent })
  }
})

interface World {
  readonly member: SeededUser
  readonly environmentId: number
  readonly headers: Record<string, string>
  fillPath(path: string): string
}

/** A project with one thing of each kind, made by a member of this level, who is signed in. */
async function openWorld(
  { deps }: TestService,
  seed: ReturnType<typeof createSeed>,
  who: Who,
): Promise<World> {
  const { db } = deps.store
  const project = await seed.project()
  const level = who === 'anyone' ? 'user' : who === 'own' ? 'developer' : who
  const member = await seed.member(project, level)
  const things = await createThings(deps.store, { ...project, admin: member })
  const environmentId = project.environment.id
  const own = { kind: 'development', owner_id: member.id } as const
  if (who === 'own') {
    await db.updateTable('environments').set(own).where('id', '=', environmentId).execute()
  }
  await allowRefunds(db, project)
  const agent = { agent_url: 'https://agent.example/service' }
  await db.updateTable('environments').set(agent).where('id', '=', environmentId).execute()
  const headers = {
    ...(await seed.session(member.id)),
    [RENDERING_HEADER]: findRenderingId(things),
    'if-match': '*',
  }
  return {
    member,
    environmentId,
    headers,
    fillPath: path =>
      path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(things.of(path, name))),
  }
}

const findRenderingId = (things: Things) => things.of('', 'renderingId')

async function allowRefunds(
  db: TestService['deps']['store']['db'],
  { environment, role }: SeededProject,
): Promise<void> {
  const Refund = { trigger: true, requireApproval: true, approve: true, selfApprove: true }
  const rights = { defaults: {}, collections: { orders: { read: true, actions: { Refund } } } }
  await db
    .insertInto('role_rights')
    .values({ environment_id: environment.id, role_id: role.id, rights: JSON.stringify(rights) })
    .execute()
  // A former secret, so that there is one to end.
  await db
    .insertInto('environment_secrets')
    .values({
      environment_id: environment.id,
      secret_hash: Buffer.from(String(environment.id)),
      expires_at: '2999-01-01T00:00:00.000000Z',
    })
    .execute()
}

/** Counters and the feed of agents, which follow what the other tables say. */
const bookkeeping = ['rate_limits', 'streams', 'agent_feeds', 'agent_events', 'activity_log_keys']

async function digestTables({ deps }: TestService): Promise<Record<string, string>> {
  const { db } = deps.store
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = ${SCHEMA}::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname`.execute(db)
  const digests = tables
    .filter(({ name }) => !bookkeeping.includes(name))
    .map(
      ({ name }) => sql`select ${name} as name,
        md5(coalesce(string_agg(one::text, '|' order by one::text), '')) as digest
        from ${sql.table(name)} as one`,
    )
  const { rows: found } = await sql<{ name: string; digest: string }>`${sql.join(
    digests,
    sql` union all `,
  )}`.execute(db)
  return Object.fromEntries(found.map(({ name, digest }) => [name, digest]))
}
