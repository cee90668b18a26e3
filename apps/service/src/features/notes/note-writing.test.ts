import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, ask } from '../../testing/ask.js'
import { onEachStoreInLongRuns } from '../../testing/on-each-store.js'
import { createSeed, type SeededProject } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

const BASE = '/v1/project'

onEachStoreInLongRuns('writing notes', url => {
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  let project: SeededProject
  let notes: string
  let headers: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(url)
    seed = createSeed(service.deps.store)
    project = await seed.project('A & B / C')
    notes = `${BASE}/${encodeURIComponent(project.name)}/environment/Production/notes`
    headers = await seed.apiToken({ projectId: project.id, userId: project.admin.id })
  })
  afterAll(() => service?.stop())

  const post = (path: string, body: unknown, more: Record<string, string> = {}) =>
    ask(service.url, 'POST', path, { headers: { ...headers, ...more }, body })
  const patch = (path: string, body: unknown) => ask(service.url, 'PATCH', path, { headers, body })
  const draft = { title: 'Call back', recordId: '42', collectionName: 'orders' }
  const list = async () => (await ask(service.url, 'GET', `${notes}?limit=100`, { headers })).body
  const logs = async () =>
    (await ask(service.url, 'GET', notes.replace(/notes$/, 'activity-logs?limit=100'), { headers }))
      .body.data

  it('creates a note with its first message, as the list then shows it', async () => {
    const {
      status,
      body,
      headers: answered,
    } = await post(notes, {
      ...draft,
      title: '  Call back ',
      content: '<p onclick="x()">Please</p><script>alert(1)</script>',
    })
    const { createdAt } = body
    const user = { object: 'user', ...project.admin }
    expect(status).toBe(201)
    expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    expect(body).toEqual({
      object: 'note',
      id: expect.any(Number),
      title: 'Call back',
      recordId: '42',
      createdAt,
      updatedAt: createdAt,
      user,
      environment: { object: 'environment', name: 'Production' },
      team: { object: 'team', name: 'Operations' },
      collection: { object: 'collection', name: 'orders' },
      messages: [{ object: 'note-message', content: '<p>Please</p>', createdAt, user }],
    })
    expect(answered.get('location')).toBe(`${notes}/${body.id}`)
    expect((await list()).data[0]).toEqual(body)
  })

  it('creates a note without a message', async () => {
    const { status, body } = await post(notes, draft)
    expect([status, body.messages]).toEqual([201, []])
  })

  it('takes the team that is named, and refuses one that is not there', async () => {
    await service.deps.store.db
      .insertInto('teams')
      .values({ project_id: project.id, name: 'Risk' })
      .execute()
    const { body } = await post(notes, { ...draft, teamName: 'Risk' })
    expect(body.team).toEqual({ object: 'team', name: 'Risk' })
    const before = await list()
    const refused = await post(notes, { ...draft, teamName: 'risk' })
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        code: 'invalid_body',
        message: "'teamName' must be a team of the project; there is no 'risk'.",
      },
    ])
    expect(await list()).toEqual(before)
  })

  it('asks for a team when the author is in none', async () => {
    const other = await seed.project()
    await service.deps.store.db
      .deleteFrom('team_members')
      .where('project_id', '=', other.id)
      .execute()
    const { status, body } = await ask(
      service.url,
      'POST',
      `${BASE}/${encodeURIComponent(other.name)}/environment/Production/notes`,
      {
        headers: await seed.apiToken({ projectId: other.id, userId: other.admin.id }),
        body: draft,
      },
    )
    expect([status, body.message]).toEqual([
      400,
      "'teamName' is required: the person who created the token is not in a team.",
    ])
  })

  it('adds messages, which become the last update of the note', async () => {
    const { body: note } = await post(notes, draft)
    const {
      status,
      body,
      headers: answered,
    } = await post(`${notes}/${note.id}/messages`, {
      content: 'Done.',
    })
    expect([status, answered.get('location')]).toEqual([201, `${notes}/${note.id}`])
    expect(body.messages.map((message: { content: string }) => message.content)).toEqual(['Done.'])
    expect(body.messages[0].createdAt).toBe(body.updatedAt)
    expect(body.updatedAt > note.updatedAt).toBe(true)
    expect(body.createdAt).toBe(note.createdAt)
  })

  it('renames, archives and reopens, each with a new moment', async () => {
    const { body: note } = await post(notes, draft)
    const path = `${notes}/${note.id}`
    const renamed = await patch(path, { title: 'Called' })
    expect([renamed.status, renamed.body.title]).toEqual([200, 'Called'])
    const archived = await patch(path, { archived: true })
    expect(archived.body.archivedAt).toBe(archived.body.updatedAt)
    const reopened = await patch(path, { archived: false })
    expect('archivedAt' in reopened.body).toBe(false)
    const moments = [note, renamed.body, archived.body, reopened.body].map(one => one.updatedAt)
    expect(moments).toEqual([...new Set(moments)].sort())
  })

  it('leaves a note as it is when the change says what is so already', async () => {
    const { body: note } = await post(notes, draft)
    const { status, body } = await patch(`${notes}/${note.id}`, {
      title: note.title,
      archived: false,
    })
    expect([status, body]).toEqual([200, note])
  })

  it('answers 404 for a note that is not in the environment', async () => {
    const other = await seed.project()
    const otherNotes = `${BASE}/${encodeURIComponent(other.name)}/environment/Production/notes`
    const { body: note } = await ask(service.url, 'POST', otherNotes, {
      headers: await seed.apiToken({ projectId: other.id, userId: other.admin.id }),
      body: draft,
    })
    for (const id of [note.id, 999_999]) {
      const answers = [
        await patch(`${notes}/${id}`, { archived: true }),
        await post(`${notes}/${id}/messages`, { content: 'x' }),
      ]
      for (const { status, body } of answers) {
        expect([status, body]).toEqual([
          404,
          { code: 'not_found', message: `There is no note ${id} in this environment.` },
        ])
      }
    }
  })

  it.each([
    ['POST', '', {}, "'title' is missing."],
    ['POST', '', { ...draft, title: ' ' }, "'title' must have 1 to 200 characters."],
    ['POST', '', { ...draft, title: 'x'.repeat(201) }, "'title' must have 1 to 200 characters."],
    ['POST', '', { ...draft, title: 7 }, "'title' must be a string."],
    ['POST', '', { ...draft, title: 'a\0b' }, "'title' must not contain NUL characters"],
    [
      'POST',
      '',
      { ...draft, title: 'a\ud800b' },
      "'title' must not contain NUL characters or unpaired",
    ],
    ['POST', '', { ...draft, recordId: '' }, "'recordId' must have 1 to 255 characters."],
    ['POST', '', { ...draft, recordId: 42 }, "'recordId' must be a string."],
    ['POST', '', { ...draft, collectionName: 'x'.repeat(256) }, "'collectionName' must have 1 to"],
    ['POST', '', { ...draft, content: '' }, "'content' must have 1 to 50000 characters."],
    ['POST', '', { ...draft, content: 'x'.repeat(50_001) }, "'content' must have 1 to 50000"],
    [
      'POST',
      '',
      { ...draft, content: '<script>x</script>' },
      "'content' must contain visible text",
    ],
    ['POST', '', { ...draft, content: null }, "'content' must be a string."],
    ['POST', '', { ...draft, teamName: '' }, "'teamName' must have 1 to 255 characters."],
    ['POST', '', { ...draft, author: 'me' }, "Unknown field 'author'."],
    ['POST', '', [], 'The body must be an object.'],
    ['PATCH', '/1', {}, "The body must have 'title' or 'archived'."],
    ['PATCH', '/1', { archived: 'yes' }, "'archived' must be a boolean."],
    ['PATCH', '/x', { archived: true }, "'id' must be a positive integer."],
    ['PATCH', '/0', { archived: true }, "'id' must be a positive integer."],
    ['POST', '/1/messages', {}, "'content' is missing."],
    ['POST', '/1/messages', { content: '<p> </p>' }, "'content' must contain visible text"],
  ])('refuses %s notes%s with %j', async (method, path, body, message) => {
    const answer = await ask(service.url, method, notes + path, { headers, body })
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)])
  })

  it('lets a token write only with the scope notes:write', async () => {
    const owner = { projectId: project.id, userId: project.admin.id }
    const status = async (scope: 'notes:read' | 'notes:write') =>
      (
        await ask(service.url, 'POST', notes, {
          headers: await seed.apiToken(owner, [scope]),
          body: draft,
        })
      ).status
    expect([await status('notes:read'), await status('notes:write')]).toEqual([403, 201])
  })

  it('writes what was done to the activity log', async () => {
    const { body: note } = await post(notes, { ...draft, recordId: 'logged', content: 'a' })
    await post(`${notes}/${note.id}/messages`, { content: 'b' })
    await patch(`${notes}/${note.id}`, { archived: true })
    await patch(`${notes}/${note.id}`, { archived: false, title: 'New' })
    const written = (await logs()).slice(0, 4).reverse()
    expect(
      written.map((log: Record<string, unknown>) => [log.type, log.action, log.label]),
    ).toEqual([
      ['write', 'createNote', undefined],
      ['write', 'createMessage', undefined],
      ['write', 'deleteNote', 'archived'],
      ['write', 'openNote', 'reopened'],
    ])
    expect(written[0]).toMatchObject({
      recordIds: ['logged'],
      user: { id: project.admin.id },
      team: { name: 'Operations' },
      collection: { name: 'orders' },
    })
  })

  describe('with an Idempotency-Key', () => {
    const key = (name: string) => ({ 'idempotency-key': name })
    const text = async (answer: Answer) => JSON.stringify(answer.body)

    it('answers a repeat as it answered the first request, and writes nothing', async () => {
      const body = { ...draft, recordId: 'repeated', content: '<p>a</p>' }
      const first = await post(notes, body, key('repeat-1'))
      const before = await list()
      const again = await post(notes, body, key('repeat-1'))
      expect([again.status, await text(again)]).toEqual([201, await text(first)])
      expect(first.headers.get('idempotent-replayed')).toBe(null)
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(again.headers.get('location')).toBe(first.headers.get('location'))
      expect(await list()).toEqual(before)
    })

    it('repeats the answer of that time, whatever the note became since', async () => {
      const { body: note } = await post(notes, draft)
      const path = `${notes}/${note.id}/messages`
      const first = await post(path, { content: 'a' }, key('repeat-2'))
      await post(path, { content: 'b' })
      const again = await post(path, { content: 'a' }, key('repeat-2'))
      expect(again.body).toEqual(first.body)
    })

    it('refuses the key for another request', async () => {
      await post(notes, draft, key('reused'))
      const { body: note } = await post(notes, draft)
      const answers = [
        await post(notes, { ...draft, title: 'Other' }, key('reused')),
        await post(`${notes}/${note.id}/messages`, { content: 'x' }, key('reused')),
      ]
      for (const { status, body, headers: answered } of answers) {
        expect([status, body.code]).toEqual([409, 'idempotency_key_reused'])
        expect(answered.get('idempotent-replayed')).toBe(null)
      }
    })

    it('keeps the keys of tokens apart', async () => {
      const owner = { projectId: project.id, userId: project.admin.id }
      const other = await seed.apiToken(owner)
      const first = await post(notes, draft, key('shared'))
      const second = await post(notes, draft, { ...key('shared'), ...other })
      expect(second.status).toBe(201)
      expect(second.body.id).not.toBe(first.body.id)
    })

    it('lets a key be used again after 24 hours', async () => {
      const first = await post(notes, draft, key('old'))
      await service.deps.store.db
        .updateTable('idempotency_keys')
        .set({ created_at: '2020-01-01T00:00:00Z' })
        .where('key', '=', 'old')
        .execute()
      const second = await post(notes, draft, key('old'))
      const third = await post(notes, draft, key('old'))
      expect(second.body.id).not.toBe(first.body.id)
      expect(third.body.id).toBe(second.body.id)
    })

    it('does not keep refusals: the corrected request may use the same key', async () => {
      const wrong = await post(notes, { ...draft, teamName: 'Nobody' }, key('corrected'))
      const right = await post(notes, draft, key('corrected'))
      expect([wrong.status, right.status]).toEqual([400, 201])
    })

    it.each(['', 'a b', 'x'.repeat(256), 'é'])('refuses the key %j', async name => {
      const { status, body } = await post(notes, draft, key(name))
      expect([status, body]).toEqual([
        400,
        {
          code: 'invalid_header',
          message: "'Idempotency-Key' must have 1 to 255 visible ASCII characters.",
        },
      ])
    })

    it('writes one note for twenty requests at once', async () => {
      const body = { ...draft, recordId: 'at-once' }
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => post(notes, body, key('at-once'))),
      )
      expect(new Set(await Promise.all(answers.map(text))).size).toBe(1)
      const replayed = answers.filter(answer => answer.headers.get('idempotent-replayed'))
      expect(replayed).toHaveLength(19)
      const { body: page } = await ask(service.url, 'GET', `${notes}?recordId=at-once`, { headers })
      expect(page.data).toHaveLength(1)
    })
  })
})
