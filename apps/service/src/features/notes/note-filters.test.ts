import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { createSeed, type SeededProject, type SeededUser } from '../../testing/seed.js'
import { startTestService, type TestService } from '../../testing/start-test-service.js'

describe('notes of the person who asks', () => {
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  let project: SeededProject
  let me: SeededUser
  let other: SeededUser
  let notes: string

  beforeAll(async () => {
    service = await startTestService(inject('postgresUrl'))
    seed = createSeed(service.deps.store)
    project = await seed.project()
    me = await seed.member(project, 'user')
    other = await seed.member(project, 'user')
    notes = `/api/projects/${project.id}/environments/${project.environment.id}/notes`
  })
  afterAll(() => service?.stop())

  const send = async (who: SeededUser, method: string, path: string, body?: unknown) =>
    ask(service.url, method, path, { headers: await seed.session(who.id), body })
  const create = async (who: SeededUser, recordId: string, content?: string) =>
    (await send(who, 'POST', notes, { title: 'A', recordId, collectionName: 'orders', content }))
      .body
  const list = async (query: string) => (await send(me, 'GET', `${notes}?${query}`)).body
  const listIds = async (query: string) =>
    (await list(query)).data.map((note: { id: number }) => note.id)
  const hello = () => `<span data-mention-id="${me.id}">@me</span>`

  it('are those they created, and those with a message that mentions them', async () => {
    const mine = (await create(me, '1')).id
    const mentioning = (await create(other, '1', hello())).id
    const replied = (await create(other, '2', 'Hello')).id
    await send(other, 'POST', `${notes}/${replied}/messages`, { content: `${hello()} one` })
    await send(other, 'POST', `${notes}/${replied}/messages`, { content: `${hello()} two` })
    const both = (await create(me, '2', hello())).id
    await create(other, '1', 'Nothing')
    expect(await listIds('author=me')).toEqual([both, mine])
    expect(await listIds('mentions=me')).toEqual([both, replied, mentioning])
    expect(await listIds('mentions=me&author=me')).toEqual([both])
    expect(await listIds('mentions=me&order=asc')).toEqual([mentioning, replied, both])
    expect(await listIds('mentions=me&recordId=1')).toEqual([mentioning])
    expect(await listIds('mentions=me&recordId=2&collectionName=orders')).toEqual([both, replied])
    await send(me, 'PATCH', `${notes}/${replied}`, { archived: true })
    expect(await listIds('mentions=me&archived=true')).toEqual([replied])
    expect(await listIds('author=me&archived=true')).toEqual([])
  })

  it('are read page by page', async () => {
    const ids: number[] = []
    for (let count = 0; count < 5; count++) {
      ids.push((await create(me, 'paged', hello())).id)
      await create(other, 'paged')
    }
    for (const filter of ['author=me', 'mentions=me', 'author=me&mentions=me']) {
      const query = `${filter}&recordId=paged&limit=3`
      const first = await list(query)
      const second = await list(`${query}&cursor=${first.nextCursor}`)
      expect([first.hasMore, second.hasMore], filter).toEqual([true, false])
      const found = [...first.data, ...second.data].map(note => note.id)
      expect(found, filter).toEqual([...ids].reverse())
    }
  })

  it('no longer mention the person when the message was edited or deleted', async () => {
    const edited = await create(other, 'changed', hello())
    const deleted = await create(other, 'changed', hello())
    expect(await listIds('mentions=me&recordId=changed')).toEqual([deleted.id, edited.id])
    const at = (note: { id: number; messages: { id: number }[] }) =>
      `${notes}/${note.id}/messages/${note.messages[0]?.id}`
    await send(other, 'PATCH', at(edited), { content: 'Nobody' })
    await send(other, 'DELETE', at(deleted))
    expect(await listIds('mentions=me&recordId=changed')).toEqual([])
    expect(await listIds('recordId=changed')).toEqual([deleted.id, edited.id])
  })

  it.each(['author', 'mentions'])("take no other value of '%s'", async name => {
    for (const value of [String(me.id), 'ME', '', me.email]) {
      const { status, body } = await send(
        me,
        'GET',
        `${notes}?${name}=${encodeURIComponent(value)}`,
      )
      expect([status, body.message]).toEqual([400, `'${name}' must be one of 'me'.`])
    }
  })

  it('are no filter of the public API', async () => {
    const path = `/v1/project/${encodeURIComponent(project.name)}/environment/Production/notes`
    const headers = await seed.apiToken({ projectId: project.id, userId: project.admin.id })
    const { status, body } = await ask(service.url, 'GET', `${path}?author=me`, { headers })
    expect([status, body.code]).toEqual([400, 'unknown_parameter'])
  })
})
