import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Layout } from '../features/layouts/layout.js'
import { sanitise } from '../features/notes/sanitise.js'
import { createUser } from '../features/people/create-user.js'
import { RoleRights } from '../features/roles/rights.js'
import { ScopeBody } from '../features/scopes/scope.js'
import { segmentContent } from '../features/segments/routes.js'
import { NewView } from '../features/views/view.js'
import { verifyLogs } from '../logs/verify-logs.js'
import { randomHex } from '../secrets/token-format.js'
import { ask } from '../testing/ask.js'
import { onEachStoreInLongRuns } from '../testing/on-each-store.js'
import { createSeed } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'
import { dashboardTeams } from './dashboards.js'
import { fillDemo } from './fill-demo.js'
import { demoNotes } from './notes.js'
import { createRandom } from './random.js'
import { rights, scopes } from './rights.js'
import { connectionName, layout, segments, views } from './screens.js'
import { mentioningNotes } from './write-demo-mentions.js'

const adminEmail = 'manager@shop.example'
const envSecret = randomHex(64)

onEachStoreInLongRuns('fillDemo', postgresUrl => {
  let service: TestService
  let headers: Record<string, string>
  let made: readonly boolean[]

  const get = async (path: string) => {
    const answer = await ask(service.url, 'GET', `/v1/project/Store${path}`, { headers })
    expect(answer.status).toBe(200)
    return answer.body
  }

  const all = async (path: string) => {
    const response = await fetch(`${service.url}/v1/project/Store${path}`, {
      headers: { ...headers, accept: 'application/x-ndjson' },
    })
    const lines = (await response.text()).trimEnd().split('\n')
    return lines.map(line => JSON.parse(line))
  }

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
    const { db } = service.deps.store
    const admin = await createUser(db, {
      email: adminEmail,
      firstName: 'First',
      lastName: 'Administrator',
      passwordHash: null,
      unverifiedIn: null,
      isOwner: true,
    })
    const fill = () => fillDemo(service.deps, { adminEmail, envSecret })
    // Two instances that start together, then a second start.
    made = [...(await Promise.all([fill(), fill()])), await fill()]
    const project = await db.selectFrom('projects').select('id').executeTakeFirstOrThrow()
    const owner = { projectId: project.id, userId: admin?.id ?? 0 }
    headers = await createSeed(service.deps.store).apiToken(owner)
  })

  afterAll(() => service?.stop())

  it('makes the project once, whoever asks', () => {
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(made[2]).toBe(false)
  })

  it('writes threads whose ids follow their moments', async () => {
    const notes = await all('/environment/Development/notes?order=asc')
    expect(notes).toHaveLength(62)
    expect(notes.every(note => note.messages.length > 0)).toBe(true)
    expect(notes.some(note => note.archivedAt)).toBe(true)
    const ids = notes.map(note => note.id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  it('mentions the manager, who has not seen it', async () => {
    const mentions = await service.deps.store.db
      .selectFrom('note_mentions')
      .innerJoin('users', 'users.id', 'note_mentions.user_id')
      .select(['users.email', 'seen_at'])
      .execute()
    const unseen = { email: adminEmail, seen_at: null }
    expect(mentions).toEqual([unseen, unseen])
  })

  it('writes a month of activity, of reads and writes', async () => {
    const logs = await all('/environment/Development/activity-logs')
    expect(logs.length).toBeGreaterThan(1_900)
    const [newest, oldest] = [logs[0], logs.at(-1)]
    const days = (Date.parse(newest.createdAt) - Date.parse(oldest.createdAt)) / 86_400_000
    expect(days).toBeGreaterThan(28)
    const { data } = await get('/environment/Development/activity-logs?action=createNote')
    expect(data[0].recordIds).toHaveLength(1)
  })

  it('lets two refunds wait for the manager, and has one in the history', async () => {
    const { db } = service.deps.store
    const rows = await db
      .selectFrom('approvals')
      .select(['status', 'action_name', 'created_at', 'expires_at'])
      .orderBy('id')
      .execute()
    expect(rows.map(row => row.status)).toEqual(['rejected', 'pending', 'pending'])
    const moments = rows.map(row => Date.parse(row.created_at))
    expect(moments).toEqual(moments.toSorted((a, b) => a - b))
    for (const { expires_at } of rows) expect(Date.parse(expires_at)).toBeGreaterThan(Date.now())
  })

  it('leaves chains that verify', async () => {
    const streams = await verifyLogs(service.deps.store.db)
    expect(streams.filter(stream => stream.problem !== undefined)).toEqual([])
    expect(streams.map(stream => stream.kind).sort()).toEqual(['activity_logs', 'admin_logs'])
  })

  it('tells in the admin log who joined, with role and teams', async () => {
    const { data } = await get('/admin-logs?resource=user-project&limit=100')
    expect(data).toHaveLength(9)
    expect(data[0]).toMatchObject({ type: 'add', user: { email: adminEmail } })
  })

  it('writes a dashboard with charts of all kinds', async () => {
    const { data } = await get('/admin-logs?resource=dashboard&limit=10')
    expect(data).toHaveLength(dashboardTeams.length)
    const rows = await service.deps.store.db.selectFrom('charts').select('definition').execute()
    const kinds = rows.map(({ definition }) => (definition as { type: string }).type)
    expect([...new Set(kinds)].sort()).toEqual(
      ['Leaderboard', 'Line', 'Objective', 'Percentage', 'Pie', 'Smart', 'Value'].sort(),
    )
  })

  it('lets the agent of the shop in by its secret', async () => {
    const body = {
      entries: [{ key: 'one', type: 'read', action: 'index', userId: 1, collectionName: 'tags' }],
    }
    const answer = await ask(service.url, 'POST', '/agent-api/activity-logs', {
      headers: { 'service-secret-key': envSecret },
      body,
    })
    expect(answer.body).toEqual({ written: 1, repeated: 0, refused: [] })
  })
})

describe('the demo data', () => {
  it('pass the checks of the API', () => {
    for (const document of Object.values(rights))
      expect(RoleRights.parse(document)).toEqual(document)
    for (const { condition } of scopes)
      expect(ScopeBody.parse({ condition })).toEqual({ condition })
    expect(Layout.parse(layout)).toEqual(layout)
    for (const { team, isDefault, ...view } of views)
      expect(NewView.parse(view)).toMatchObject(view)
    for (const { team, ...segment } of segments) {
      const body = { ...segment, connectionName }
      expect(segmentContent.Body.parse(body)).toEqual(body)
    }
    const notes = [...demoNotes(createRandom(1), 200, 9), ...mentioningNotes(1)]
    const contents = notes.flatMap(note => note.messages)
    for (const { content } of contents) expect(sanitise(content)).toBe(content)
  })
})
