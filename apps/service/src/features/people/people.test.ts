import { describe, expect, inject, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { useTestProject } from '../../testing/use-test-project.js'

const suite = useTestProject()

const url = inject('postgresUrl')
const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  ask(suite.service.url, method, path, { headers, body })
const people = (id?: number | string, of = suite.project) =>
  `/api/projects/${of.id}/people${id === undefined ? '' : `/${id}`}`

const add = async (table: 'roles' | 'teams', name: string, of = suite.project) =>
  (
    await suite.service.deps.store.db
      .insertInto(table)
      .values({ project_id: of.id, name })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const adminLogs = async (of = suite.project) =>
  suite.service.deps.store.db
    .selectFrom('admin_logs')
    .select(['type', 'resource', 'initiator', 'user_id', 'previous_value', 'new_value'])
    .where('project_id', '=', of.id)
    .orderBy('seq')
    .execute()

describe('the people of a project', () => {
  it('are shown to every member, with tags to admins only', async () => {
    const user = await suite.seed.member(suite.project, 'user')
    await send('PATCH', people(user.id), suite.headers, { tags: { region: 'north' } })
    const shown = {
      ...user,
      firstName: 'Test',
      lastName: 'User',
      permissionLevel: 'user',
      role: suite.project.role,
      teams: [suite.project.team],
      isUnverified: false,
    }
    const toAdmin = await send('GET', people(), suite.headers)
    expect(toAdmin.body.data[1]).toEqual({ ...shown, tags: { region: 'north' } })
    expect(toAdmin.body).toMatchObject({ hasMore: false, nextCursor: null })
    const own = await suite.seed.session(user.id)
    expect((await send('GET', people(), own)).body.data[1]).toEqual(shown)
    expect((await send('GET', people(user.id), own)).body).toEqual(shown)
    expect((await send('GET', people(user.id), suite.headers)).body.tags).toEqual({
      region: 'north',
    })
  })

  it('are walked page by page, each once', async () => {
    for (let more = 0; more < 4; more++) await suite.seed.member(suite.project, 'user')
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const next: string = cursor === null ? '' : `&cursor=${cursor}`
      const { body } = await send('GET', `${people()}?limit=2${next}`, suite.headers)
      seen.push(...body.data.map(({ id }: { id: number }) => id))
      cursor = body.nextCursor
      expect(body.hasMore).toBe(cursor !== null)
    } while (cursor !== null)
    expect(seen).toHaveLength(5)
    expect(new Set(seen).size).toBe(5)
  })

  it.each([
    ['limit=0', "'limit' must be an integer from 1 to 1000."],
    ['limit=1001', "'limit' must be an integer from 1 to 1000."],
    ['cursor=nonsense', "'cursor' must be a nextCursor of this list."],
    ['cursor=', "'cursor' must be a nextCursor of this list."],
  ])('are not listed with %s', async (query, message) => {
    const { status, body } = await send('GET', `${people()}?${query}`, suite.headers)
    expect([status, body]).toEqual([400, { code: 'invalid_parameter', message }])
  })

  it('of another project cannot be told from people who do not exist', async () => {
    const other = await suite.seed.project()
    const paths = (id: number) => ['GET', 'PATCH', 'DELETE'].map(method => [method, people(id)])
    const foreign = paths(other.admin.id)
    for (const [index, [method = '', path = '']] of paths(999_999_999).entries()) {
      const body = method === 'PATCH' ? { permissionLevel: 'user' } : undefined
      const missing = await send(method, path, suite.headers, body)
      const hidden = await send(method, foreign[index]?.[1] ?? '', suite.headers, body)
      expect([hidden.status, hidden.body]).toEqual([404, missing.body])
    }
    expect((await send('GET', people(undefined, other), suite.headers)).body).toEqual(
      (await send('GET', '/api/projects/999999999/people', suite.headers)).body,
    )
  })
})

describe('changing a member', () => {
  it('writes what changed, on both sides, to the admin log', async () => {
    const user = await suite.seed.member(suite.project, 'user')
    const [roleId, teamId] = [await add('roles', 'Auditor'), await add('teams', 'Finance')]
    const body = { permissionLevel: 'editor', roleId, teamIds: [teamId], tags: { b: '2', a: '1' } }
    const { status, body: after } = await send('PATCH', people(user.id), suite.headers, body)
    expect(status).toBe(200)
    expect(after).toMatchObject({
      permissionLevel: 'editor',
      role: { id: roleId, name: 'Auditor' },
      teams: [{ id: teamId, name: 'Finance' }],
      tags: { a: '1', b: '2' },
    })
    const logged = { object: 'user', id: user.id, username: user.username, email: user.email }
    expect(await adminLogs()).toEqual([
      {
        type: 'update',
        resource: 'user-project',
        initiator: 'administrator',
        user_id: suite.project.admin.id,
        previous_value: {
          user: logged,
          permissionLevel: 'user',
          role: { object: 'role', name: 'Support' },
          teams: [{ object: 'team', name: 'Operations' }],
          tags: [],
        },
        new_value: {
          user: logged,
          permissionLevel: 'editor',
          role: { object: 'role', name: 'Auditor' },
          teams: [{ object: 'team', name: 'Finance' }],
          tags: [
            { key: 'a', value: '1' },
            { key: 'b', value: '2' },
          ],
        },
      },
    ])
    await send('PATCH', people(user.id), suite.headers, { ...body, permissionLevel: 'manager' })
    expect((await adminLogs())[1]).toMatchObject({
      previous_value: { user: logged, permissionLevel: 'editor' },
      new_value: { user: logged, permissionLevel: 'manager' },
    })
  })

  it('writes nothing when nothing changes', async () => {
    const user = await suite.seed.member(suite.project, 'user')
    for (const body of [{}, { permissionLevel: 'user', teamIds: [suite.project.team.id] }]) {
      expect((await send('PATCH', people(user.id), suite.headers, body)).status).toBe(200)
    }
    expect(await adminLogs()).toEqual([])
  })

  it('has effect on the next request', async () => {
    const user = await suite.seed.member(suite.project, 'user')
    const own = await suite.seed.session(user.id)
    const rename = () => send('PATCH', people(user.id), own, { tags: {} })
    expect((await rename()).body.code).toBe('level_too_low')
    await send('PATCH', people(user.id), suite.headers, { permissionLevel: 'admin' })
    expect((await rename()).status).toBe(200)
    await send('DELETE', people(user.id), suite.headers)
    expect((await rename()).status).toBe(404)
  })

  it.each([
    [{ permissionLevel: 'owner' }, /^'permissionLevel' must be one of 'user', 'manager'/],
    [{ roleId: '1' }, /^'roleId' must be a number\.$/],
    [{ roleId: 1.5 }, /^'roleId' must be /],
    [{ teamIds: [] }, /^'teamIds' must name at least one team\.$/],
    [{ tags: { 'a b': 'x' } }, /^'tags' must have keys of 1 to 100 letters, digits/],
    [{ tags: { a: 1 } }, /^'tags\.a' must be a string\.$/],
    [{ tags: { a: '\u0000' } }, /^'tags\.a' must not have control characters\.$/],
    [{ tags: { a: '\ud800' } }, /^'tags\.a' must not have control characters\.$/],
    [
      { tags: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`t${n}`, 'x'])) },
      /^'tags' must have at most 50 tags\.$/,
    ],
    [{ email: 'other@example.com' }, /^Unknown field 'email'\.$/],
    [[], /^The body must be an object\.$/],
  ])('refuses %j', async (body, message) => {
    const answer = await send('PATCH', people(suite.project.admin.id), suite.headers, body)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_body'])
    expect(answer.body.message).toMatch(message)
  })

  it('refuses roles and teams of other projects like ones that do not exist', async () => {
    const other = await suite.seed.project()
    const deleted = await add('teams', 'Gone')
    await suite.service.deps.store.db
      .updateTable('teams')
      .set({ deleted_at: '2026-01-01T00:00:00.000000Z' })
      .where('id', '=', deleted)
      .execute()
    for (const [body, message] of [
      [
        { roleId: other.role.id },
        `'roleId' must name a role of this project; there is no role ${other.role.id}.`,
      ],
      [{ roleId: 987_654 }, "'roleId' must name a role of this project; there is no role 987654."],
      [{ teamIds: [suite.project.team.id, other.team.id] }, `there is no team ${other.team.id}.`],
      [{ teamIds: [deleted] }, `there is no team ${deleted}.`],
      [
        { teamIds: [suite.project.team.id, suite.project.team.id] },
        "'teamIds' must name each team once.",
      ],
    ] as const) {
      const answer = await send('PATCH', people(suite.project.admin.id), suite.headers, body)
      expect(answer.status).toBe(400)
      expect(answer.body.message).toContain(message)
    }
    expect(await adminLogs()).toEqual([])
  })
})

describe('removing a member', () => {
  it('writes their last state to the admin log and leaves the account', async () => {
    const user = await suite.seed.member(suite.project, 'manager')
    const own = await suite.seed.session(user.id)
    expect((await send('DELETE', people(user.id), suite.headers)).status).toBe(204)
    expect(await adminLogs()).toEqual([
      expect.objectContaining({
        type: 'remove',
        resource: 'user-project',
        new_value: null,
        previous_value: expect.objectContaining({ permissionLevel: 'manager' }),
      }),
    ])
    expect((await send('GET', '/api/me', own)).status).toBe(200)
    expect((await send('GET', people(), own)).status).toBe(404)
    expect((await send('DELETE', people(user.id), suite.headers)).status).toBe(404)
  })
})

describe('the last admin', () => {
  it('can neither be removed nor lowered', async () => {
    await suite.seed.member(suite.project, 'developer')
    const lowered = await send('PATCH', people(suite.project.admin.id), suite.headers, {
      permissionLevel: 'developer',
    })
    const removed = await send('DELETE', people(suite.project.admin.id), suite.headers)
    for (const { status, body } of [lowered, removed]) {
      expect([status, body.code]).toEqual([409, 'last_admin'])
    }
    expect(await adminLogs()).toEqual([])
  })

  it('is the last one also when the other admin is disabled', async () => {
    const other = await suite.seed.member(suite.project, 'admin')
    await suite.service.deps.store.db
      .updateTable('users')
      .set({ disabled_at: '2026-01-01T00:00:00.000000Z' })
      .where('id', '=', other.id)
      .execute()
    expect((await send('DELETE', people(suite.project.admin.id), suite.headers)).body.code).toBe(
      'last_admin',
    )
    expect((await send('DELETE', people(other.id), suite.headers)).status).toBe(204)
  })

  it.skipIf(!url)('stays when all admins leave at the same moment on two instances', async () => {
    const sibling = await suite.service.startSibling()
    try {
      for (let round = 0; round < 10; round++) {
        const contested = await suite.seed.project()
        const others = [
          await suite.seed.member(contested, 'admin'),
          await suite.seed.member(contested, 'admin'),
        ]
        const answers = await Promise.all(
          [contested.admin, ...others].map(async ({ id }, index) =>
            ask(
              index % 2 === 0 ? suite.service.url : sibling.url,
              index === 0 ? 'PATCH' : 'DELETE',
              people(id, contested),
              {
                headers: await suite.seed.session(id),
                body: index === 0 ? { permissionLevel: 'user' } : undefined,
              },
            ),
          ),
        )
        expect(answers.map(({ status }) => status).filter(status => status === 409)).toHaveLength(1)
        const { body } = await send('GET', people(undefined, contested), suite.headers)
        expect(body.code).toBe('not_found')
        const admins = await suite.service.deps.store.db
          .selectFrom('members')
          .select('user_id')
          .where('project_id', '=', contested.id)
          .where('permission_level', '=', 'admin')
          .execute()
        expect(admins).toHaveLength(1)
        expect(await adminLogs(contested)).toHaveLength(2)
      }
    } finally {
      await sibling.stop()
    }
  })
})
