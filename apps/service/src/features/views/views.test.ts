import { expect, it } from 'vitest'
import type { PermissionLevel } from '../../store/schema.js'
import { ask } from '../../testing/ask.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { onAnyStore } from '../../testing/on-each-store.js'
import { useTestProject } from '../../testing/use-test-project.js'
import { MAX_VIEWS } from './write-views.js'

const state = {
  search: 'status:paid "x y"',
  isSearchExtended: true,
  segment: 'To ship',
  filter: {
    aggregator: 'and',
    conditions: [
      { field: 'status', operator: 'in', value: ['paid', 'shipped'] },
      {
        aggregator: 'or',
        conditions: [
          { field: 'customer:city', operator: 'i_contains', value: '{{Lyon}}' },
          { field: 'ordered_at', operator: 'previous_x_days', value: 30 },
          { field: 'note', operator: 'blank' },
        ],
      },
    ],
  },
  sort: [{ field: 'ordered_at', isDescending: true }],
  columns: [{ field: 'reference', width: 120, isPinned: true }, { field: 'gone' }],
}
const mine = { name: 'Mine', collectionName: 'orders', state }
const shared = { ...mine, name: 'Ours', isShared: true }

onAnyStore('views', postgresUrl => {
  const suite = useTestProject('user', {}, { postgresUrl })

  const sendAs = (
    headers: Record<string, string>,
    method: string,
    path = '',
    body?: unknown,
    team = suite.project.team.id,
  ) =>
    ask(
      suite.service.url,
      method,
      `/api/projects/${suite.project.id}/environments/${suite.project.environment.id}/teams/${team}/views${path}`,
      { headers, body },
    )
  const send = (method: string, path = '', body?: unknown) =>
    sendAs(suite.headers, method, path, body)
  const signInAs = async (level: PermissionLevel) => {
    const person = await suite.seed.member(suite.project, level)
    return { ...person, headers: await suite.seed.session(person.id) }
  }
  const list = async (headers = suite.headers, path = '') =>
    (await sendAs(headers, 'GET', path)).body.data.map((view: { name: string }) => view.name)
  const logs = () => listAdminLogs(suite.service.deps.store, suite.project.id)
  const addTeam = async (name: string) => {
    const { id } = await suite.service.deps.store.db
      .insertInto('teams')
      .values({ project_id: suite.project.id, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  it('are saved, listed, changed and deleted by their owner, and seen by nobody else', async () => {
    const created = await send('POST', '', mine)
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        ...mine,
        icon: null,
        isShared: false,
        owner: { id: suite.member.id, name: 'Test User' },
        isOwn: true,
        position: 1,
        updatedAt: expect.any(String),
      },
    ])
    expect((await send('GET')).body).toEqual({ data: [created.body] })
    const path = `/${created.body.id}`
    const other = await signInAs('admin')
    expect(await list(other.headers)).toEqual([])
    for (const method of ['PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { name: 'Stolen' } : undefined
      expect((await sendAs(other.headers, method, path, body)).status).toBe(404)
    }
    const change = { name: 'Renamed', icon: 'star', state: {} }
    const changed = await send('PATCH', path, change)
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...created.body, ...change, updatedAt: expect.any(String) },
    ])
    expect((await send('PATCH', path, { icon: null })).body.icon).toBeNull()
    expect((await send('DELETE', path)).status).toBe(204)
    expect((await send('DELETE', path)).status).toBe(404)
    expect(await logs()).toEqual([])
  })

  it('are listed by collection', async () => {
    await send('POST', '', mine)
    await send('POST', '', { ...mine, collectionName: 'customers' })
    expect(await list()).toHaveLength(2)
    expect(await list(suite.headers, '?collectionName=orders')).toEqual(['Mine'])
    expect(await list(suite.headers, '?collectionName=nowhere')).toEqual([])
  })

  it('are shared from the level manager, and each change of a shared one is logged', async () => {
    const manager = await signInAs('manager')
    const refused = await send('POST', '', shared)
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        code: 'level_too_low',
        message:
          "Shared views need the permission level 'manager'; yours is 'user'. Save the view as a private one.",
        rule: { kind: 'level', level: 'manager', own: 'user' },
      },
    ])
    const { status, body: view } = await sendAs(manager.headers, 'POST', '', shared)
    expect(status).toBe(201)
    expect((await send('GET')).body.data).toEqual([{ ...view, isOwn: false }])
    const place = {
      team: { object: 'team', name: 'Operations' },
      environment: { object: 'environment', name: 'Production' },
    }
    const { name, collectionName } = shared
    const value = { ...place, name, icon: null, collectionName, state }
    const entry = { resource: 'view', by: manager.id }
    expect(await logs()).toEqual([{ ...entry, type: 'add', previous: null, next: value }])

    const path = `/${view.id}`
    expect((await send('PATCH', path, { name: 'x' })).body.code).toBe('level_too_low')
    expect((await send('DELETE', path)).body.code).toBe('level_too_low')
    const second = await signInAs('editor')
    expect((await sendAs(second.headers, 'PATCH', path, { name: 'Team' })).status).toBe(200)
    expect((await sendAs(second.headers, 'PATCH', path, { name: 'Team' })).status).toBe(200)
    const named = { ...value, name: 'Team' }
    expect((await logs()).slice(1)).toEqual([
      { resource: 'view', by: second.id, type: 'update', previous: value, next: named },
    ])
    const taken = await sendAs(second.headers, 'PATCH', path, { isShared: false })
    expect([taken.status, taken.body]).toEqual([
      403,
      {
        code: 'view_not_own',
        message: 'Only Test User can make this view private: it would be theirs alone.',
        rule: { kind: 'author' },
      },
    ])
    const own = await sendAs(manager.headers, 'PATCH', path, { isShared: false })
    expect([own.body.isShared, await list()]).toEqual([false, []])
    expect((await logs()).at(-1)).toEqual({ ...entry, type: 'remove', previous: named, next: null })
    await sendAs(manager.headers, 'PATCH', path, { isShared: true })
    await sendAs(second.headers, 'DELETE', path)
    expect((await logs()).slice(-2).map(({ type, by }) => [type, by])).toEqual([
      ['add', manager.id],
      ['remove', second.id],
    ])
  })

  it('have a name of their own among those of a person, and among those of the team', async () => {
    const manager = await signInAs('manager')
    expect((await send('POST', '', mine)).status).toBe(201)
    const taken = await send('POST', '', mine)
    expect([taken.status, taken.body]).toEqual([
      409,
      { code: 'view_name_taken', message: 'Another view has this name already.' },
    ])
    expect((await send('POST', '', { ...mine, collectionName: 'customers' })).status).toBe(201)
    expect((await sendAs(manager.headers, 'POST', '', mine)).status).toBe(201)
    const ours = { ...mine, isShared: true }
    expect((await sendAs(manager.headers, 'POST', '', ours)).status).toBe(201)
    expect((await sendAs(manager.headers, 'POST', '', ours)).body.code).toBe('view_name_taken')
    const { body: other } = await send('POST', '', { ...mine, name: 'Other' })
    const renamed = await send('PATCH', `/${other.id}`, { name: 'Mine' })
    expect(renamed.body.code).toBe('view_name_taken')
    const { body } = await sendAs(manager.headers, 'GET')
    const own = body.data.find((view: { isShared: boolean }) => !view.isShared)
    const sharing = await sendAs(manager.headers, 'PATCH', `/${own.id}`, { isShared: true })
    expect(sharing.body.code).toBe('view_name_taken')
  })

  it('are ordered: those named first, the others as they were, ids of others ignored', async () => {
    const ids: number[] = []
    for (const name of ['A', 'B', 'C', 'D']) {
      ids.push((await send('POST', '', { ...mine, name })).body.id)
    }
    const [, b, , d] = ids
    const ordered = await send('PUT', '/order', { collectionName: 'orders', ids: [d, 999_999, b] })
    expect([ordered.status, ordered.body.data.map((view: { name: string }) => view.name)]).toEqual([
      200,
      ['D', 'B', 'A', 'C'],
    ])
    expect(await list()).toEqual(['D', 'B', 'A', 'C'])
    expect((await send('POST', '', { ...mine, name: 'E' })).body.position).toBe(5)
    const twice = await send('PUT', '/order', { collectionName: 'orders', ids: [b, b] })
    expect([twice.status, twice.body.message]).toEqual([400, "'ids' must not name a view twice."])

    const manager = await signInAs('manager')
    const both: number[] = []
    for (const name of ['One', 'Two']) {
      both.push((await sendAs(manager.headers, 'POST', '', { ...shared, name })).body.id)
    }
    const body = { collectionName: 'orders', isShared: true, ids: both.toReversed() }
    expect((await send('PUT', '/order', body)).body.code).toBe('level_too_low')
    expect((await sendAs(manager.headers, 'PUT', '/order', body)).status).toBe(200)
    expect(await list()).toEqual(['Two', 'One', 'D', 'B', 'A', 'C', 'E'])
    expect((await logs()).at(-1)).toMatchObject({
      type: 'update',
      previous: { collectionName: 'orders', order: ['One', 'Two'] },
      next: { collectionName: 'orders', order: ['Two', 'One'] },
    })
    const count = (await logs()).length
    await sendAs(manager.headers, 'PUT', '/order', body)
    expect(await logs()).toHaveLength(count)
  })

  it(`are at most ${MAX_VIEWS} of a person and a collection`, async () => {
    const row = {
      environment_id: suite.project.environment.id,
      team_id: suite.project.team.id,
      collection_name: 'orders',
      icon: null,
      is_shared: false,
      owner_id: suite.member.id,
      state: '{}',
    }
    const rows = Array.from({ length: MAX_VIEWS - 1 }, (_, index) => index + 1)
    await suite.service.deps.store.db
      .insertInto('views')
      .values(rows.map(position => ({ ...row, position, name: `View ${position}` })))
      .execute()
    const results = await Promise.all(
      ['A', 'B', 'C'].map(name => send('POST', '', { ...mine, name })),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(results.find(({ status }) => status === 409)?.body).toEqual({
      code: 'too_many_views',
      message: "You have 200 views of 'orders', and 200 are allowed. Delete one first.",
    })
    expect((await send('POST', '', { ...mine, collectionName: 'customers' })).status).toBe(201)
    const other = await signInAs('user')
    expect((await sendAs(other.headers, 'POST', '', mine)).status).toBe(201)
  })

  it.each([
    [{ columns: [{ field: 'a', colour: 'red' }] }, "Unknown field 'state.columns.0.colour'."],
    [{ more: 1 }, "Unknown field 'state.more'."],
    [{ search: 'x'.repeat(2001) }, "'state.search' must have at most 2000 characters."],
    [{ search: 'a\0' }, "'state.search' must not contain NUL"],
    [{ sort: [{ field: '' }] }, "'state.sort.0.field' must have 1 to 255 characters."],
    [{ filter: { field: 'a', operator: 'resembles', value: 1 } }, "'state.filter.operator' must"],
    [{ filter: { field: 'a', operator: 'equal' } }, "'state.filter.value' must be given"],
    [{ filter: { aggregator: 'and', conditions: [] } }, 'must have at least one condition'],
  ])('refuse the state %j', async (wrong, message) => {
    const { status, body } = await send('POST', '', { ...mine, state: wrong })
    expect([status, body.code]).toEqual([400, 'invalid_body'])
    expect(body.message).toContain(message)
  })

  it('refuse a body of more than 64 kB', async () => {
    const value = Array.from({ length: 900 }, () => 'x'.repeat(100))
    const filter = { field: 'a', operator: 'in', value }
    expect((await send('POST', '', { ...mine, state: { filter } })).status).toBe(413)
  })

  it('are for members of the team, and for admins', async () => {
    const team = await addTeam('Abroad')
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '', mine],
      ['PUT', '/order', { collectionName: 'orders', ids: [1] }],
      ['PATCH', '/1', {}],
      ['DELETE', '/1', undefined],
    ] as const) {
      const refused = await sendAs(suite.headers, method, path, body, team)
      expect([refused.status, refused.body.code]).toEqual([403, 'not_in_team'])
    }
    const admin = await suite.seed.session(suite.project.admin.id)
    expect((await sendAs(admin, 'POST', '', mine, team)).status).toBe(201)
    const { body } = await send('POST', '', mine)
    expect((await sendAs(admin, 'PATCH', `/${body.id}`, { name: 'x' }, team)).status).toBe(404)
  })

  it('go with a person who leaves the project, but for the shared ones', async () => {
    const manager = await signInAs('manager')
    for (const view of [mine, shared]) await sendAs(manager.headers, 'POST', '', view)
    await send('POST', '', mine)
    const elsewhere = await suite.seed.project()
    const kept = {
      environment_id: elsewhere.environment.id,
      team_id: elsewhere.team.id,
      collection_name: 'orders',
      name: 'Elsewhere',
      icon: null,
      is_shared: false,
      owner_id: manager.id,
      position: 1,
      state: '{}',
    }
    const { db } = suite.service.deps.store
    await db.insertInto('views').values(kept).execute()
    const path = `/api/projects/${suite.project.id}/people/${manager.id}`
    const admin = await suite.seed.session(suite.project.admin.id)
    expect((await ask(suite.service.url, 'DELETE', path, { headers: admin })).status).toBe(204)
    const left = await db
      .selectFrom('views')
      .select('name')
      .where('owner_id', '=', manager.id)
      .orderBy('name')
      .execute()
    expect(left).toEqual([{ name: 'Elsewhere' }, { name: 'Ours' }])
    expect(await list()).toEqual(['Ours', 'Mine'])
  })
})
