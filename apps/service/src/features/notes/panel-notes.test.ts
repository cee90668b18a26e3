import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { createSeed, type SeededProject, type SeededUser } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

describe('notes in the panel', () => {
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  let project: SeededProject
  let author: SeededUser
  let notes: string
  let as: Record<'author' | 'reader' | 'admin', Record<string, string>>

  beforeAll(async () => {
    service = await startTestService(inject('postgresUrl'))
    seed = createSeed(service.deps.store)
    project = await seed.project()
    author = await seed.member(project, 'user')
    const reader = await seed.member(project, 'user')
    notes = `/api/projects/${project.id}/environments/${project.environment.id}/notes`
    as = {
      author: await seed.session(author.id),
      reader: await seed.session(reader.id),
      admin: await seed.session(project.admin.id),
    }
  })
  afterAll(() => service?.stop())

  type Who = keyof typeof as
  const send = (who: Who, method: string, path: string, body?: unknown) =>
    ask(service.url, method, path, { headers: as[who], body })
  const draft = { title: 'Check', recordId: '1', collectionName: 'orders' }
  const create = async (more = {}) =>
    (await send('author', 'POST', notes, { ...draft, ...more })).body

  it('shows a note to every member as it was written', async () => {
    const { status, body } = await send('author', 'POST', notes, { ...draft, content: 'Hello' })
    expect([status, body.user.id, body.team.name]).toEqual([201, author.id, 'Operations'])
    expect((await send('reader', 'GET', `${notes}/${body.id}`)).body).toEqual(body)
  })

  it('lists by record and by archive, page by page', async () => {
    const recordId = 'listed'
    const ids: number[] = []
    for (let count = 0; count < 5; count++) ids.push((await create({ recordId })).id)
    await send('reader', 'PATCH', `${notes}/${ids[0]}`, { archived: true })
    await create({ recordId, collectionName: 'customers' })
    const page = async (query: string) =>
      (await send('reader', 'GET', `${notes}?collectionName=orders&recordId=${recordId}&${query}`))
        .body
    const listIds = (answer: { data: { id: number }[] }) => answer.data.map(note => note.id)
    expect(listIds(await page('archived=true'))).toEqual([ids[0]])
    const first = await page('archived=false&limit=3')
    const second = await page(`archived=false&limit=3&cursor=${first.nextCursor}`)
    expect([first.hasMore, second.hasMore]).toEqual([true, false])
    expect([...listIds(first), ...listIds(second)]).toEqual(ids.slice(1).reverse())
  })

  it.each(['archived=maybe', 'limit=101', 'limit=0', 'cursor=x', 'userId=1'])(
    'refuses the query %s, naming the parameter',
    async query => {
      const { status, body } = await send('reader', 'GET', `${notes}?${query}`)
      expect([status, body.message]).toEqual([400, expect.stringContaining(query.split('=')[0]!)])
    },
  )

  it('lets only the author and admins change the title, and anyone archive', async () => {
    const path = `${notes}/${(await create()).id}`
    const refused = await send('reader', 'PATCH', path, { title: 'Mine', archived: true })
    expect([refused.status, refused.body.code]).toEqual([403, 'not_your_note'])
    expect('archivedAt' in (await send('reader', 'GET', path)).body).toBe(false)
    expect((await send('author', 'PATCH', path, { title: 'Ours' })).body.title).toBe('Ours')
    expect((await send('admin', 'PATCH', path, { title: 'Theirs' })).body.title).toBe('Theirs')
    expect((await send('reader', 'PATCH', path, { archived: true })).status).toBe(200)
  })

  it('lets any member answer', async () => {
    const path = `${notes}/${(await create({ content: 'one' })).id}`
    await send('reader', 'POST', `${path}/messages`, { content: 'two' })
    const { status, body } = await send('admin', 'POST', `${path}/messages`, { content: 'three' })
    expect(status).toBe(201)
    expect(body.messages.map((message: { content: string }) => message.content)).toEqual([
      'one',
      'two',
      'three',
    ])
  })

  it('writes for a team of the author only', async () => {
    const { id: teamId } = await service.deps.store.db
      .insertInto('teams')
      .values({ project_id: project.id, name: 'Risk' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const foreign = await send('author', 'POST', notes, { ...draft, teamId })
    expect([foreign.status, foreign.body.message]).toEqual([
      400,
      "'teamId' must be one of your teams in this project.",
    ])
    await service.deps.store.db
      .insertInto('team_members')
      .values({ project_id: project.id, team_id: teamId, user_id: author.id })
      .execute()
    expect((await send('author', 'POST', notes, { ...draft, teamId })).body.team.name).toBe('Risk')
  })

  it('answers for a note of another project as for one that does not exist', async () => {
    const other = await seed.project()
    const theirs = await ask(
      service.url,
      'POST',
      `/api/projects/${other.id}/environments/${other.environment.id}/notes`,
      { headers: await seed.session(other.admin.id), body: draft },
    )
    const missing = await send('author', 'GET', `${notes}/999999`)
    const foreign = await send('author', 'GET', `${notes}/${theirs.body.id}`)
    expect([missing.status, foreign.status]).toEqual([404, 404])
    expect(foreign.body.message.replace(theirs.body.id, '999999')).toBe(missing.body.message)
  })
})
