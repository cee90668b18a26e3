import { chooseRounds } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { RunningService } from '../../start-service.js'
import { type Answer, ask } from '../../testing/ask.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

const url = inject('postgresUrl')
const WRITERS = 10
/** Five kinds of writes take turns. */
const ROUNDS = chooseRounds(5, 20)

describe.skipIf(!url)('notes written through two instances on PostgreSQL', () => {
  let service: TestService
  let sibling: RunningService
  let project: SeededProject
  let notes: string
  let headers: Record<string, string>
  let session: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(url)
    sibling = await service.startSibling()
    const seed = createSeed(service.deps.store)
    project = await seed.project()
    notes = `/v1/project/${encodeURIComponent(project.name)}/environment/Production/notes`
    headers = await seed.apiToken({ projectId: project.id, userId: project.admin.id })
    session = await seed.session(project.admin.id)
  })
  afterAll(async () => {
    await sibling?.stop()
    await service?.stop()
  })

  const instance = (index: number) => (index % 2 === 0 ? service : sibling).url
  const draft = { title: 'Note', recordId: '1', collectionName: 'orders' }

  it('waits for no other write in a circle, and orders all of them', async () => {
    const panel = `/api/projects/${project.id}/environments/${project.environment.id}/notes`
    const first = await ask(service.url, 'POST', notes, { headers, body: draft })
    const shared = first.body.id
    let titles = 0
    const kinds = [
      (at: string) => ask(at, 'POST', notes, { headers, body: { ...draft, content: 'a' } }),
      (at: string) =>
        ask(at, 'POST', `${notes}/${shared}/messages`, { headers, body: { content: 'b' } }),
      (at: string) =>
        ask(at, 'PATCH', `${notes}/${shared}`, { headers, body: { title: `title ${++titles}` } }),
      (at: string) => ask(at, 'POST', panel, { headers: session, body: draft }),
      (at: string) =>
        ask(at, 'POST', `${panel}/${shared}/messages`, {
          headers: session,
          body: { content: 'c' },
        }),
    ]
    const writer = async (index: number) => {
      const written: Answer[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const write = kinds[(index + round) % kinds.length]
        if (write) written.push(await write(instance(index)))
      }
      return written
    }
    const answers = (
      await Promise.all(Array.from({ length: WRITERS }, (_, index) => writer(index)))
    ).flat()
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200, 201]))

    // Two of the kinds write notes, and two messages.
    const ofTwoKinds = (WRITERS * ROUNDS * 2) / kinds.length
    const { db } = service.deps.store
    const rows = await db.selectFrom('notes').select(['id', 'created_at']).orderBy('id').execute()
    const moments = rows.map(row => row.created_at)
    expect(rows).toHaveLength(1 + ofTwoKinds)
    expect(moments).toEqual([...new Set(moments)].sort())
    const updates = answers.map(answer => answer.body.updatedAt)
    expect(new Set(updates).size).toBe(WRITERS * ROUNDS)
    const actions = await db
      .selectFrom('activity_logs')
      .select(['action', db.fn.countAll<number>().as('count')])
      .groupBy('action')
      .orderBy('action')
      .execute()
    expect(actions).toEqual([
      { action: 'createMessage', count: ofTwoKinds },
      { action: 'createNote', count: 1 + ofTwoKinds },
    ])
  })

  it('edits, replies, deletes and marks as seen at both instances at once, without a conflict', async () => {
    const panel = `/api/projects/${project.id}/environments/${project.environment.id}/notes`
    const mention = `<span data-mention-id="${project.admin.id}">@</span>`
    const created = await Promise.all(
      [0, 1, 2].map(() =>
        ask(service.url, 'POST', panel, { headers: session, body: { ...draft, content: mention } }),
      ),
    )
    const threads = created.map(({ body }) => `${panel}/${body.id}/messages`)
    const messages = created.map(({ body }, index) => `${threads[index]}/${body.messages[0].id}`)
    const seen = { headers: session, body: { until: '2999-01-01' } }
    const work = Array.from({ length: 60 }, (_, index) => {
      const [at, thread] = [instance(index), threads[index % 3] ?? '']
      const content = index % 2 === 0 ? `${index} ${mention}` : `${index}`
      const sent = { headers: session, body: { content } }
      if (index % 5 === 0) return ask(at, 'POST', '/api/me/mentions/seen', seen)
      if (index % 5 === 1) return ask(at, 'POST', thread, sent)
      return ask(at, 'PATCH', messages[index % 3] ?? '', sent)
    })
    const statuses = (await Promise.all(work)).map(({ status }) => status)
    expect([...new Set(statuses)].sort()).toEqual([200, 201, 204])
    const deleted = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(index =>
        ask(instance(index), 'DELETE', messages[index % 3] ?? '', { headers: session }),
      ),
    )
    expect(deleted.map(({ status }) => status)).toEqual(deleted.map(() => 200))
    const { count } = await service.deps.store.db
      .selectFrom('activity_logs')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('label', '=', 'deleted')
      .executeTakeFirstOrThrow()
    expect(count).toBe(3)
  })

  it('writes one note for a key that arrives at both instances at once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await Promise.all(
        [0, 1, 2, 3].map(index =>
          ask(instance(index), 'POST', notes, {
            headers: { ...headers, 'idempotency-key': `round-${round}` },
            body: { ...draft, recordId: `round-${round}` },
          }),
        ),
      )
      expect(new Set(answers.map(answer => answer.body.id)).size).toBe(1)
      expect(answers.filter(answer => answer.headers.get('idempotent-replayed'))).toHaveLength(3)
    }
  })
})
