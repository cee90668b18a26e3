import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { connectSso } from '../../testing/connect-sso.js'
import { createSeed, type SeededProject, type SeededUser } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import { mentionedIds } from './mentions.js'

describe('mentionedIds', () => {
  it('tells each person once, and at most a hundred', () => {
    const spans = (ids: number[]) =>
      ids.map(id => `<span data-mention-id="${id}">@</span>`).join('')
    expect(mentionedIds(spans([7, 8, 7]))).toEqual([7, 8])
    expect(mentionedIds('data-mention-id="9"')).toEqual([])
    expect(mentionedIds(spans(Array.from({ length: 150 }, (_, id) => id + 1)))).toHaveLength(100)
  })
})

describe('mentions', () => {
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  let project: SeededProject

  beforeAll(async () => {
    service = await startTestService(inject('postgresUrl'))
    seed = createSeed(service.deps.store)
    project = await seed.project()
  })
  afterAll(() => service?.stop())

  const span = (user: { id: number }) => `<span data-mention-id="${user.id}">@somebody</span>`
  const write = async (content: string, within = project) =>
    (
      await ask(
        service.url,
        'POST',
        `/api/projects/${within.id}/environments/${within.environment.id}/notes`,
        {
          headers: await seed.session(within.admin.id),
          body: { title: 'Look', recordId: '1', collectionName: 'orders', content },
        },
      )
    ).body
  const writeByToken = async (content: string, within: SeededProject) =>
    ask(
      service.url,
      'POST',
      `/v1/project/${encodeURIComponent(within.name)}/environment/Production/notes`,
      {
        headers: await seed.apiToken({ projectId: within.id, userId: within.admin.id }),
        body: { title: 'Look', recordId: '1', collectionName: 'orders', content },
      },
    )
  const mentions = async (user: SeededUser, query = '', options = {}) =>
    (
      await ask(service.url, 'GET', `/api/me/mentions${query}`, {
        headers: await seed.session(user.id, options),
      })
    ).body

  it('tells a member who mentioned them where', async () => {
    const user = await seed.member(project, 'user')
    const note = await write(`<p>${span(user)} and ${span(user)}</p>`)
    const page = await mentions(user)
    expect(page).toEqual({
      data: [
        {
          id: expect.any(Number),
          project: { id: project.id, name: project.name },
          environment: { id: project.environment.id, name: 'Production' },
          note: { id: note.id, title: 'Look', collectionName: 'orders', recordId: '1' },
          author: project.admin,
          content: note.messages[0].content,
          createdAt: note.createdAt,
          seenAt: null,
        },
      ],
      hasMore: false,
      nextCursor: null,
    })
  })

  it('tells nobody outside the project, and takes the message all the same', async () => {
    const stranger = await seed.user()
    const note = await write(`${span(stranger)}${span({ id: 999_999_999_999_999 })}`)
    expect(note.messages[0].content).toContain(`data-mention-id="${stranger.id}"`)
    expect((await mentions(stranger)).data).toEqual([])
  })

  it('marks as seen what is given, and only for the person themselves', async () => {
    const [user, other] = [await seed.member(project, 'user'), await seed.member(project, 'user')]
    await write(span(user) + span(other))
    await write(span(user))
    const ids = (await mentions(user)).data.map((mention: { id: number }) => mention.id)
    const { status } = await ask(service.url, 'POST', '/api/me/mentions/seen', {
      headers: await seed.session(user.id),
      body: { ids: [ids[1], 999_999] },
    })
    const listMentionIds = async (who: SeededUser, query: string) =>
      (await mentions(who, query)).data.map((mention: { id: number }) => mention.id)
    expect(status).toBe(204)
    expect(await listMentionIds(user, '?seen=true')).toEqual([ids[1]])
    expect(await listMentionIds(user, '?seen=false')).toEqual([ids[0]])
    expect(await listMentionIds(other, '?seen=false')).toEqual([ids[1]])
  })

  const countUnseen = async (user: SeededUser, options = {}) =>
    (
      await ask(service.url, 'GET', '/api/me/mentions/unseen', {
        headers: await seed.session(user.id, options),
      })
    ).body
  const markSeen = async (user: SeededUser, body: object, options = {}) =>
    ask(service.url, 'POST', '/api/me/mentions/seen', {
      headers: await seed.session(user.id, options),
      body,
    })

  it('counts what was not seen, and marks it as seen up to a point', async () => {
    const [user, other] = [await seed.member(project, 'user'), await seed.member(project, 'user')]
    expect(await countUnseen(user)).toEqual({ count: 0, newestAt: null })
    await write(span(user) + span(other))
    const second = await write(span(user))
    const counted = await countUnseen(user)
    expect(counted).toEqual({ count: 2, newestAt: second.createdAt })
    const later = await write(span(user))
    expect((await markSeen(user, { until: counted.newestAt })).status).toBe(204)
    expect(await countUnseen(user)).toEqual({ count: 1, newestAt: later.createdAt })
    const [unseen, ...more] = (await mentions(user, '?seen=false')).data
    expect([unseen.note.id, more]).toEqual([later.id, []])
    const seen = (await mentions(user, '?seen=true')).data
    await markSeen(user, { until: '9999-12-31T23:59:59Z' })
    expect(await countUnseen(user)).toEqual({ count: 0, newestAt: null })
    expect((await mentions(user, '?seen=true')).data.slice(1)).toEqual(seen)
    expect((await countUnseen(other)).count).toBe(1)
  })

  it('does not mark a mention that an edit added to an older message meanwhile', async () => {
    const user = await seed.member(project, 'user')
    const older = await write('Nobody')
    await write(span(user))
    const { newestAt } = await countUnseen(user)
    const at = `/api/projects/${project.id}/environments/${project.environment.id}/notes/${older.id}`
    await ask(service.url, 'PATCH', `${at}/messages/${older.messages[0].id}`, {
      headers: await seed.session(project.admin.id),
      body: { content: span(user) },
    })
    await markSeen(user, { until: newestAt })
    const unseen = (await mentions(user, '?seen=false')).data
    expect(unseen.map((mention: { note: { id: number } }) => mention.note.id)).toEqual([older.id])
  })

  it('marks at once from several pages', async () => {
    const user = await seed.member(project, 'user')
    for (let count = 0; count < 5; count++) await write(span(user))
    const ids = (await mentions(user)).data.map((mention: { id: number }) => mention.id)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        markSeen(user, index % 2 === 0 ? { ids } : { until: '2999-01-01' }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204))
    expect((await countUnseen(user)).count).toBe(0)
  })

  it('is read page by page, the newest first', async () => {
    const user = await seed.member(project, 'user')
    for (let count = 0; count < 3; count++) await write(span(user))
    const first = await mentions(user, '?limit=2')
    const second = await mentions(user, `?limit=2&cursor=${first.nextCursor}`)
    const ids = [...first.data, ...second.data].map((mention: { id: number }) => mention.id)
    expect([first.hasMore, second.hasMore, ids.length]).toEqual([true, false, 3])
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
  })

  it('hides what the sign-in does not open: projects left, and those of another sign-in', async () => {
    const { db } = service.deps.store
    const [left, sso] = [await seed.project(), await seed.project()]
    const user = await seed.member(project, 'user')
    for (const one of [left, sso]) {
      await db
        .insertInto('members')
        .values({
          project_id: one.id,
          user_id: user.id,
          permission_level: 'user',
          role_id: one.role.id,
          tags: '{}',
        })
        .execute()
    }
    await connectSso(db, sso.id, { is_required: true })
    await write(span(user))
    await write(span(user), left)
    await writeByToken(span(user), sso)
    await db
      .deleteFrom('members')
      .where('project_id', '=', left.id)
      .where('user_id', '=', user.id)
      .execute()
    const listProjectIds = (page: { data: { project: { id: number } }[] }) =>
      page.data.map(mention => mention.project.id)
    expect(listProjectIds(await mentions(user))).toEqual([project.id])
    expect(listProjectIds(await mentions(user, '', { ssoProjectId: sso.id }))).toEqual([sso.id])
    expect((await countUnseen(user)).count).toBe(1)
    expect((await markSeen(user, { until: '2999-01-01' })).status).toBe(204)
    expect((await countUnseen(user)).count).toBe(0)
    expect((await countUnseen(user, { ssoProjectId: sso.id })).count).toBe(1)
  })

  it.each([
    ['GET', '/api/me/mentions?seen=1', undefined, "'seen' must be one of 'true', 'false'."],
    ['GET', '/api/me/mentions?limit=0', undefined, "'limit' must be"],
    ['GET', '/api/me/mentions?cursor=x', undefined, "'cursor' must be"],
    ['POST', '/api/me/mentions/seen', { ids: [] }, "'ids' must have 1 to 1000 ids."],
    ['POST', '/api/me/mentions/seen', { ids: [0] }, "'ids.0' must be a positive integer."],
    ['POST', '/api/me/mentions/seen', {}, "must have either 'ids' or 'until'."],
    ['POST', '/api/me/mentions/seen', { ids: [1], until: '2026' }, "either 'ids' or 'until'."],
    [
      'POST',
      '/api/me/mentions/seen',
      { until: 'now' },
      "'until' must be an ISO 8601 date and time",
    ],
  ])('refuses %s %s with %j', async (method, path, body, message) => {
    const headers = await seed.session(project.admin.id)
    const answer = await ask(service.url, method, path, { headers, body })
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)])
  })
})
