import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { advanceStream } from '../logs/advance-stream.js'
import { type Answer, ask } from '../testing/ask.js'
import { expectedLists, type ListCase } from '../testing/expected-lists.js'
import { createListWorld, type ListWorld } from '../testing/list-world.js'
import { onAnyStore } from '../testing/on-each-store.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'

const PUBLIC_URL = 'https://service.example'

onAnyStore('paging', postgresUrl => {
  let service: TestService
  let world: ListWorld
  let lists: readonly ListCase<unknown>[]
  // One of the two runs knows its public address; panel-logs.test.ts reads links without one.
  const publicUrl = postgresUrl ? PUBLIC_URL : undefined

  beforeAll(async () => {
    service = await startTestService(postgresUrl, { publicUrl })
    world = await createListWorld(service.deps.store)
    lists = expectedLists(world)
  })
  afterAll(() => service?.stop())

  const get = async (path: string): Promise<Answer> => {
    const answer = await ask(service.url, 'GET', path, world)
    expect([path, answer.status]).toEqual([path, 200])
    return answer
  }

  describe.each(['notes', 'activity-logs', 'admin-logs'])('of %s', name => {
    const find = () => lists.find(list => list.name === name) as ListCase<unknown>
    const newestFirst = () => find().rows.map(find().toItem).reverse()

    it.each([
      ['desc', 7],
      ['asc', 7],
      ['desc', 60],
      ['asc', 100],
    ] as const)('sees every row once by cursor, %s by %i', async (order, limit) => {
      const seen: object[] = []
      let query = `limit=${limit}&order=${order}`
      for (let hasMore = true; hasMore; ) {
        const { body } = await get(`${find().path}?${query}`)
        seen.push(...body.data)
        hasMore = body.hasMore
        expect(body.data.length).toBe(hasMore ? limit : body.data.length)
        query = `limit=${limit}&cursor=${body.nextCursor}`
      }
      expect(seen).toEqual(order === 'desc' ? newestFirst() : newestFirst().reverse())
      const beyond = await get(`${find().path}?${query}`)
      expect(beyond.body).toMatchObject({ hasMore: false, data: [] })
      expect(`limit=${limit}&cursor=${beyond.body.nextCursor}`).toBe(query)
    })

    it('sees every row once by createdAt.lt', async () => {
      const seen: object[] = []
      let query = 'limit=11'
      for (let hasMore = true; hasMore; ) {
        const { body } = await get(`${find().path}?${query}`)
        seen.push(...body.data)
        hasMore = body.hasMore
        query = `limit=11&createdAt.lt=${body.data.at(-1)?.createdAt}`
      }
      expect(seen).toEqual(newestFirst())
    })

    it('links to the next page while there is one, with the same filters', async () => {
      const bound = '2026-02-01T08:30:00.013700+00:00'
      const seen: object[] = []
      let next = `${find().path}?limit=30&createdAt.lte=${bound}`
      for (let pages = 0; next !== ''; pages++) {
        expect(pages).toBeLessThan(10)
        const { body, headers } = await get(next)
        seen.push(...body.data)
        const link = headers.get('link')
        expect(link !== null).toBe(body.hasMore)
        const [, target = ''] = /^<([^>]+)>; rel="next"$/.exec(link ?? '') ?? []
        if (link) expect(target.startsWith(`${publicUrl ?? ''}/v1/project/`)).toBe(true)
        next = target.slice(publicUrl?.length ?? 0)
      }
      expect(seen).toEqual(newestFirst().slice(-101))
    })

    it('echoes cursor and order, and goes on in the order of the cursor', async () => {
      const first = await get(`${find().path}?order=asc&limit=2`)
      const cursor = first.body.nextCursor
      const second = await get(`${find().path}?limit=2&cursor=${cursor}`)
      expect(second.body.parameters).toEqual({ ...find().names, limit: 2, cursor })
      expect(second.body.data).toEqual(newestFirst().slice(-4, -2).reverse())
      const named = await get(`${find().path}?limit=2&cursor=${cursor}&order=asc`)
      expect(named.body.parameters.order).toBe('asc')
      expect(named.body.data).toEqual(second.body.data)
    })

    it('refuses the cursors of others, and names the parameter', async () => {
      const { nextCursor } = (await get(find().path)).body
      const elsewhere = lists.find(list => list.name !== name) as ListCase<unknown>
      const foreign = (await get(elsewhere.path)).body.nextCursor
      const half = nextCursor.slice(0, 20)
      for (const query of [
        `cursor=${foreign}`,
        `cursor=${nextCursor}&order=asc`,
        `cursor=${half}`,
      ]) {
        const { status, body } = await ask(service.url, 'GET', `${find().path}?${query}`, world)
        expect([status, body.code]).toEqual([400, 'invalid_parameter'])
        expect(body.message).toMatch(/^'cursor' /)
      }
    })
  })

  it('tails an environment from before its first row on', async () => {
    const quiet = await world.seed.project('Quiet')
    const headers = await world.seed.apiToken({ projectId: quiet.id, userId: quiet.admin.id })
    const path = '/v1/project/Quiet/environment/Production/notes'
    const poll = async (query: string) => {
      const { body } = await ask(service.url, 'GET', `${path}?${query}`, { headers })
      return { titles: body.data.map((note: { title: string }) => note.title), ...body }
    }
    const empty = await poll('order=asc')
    expect([empty.titles, empty.hasMore]).toEqual([[], false])
    const end = await poll('order=desc')
    await writeNote(quiet, 'first')
    const first = await poll(`cursor=${empty.nextCursor}`)
    expect(first.titles).toEqual(['first'])
    const still = await poll(`cursor=${first.nextCursor}`)
    expect([still.titles, still.nextCursor]).toEqual([[], first.nextCursor])
    await writeNote(quiet, 'second')
    await writeNote(quiet, 'third')
    expect((await poll(`cursor=${still.nextCursor}`)).titles).toEqual(['second', 'third'])
    expect((await poll(`cursor=${end.nextCursor}`)).titles).toEqual([])
  })

  // The embedded database has one connection: nothing can be read while something is being written.
  const itOnServers = postgresUrl ? it : undefined
  itOnServers?.('never passes a row that is not yet committed', async () => {
    const busy = await world.seed.project('Busy')
    const headers = await world.seed.apiToken({ projectId: busy.id, userId: busy.admin.id })
    const path = '/v1/project/Busy/environment/Production/notes?order=asc'
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    let wrote = () => {}
    const written = new Promise<void>(resolve => {
      wrote = resolve
    })
    const slow = writeNote(busy, 'slow', () => {
      wrote()
      return held
    })
    await written
    const quick = writeNote(busy, 'quick')
    const before = await ask(service.url, 'GET', path, { headers })
    expect(before.body.data).toEqual([])
    release()
    await Promise.all([slow, quick])
    const after = await ask(service.url, 'GET', `${path}&cursor=${before.body.nextCursor}`, {
      headers,
    })
    expect(after.body.data.map((note: { title: string }) => note.title)).toEqual(['slow', 'quick'])
  })

  /** Writes a note as the service does: at the next instant of its environment. */
  function writeNote(
    project: ListWorld['project'],
    title: string,
    beforeCommit = async () => {},
  ): Promise<void> {
    return service.deps.store.db.transaction().execute(async transaction => {
      const run = await advanceStream(transaction, project.environment.id, 'notes', 1)
      const at = run.instantAt(0)
      await transaction
        .insertInto('notes')
        .values({
          environment_id: project.environment.id,
          title,
          record_id: '1',
          collection_name: 'orders',
          team_id: project.team.id,
          user_id: project.admin.id,
          created_at: at,
          updated_at: at,
        })
        .execute()
      await beforeCommit()
    })
  }
})
