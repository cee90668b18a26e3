import { nastyTexts } from '@service/test-support'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { verifyLogs } from '../../logs/verify-logs.js'
import { ask } from '../../testing/ask.js'
import { onEachStoreInLongRuns } from '../../testing/on-each-store.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import { activityLogActions } from './activity-log-actions.js'
import type { NewActivityLog } from './new-activity-log.js'
import { writeActivityLogs } from './write-activity-logs.js'

onEachStoreInLongRuns('writing activity logs', url => {
  let service: TestService
  let project: SeededProject

  beforeAll(async () => {
    service = await startTestService(url)
  })
  afterAll(() => service?.stop())
  beforeEach(async () => {
    project = await createSeed(service.deps.store).project()
  })

  const send = (entries: readonly unknown[], secret = project.environment.secret) =>
    ask(service.url, 'POST', '/agent-api/activity-logs', {
      headers: { 'service-secret-key': secret },
      body: { entries },
    })
  const entry = (key: string, overrides: object = {}) => ({
    key,
    type: 'write',
    action: 'update',
    userId: project.admin.id,
    ...overrides,
  })
  const wrote = (written: number, repeated = 0) => ({ written, repeated, refused: [] })
  const refusals = async () => {
    const text = await service.deps.metrics.print()
    return Number(/^service_activity_entries_refused_total (\d+)$/m.exec(text)?.[1])
  }
  const stored = () =>
    service.deps.store.db
      .selectFrom('activity_logs')
      .selectAll()
      .where('environment_id', '=', project.environment.id)
      .orderBy('created_at')
      .execute()
  const write = (entries: readonly NewActivityLog[]) =>
    service.deps.store.db
      .transaction()
      .execute(transaction =>
        writeActivityLogs(
          transaction,
          { id: project.environment.id, projectId: project.id },
          entries,
        ),
      )
  const isStorable = (text: string) => !/[\0\p{Surrogate}]/u.test(text)
  const problems = async () =>
    (await verifyLogs(service.deps.store.db)).flatMap(stream => stream.problem ?? [])

  it('keeps every field, with the user and the team as they are called now', async () => {
    const full = {
      label: 'approved ünïcode 🎉',
      recordIds: ['12', 'a|b', '"'],
      collectionName: 'books',
      inboxName: 'To review',
      workflow: { name: 'Refund', runId: 'r1', stepName: 'Check' },
    }
    expect((await send([entry('a', full)])).body).toEqual(wrote(1))
    expect(await stored()).toMatchObject([
      {
        seq: 1,
        type: 'write',
        action: 'update',
        label: full.label,
        record_ids: full.recordIds,
        user_id: project.admin.id,
        username: project.admin.username,
        user_email: project.admin.email,
        team_name: 'Operations',
        collection_name: 'books',
        inbox_name: 'To review',
        workflow: full.workflow,
      },
    ])
    expect(await problems()).toEqual([])
  })

  it('keeps texts of any kind, in every field', async () => {
    const texts = nastyTexts.filter(text => text !== '' && text.length <= 100 && isStorable(text))
    const entries = texts.map(text =>
      entry(text, {
        label: text,
        recordIds: [text, `${text},NULL`],
        username: text,
        userEmail: text,
        teamName: text,
        collectionName: text,
        inboxName: text,
        correlationKey: text,
        viewedAsRole: text,
        workflow: { name: text, runId: text },
      }),
    )
    expect((await send(entries)).body).toEqual(wrote(texts.length))
    expect(await stored()).toMatchObject(
      texts.map(text => ({
        label: text,
        record_ids: [text, `${text},NULL`],
        username: text,
        user_email: text,
        team_name: text,
        collection_name: text,
        inbox_name: text,
        correlation_key: text,
        viewed_as_role: text,
        workflow: { name: text, runId: text },
      })),
    )
    expect((await send(entries)).body).toEqual(wrote(0, texts.length))
    expect(await problems()).toEqual([])
  })

  it('accepts every action', async () => {
    const { body } = await send(activityLogActions.map(action => entry(action, { action })))
    expect(body).toEqual(wrote(38))
  })

  it('gives the entries of a batch increasing instants in their order', async () => {
    const labels = Array.from({ length: 1000 }, (_, index) => `entry ${index}`)
    await send(labels.map(label => entry(label, { label })))
    const rows = await stored()
    expect(rows.map(row => row.label)).toEqual(labels)
    const instants = rows.map(row => row.created_at)
    expect(instants).toEqual([...new Set(instants)].sort())
  })

  it('writes a repeated key once, within a batch and across batches sent together', async () => {
    const entries = ['c', 'a', 'b', 'a'].map(key => entry(key))
    expect((await send(entries)).body).toEqual(wrote(3, 1))
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => {
        const batch = ['a', 'n1', 'n2', 'n3'].map(key => entry(key))
        return send(index % 2 === 0 ? batch : batch.reverse())
      }),
    )
    expect(answers.map(answer => answer.status)).toEqual(Array(8).fill(200))
    expect(answers.reduce((sum, answer) => sum + answer.body.written, 0)).toBe(3)
    expect((await stored()).map(row => row.seq)).toEqual([1, 2, 3, 4, 5, 6])
    expect(await problems()).toEqual([])
  })

  it('writes a repeated key once in large batches, whole or in part, also when they are sent together', async () => {
    const batch = (from: number) =>
      Array.from({ length: 200 }, (_, index) => entry(`key ${from + index}`))
    expect((await send(batch(0))).body).toEqual(wrote(200))
    expect((await send(batch(0))).body).toEqual(wrote(0, 200))
    expect((await send(batch(150))).body).toEqual(wrote(150, 50))
    const answers = await Promise.all([1000, 1100, 1000, 1050].map(from => send(batch(from))))
    expect(answers.map(answer => answer.status)).toEqual(Array(4).fill(200))
    expect(answers.reduce((sum, answer) => sum + answer.body.written, 0)).toBe(300)
    expect((await stored()).map(row => row.seq)).toEqual(
      Array.from({ length: 650 }, (_, index) => index + 1),
    )
    expect(await problems()).toEqual([])
  })

  it('keeps keys of different environments apart', async () => {
    const other = await createSeed(service.deps.store).project()
    await send([entry('same')])
    const { body } = await send(
      [{ ...entry('same'), userId: other.admin.id }],
      other.environment.secret,
    )
    expect(body).toEqual(wrote(1))
  })

  it.each<[string, object, string]>([
    ['an unknown action', { action: 'look' }, "'entries.1.action' must be one of 'create', 'read'"],
    ['an unknown type', { type: 'peek' }, "'entries.1.type' must be one of 'read', 'write'."],
    ['a missing key', { key: undefined }, "'entries.1.key' is missing."],
    ['a long key', { key: 'k'.repeat(101) }, "'entries.1.key' must have at most 100 characters."],
    ['a NUL', { label: 'a\0b' }, "'entries.1.label' must not contain NUL"],
    ['half a surrogate pair', { recordIds: ['ok', '\ud800'] }, "'entries.1.recordIds.1' must not"],
    ['a fractional user', { userId: 1.5 }, "'entries.1.userId' must be"],
    ['a workflow without run', { workflow: { name: 'W' } }, "'entries.1.workflow.runId' is"],
  ])('refuses %s by name and writes the rest of the batch', async (_, overrides, message) => {
    const { status, body } = await send([
      entry('before'),
      entry('bad', overrides),
      entry('after', { label: 'after' }),
    ])
    expect([status, body.written]).toEqual([200, 2])
    expect(body.refused).toEqual([{ index: 1, message: expect.stringContaining(message) }])
    expect((await stored()).map(row => row.label)).toEqual([null, 'after'])
    expect(await problems()).toEqual([])
  })

  it('counts what it refuses, for a metric', async () => {
    const before = await refusals()
    expect((await send([null, 'text', entry('good')])).body.refused).toHaveLength(2)
    expect(await refusals()).toBe(before + 2)
  })

  it('bears fields that only a newer agent knows', async () => {
    expect((await send([entry('a', { status: 'done' })])).body).toEqual(wrote(1))
  })

  it.each([0, 1001])('refuses a batch of %i entries', async count => {
    const { status, body } = await send(Array.from({ length: count }, (_, i) => entry(`k${i}`)))
    expect([status, body.message]).toEqual([400, "'entries' must have from 1 to 1000 entries."])
  })

  it('refuses an agent whose secret is unknown', async () => {
    expect((await send([entry('a')], 'f'.repeat(64))).status).toBe(401)
  })

  it('tells an agent of an environment that was deleted so', async () => {
    await service.deps.store.db
      .updateTable('environments')
      .set({ deleted_at: '2026-01-01T00:00:00.000000Z' })
      .where('id', '=', project.environment.id)
      .execute()
    const { status, body } = await send([entry('a')])
    expect([status, body.code]).toEqual([401, 'environment_deleted'])
  })

  it('keeps names as they were sent, of people and teams that are called otherwise or are gone', async () => {
    const { db } = service.deps.store
    await db.deleteFrom('members').where('user_id', '=', project.admin.id).execute()
    await db
      .updateTable('teams')
      .set({ name: 'Renamed' })
      .where('id', '=', project.team.id)
      .execute()
    const then = { username: 'then', userEmail: 'then@example.com', teamName: 'Former' }
    expect((await send([entry('a', then), entry('b', { teamName: 'Former' })])).body).toEqual(
      wrote(2),
    )
    const [named, unnamed] = await stored()
    expect(named).toMatchObject({
      user_id: project.admin.id,
      username: 'then',
      user_email: 'then@example.com',
      team_name: 'Former',
    })
    expect(unnamed).toMatchObject({ user_id: project.admin.id, team_name: 'Former' })
    expect(await problems()).toEqual([])
  })

  it('takes what somebody unknown did, and tells nothing of people of other projects', async () => {
    const other = await createSeed(service.deps.store).project()
    const entries = [
      entry('nobody', { userId: 2 ** 40 }),
      entry('foreign', { userId: other.admin.id }),
      entry('again', { userId: other.admin.id, userEmail: 'ada@example.com' }),
    ]
    expect((await send(entries)).body).toEqual(wrote(3))
    const rows = await stored()
    expect(rows.map(row => [row.username, row.user_email, row.team_name])).toEqual([
      [`user ${2 ** 40}`, '', ''],
      [`user ${other.admin.id}`, '', ''],
      ['ada', 'ada@example.com', ''],
    ])
  })

  it('keeps when things happened, beside when they were written', async () => {
    const times = {
      own: '2026-02-01T08:30:00.123Z',
      fine: '2026-02-01T10:30:00.123456789+02:00',
      absent: undefined,
      wrong: 'yesterday',
      number: 1_769_934_600_000,
      none: null,
      unset: '1970-01-01T00:00:12.000Z',
      ahead: '2999-01-01T00:00:00.000Z',
      endless: '9999-12-31T23:59:59.999Z',
    }
    const entries = Object.entries(times).map(([key, occurredAt]) => entry(key, { occurredAt }))
    expect((await send(entries)).body).toEqual(wrote(entries.length))
    const rows = await stored()
    expect(rows.map(row => row.occurred_at)).toEqual([
      '2026-02-01T08:30:00.123000Z',
      '2026-02-01T08:30:00.123456Z',
      ...Array(5).fill(null),
      ...rows.slice(-2).map(row => row.created_at),
    ])
    expect(await problems()).toEqual([])
  })

  it('takes moments of the past as long as they come after the last entry', async () => {
    const at = (day: string): NewActivityLog => ({
      type: 'read',
      action: 'index',
      userId: project.admin.id,
      at: `2024-02-${day}T08:00:00.000000Z`,
    })
    await write([at('01'), at('02')])
    await write([at('03')])
    await expect(write([at('03')])).rejects.toThrow('must be later than the last entry')
    await expect(write([at('05'), at('04')])).rejects.toThrow('do not increase')
    await expect(write([{ ...at('05'), at: '2999-01-01T00:00:00.000000Z' }])).rejects.toThrow(
      'not in the future',
    )
    await send([entry('now')])
    expect((await stored()).map(row => row.created_at.slice(0, 10)).slice(0, 3)).toEqual([
      '2024-02-01',
      '2024-02-02',
      '2024-02-03',
    ])
    expect(await problems()).toEqual([])
  })
})
