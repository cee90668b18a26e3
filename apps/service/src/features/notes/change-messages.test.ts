import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { onAnyStore } from '../../testing/on-each-store.js'
import { createSeed, type SeededProject, type SeededUser } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'
import type { PanelNote } from './note.js'

onAnyStore('messages of notes', url => {
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  let project: SeededProject
  let people: Record<Who, SeededUser>
  let as: Record<Who, Record<string, string>>
  let notes: string

  type Who = 'author' | 'reader' | 'admin'

  beforeAll(async () => {
    service = await startTestService(url)
    seed = createSeed(service.deps.store)
    project = await seed.project()
    notes = `/api/projects/${project.id}/environments/${project.environment.id}/notes`
    people = {
      author: await seed.member(project, 'user'),
      reader: await seed.member(project, 'user'),
      admin: project.admin,
    }
    as = {
      author: await seed.session(people.author.id),
      reader: await seed.session(people.reader.id),
      admin: await seed.session(people.admin.id),
    }
  })
  afterAll(() => service?.stop())

  const send = (who: Who, method: string, path: string, body?: unknown) =>
    ask(service.url, method, path, { headers: as[who], body })
  const create = async (content: string) => {
    const body = { title: 'Check', recordId: '1', collectionName: 'orders', content }
    const note: PanelNote = (await send('author', 'POST', notes, body)).body
    const id = note.messages[0]?.id ?? 0
    return { note, id, path: `${notes}/${note.id}/messages/${id}` }
  }
  const span = (user: SeededUser) => `<span data-mention-id="${user.id}">@</span>`
  const listMentions = async (who: Who, query = '') =>
    (await send(who, 'GET', `/api/me/mentions${query}`)).body.data as {
      id: number
      seenAt: string | null
      createdAt: string
    }[]
  const listPublicly = async () => {
    const path = `/v1/project/${encodeURIComponent(project.name)}/environment/Production/notes`
    const headers = await seed.apiToken({ projectId: project.id, userId: project.admin.id })
    return (await ask(service.url, 'GET', `${path}?limit=100`, { headers })).body
      .data as PanelNote[]
  }
  const listLogs = () =>
    service.deps.store.db
      .selectFrom('activity_logs')
      .select(['action', 'label', 'user_id'])
      .where('environment_id', '=', project.environment.id)
      .orderBy('seq')
      .execute()

  it('are edited by their author: the time of writing stays, that of the edit is added', async () => {
    const { note, id, path } = await create('One')
    const { status, body } = await send('author', 'PATCH', path, {
      content: '<p onclick="x()">Two</p><script>alert(1)</script>',
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...note,
      updatedAt: body.messages[0].editedAt,
      messages: [{ ...note.messages[0], id, content: '<p>Two</p>', editedAt: expect.any(String) }],
    })
    expect(body.updatedAt > note.updatedAt).toBe(true)
    expect((await send('reader', 'GET', `${notes}/${note.id}`)).body).toEqual(body)
    expect((await listLogs()).at(-1)).toEqual({
      action: 'createMessage',
      label: 'edited',
      user_id: people.author.id,
    })
  })

  it('stay as they are when the content is the same', async () => {
    const { note, path } = await create('Same')
    const before = await listLogs()
    expect((await send('author', 'PATCH', path, { content: 'Same' })).body).toEqual(note)
    expect(await listLogs()).toEqual(before)
  })

  it.each(['reader', 'admin'] as const)('are not edited by another person: %s', async who => {
    const { note, path } = await create('Mine')
    const { status, body } = await send(who, 'PATCH', path, { content: 'Yours' })
    expect([status, body.code, body.message]).toEqual([
      403,
      'not_your_message',
      'Only the author of a message may edit it.',
    ])
    expect((await send(who, 'GET', `${notes}/${note.id}`)).body).toEqual(note)
  })

  it.each([
    [{ content: '<script>x</script>' }, "'content' must contain visible text"],
    [{ content: '' }, "'content' must have 1 to 50000 characters"],
    [{}, "'content' is missing"],
  ])('are not edited with %j', async (body, message) => {
    const { path } = await create('Mine')
    const answer = await send('author', 'PATCH', path, body)
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)])
  })

  it.each(['author', 'admin'] as const)(
    'are deleted by the %s, and keep their place',
    async who => {
      const { note, id, path } = await create('Secret words')
      await send('reader', 'POST', `${notes}/${note.id}/messages`, { content: 'A reply' })
      const refused = await send('reader', 'DELETE', path)
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        403,
        'not_your_message',
        'Only the author of a message or an admin may delete it.',
      ])
      const { status, body } = await send(who, 'DELETE', path)
      const deletedAt = body.updatedAt
      expect(status).toBe(200)
      expect(body.messages).toEqual([
        { ...note.messages[0], id, content: '', deletedAt },
        expect.objectContaining({ content: 'A reply' }),
      ])
      expect((await send(who, 'DELETE', path)).body).toEqual(body)
      expect((await listLogs()).at(-1)).toEqual({
        action: 'createMessage',
        label: 'deleted',
        user_id: people[who].id,
      })
      const edited = await send('author', 'PATCH', path, { content: 'Back' })
      expect([edited.status, edited.body.code]).toEqual([409, 'message_deleted'])
      const rows = await service.deps.store.db
        .selectFrom('note_messages')
        .select('content')
        .where('note_id', '=', note.id)
        .orderBy('id')
        .execute()
      expect(rows).toEqual([{ content: '' }, { content: 'A reply' }])
    },
  )

  it('are left out of the public API once deleted, which shows neither ids nor edits', async () => {
    const { note, id, path } = await create('Secret words')
    const reply = await send('reader', 'POST', `${notes}/${note.id}/messages`, { content: 'One' })
    const second = reply.body.messages[1]
    const at = `${notes}/${note.id}/messages/${second.id}`
    await send('reader', 'PATCH', at, { content: 'Two' })
    await send('author', 'DELETE', path)
    const [shown] = await listPublicly()
    const { createdAt, user } = second
    expect([shown?.id, shown?.messages]).toEqual([
      note.id,
      [{ object: 'note-message', content: 'Two', createdAt, user }],
    ])
    await send('reader', 'DELETE', at)
    expect((await listPublicly())[0]?.messages).toEqual([])
    const thread = (await send('reader', 'GET', `${notes}/${note.id}`)).body.messages
    expect(thread.map((message: { id: number }) => message.id)).toEqual([id, second.id])
  })

  it('mention people by an edit, and stop to mention them by the next', async () => {
    const { id, path } = await create(`Hello ${span(people.admin)}`)
    const mentioned = async (who: Who) =>
      (await listMentions(who)).find(mention => mention.id === id)
    const first = await mentioned('admin')
    await send('admin', 'POST', '/api/me/mentions/seen', { ids: [id] })
    const both = `${span(people.admin)} ${span(people.reader)}`
    const edited = (await send('author', 'PATCH', path, { content: both })).body
    expect(await mentioned('reader')).toMatchObject({
      createdAt: edited.messages[0].editedAt,
      seenAt: null,
    })
    expect(await mentioned('admin')).toEqual({
      ...first,
      content: edited.messages[0].content,
      seenAt: expect.any(String),
    })
    await send('author', 'PATCH', path, { content: span(people.admin) })
    expect(await mentioned('reader')).toBeUndefined()
    expect(await mentioned('admin')).toBeDefined()
    await send('author', 'DELETE', path)
    expect(await mentioned('admin')).toBeUndefined()
  })

  it('end with one of several edits at once, and with the mentions of that one', async () => {
    const { note, id, path } = await create('Start')
    const contents = Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0 ? `${index} ${span(people.reader)}` : `${index} ${span(people.admin)}`,
    )
    const answers = await Promise.all(
      contents.map(content => send('author', 'PATCH', path, { content })),
    )
    expect(answers.map(({ status }) => status)).toEqual(contents.map(() => 200))
    const edits = answers.map(({ body }) => body.messages[0])
    expect(edits.map(({ content }) => content)).toEqual(contents)
    expect(new Set(edits.map(({ editedAt }) => editedAt)).size).toBe(contents.length)
    const [last] = edits.sort((a, b) => (a.editedAt < b.editedAt ? 1 : -1))
    expect((await send('author', 'GET', `${notes}/${note.id}`)).body.messages).toEqual([last])
    for (const who of ['reader', 'admin'] as const) {
      const isMentioned = (await listMentions(who)).some(mention => mention.id === id)
      expect(isMentioned, who).toBe(last.content.includes(span(people[who])))
    }
  })

  it.each(['PATCH', 'DELETE'])('of other notes and environments do not exist: %s', async method => {
    const { note, id } = await create('Here')
    const other = await create('There')
    const { id: environmentId } = await service.deps.store.db
      .insertInto('environments')
      .values({ project_id: project.id, name: `Other ${method}`, kind: 'staging' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const elsewhere = `/api/projects/${project.id}/environments/${environmentId}/notes`
    const body = method === 'PATCH' ? { content: 'Changed' } : undefined
    const answers = await Promise.all(
      [
        `${notes}/${other.note.id}/messages/${id}`,
        `${notes}/${note.id}/messages/999999999`,
        `${elsewhere}/${note.id}/messages/${id}`,
      ].map(path => send('author', method, path, body)),
    )
    expect(answers.map(({ status, body: { message } }) => [status, message])).toEqual([
      [404, `There is no message ${id} in note ${other.note.id}.`],
      [404, `There is no message 999999999 in note ${note.id}.`],
      [404, `There is no note ${note.id} in this environment.`],
    ])
    expect((await send('author', 'GET', `${notes}/${note.id}`)).body).toEqual(note)
  })
})
