import type { Layout } from '@service/protocol'
import { expect, it, onTestFinished } from 'vitest'
import { type Answer, ask } from '../../testing/ask.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { onEachStoreInLongRuns } from '../../testing/on-each-store.js'
import { useTestProject } from '../../testing/use-test-project.js'

const hide = (...hidden: string[]): Layout => ({
  version: 1,
  navigation: { groups: [], hidden },
  collections: {},
})

onEachStoreInLongRuns('changes of layouts', postgresUrl => {
  const suite = useTestProject('editor', {}, { postgresUrl })

  const send = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    place: { environmentId?: number; teamId?: number } = {},
    url = suite.service.url,
  ) => {
    const { id, environment, team } = suite.project
    const { environmentId = environment.id, teamId = team.id } = place
    return ask(
      url,
      method,
      `/api/projects/${id}/environments/${environmentId}/teams/${teamId}/layout${path}`,
      { headers: { ...suite.headers, ...headers }, body },
    )
  }
  const put = (layout: unknown, etag: string | null = '"none"', headers = {}, url?: string) => {
    const match = etag !== null && { 'if-match': etag }
    return send('PUT', '', layout, { ...headers, ...match }, {}, url)
  }
  const findEtag = ({ headers }: Answer) => headers.get('etag') ?? ''
  const logs = async () =>
    (await listAdminLogs(suite.service.deps.store, suite.project.id)).filter(
      ({ resource }) => resource === 'layout',
    )
  const place = () => ({
    team: { object: 'team', name: suite.project.team.name },
    environment: { object: 'environment', name: suite.project.environment.name },
  })
  const addTeam = async (projectId = suite.project.id, name = 'Abroad') => {
    const { id } = await suite.service.deps.store.db
      .insertInto('teams')
      .values({ project_id: projectId, name })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  it('are read by everybody, and are in the admin log with their patch', async () => {
    const first = await put(hide('a'))
    expect([first.status, first.body]).toEqual([
      200,
      { tag: expect.stringMatching(/^\w{32}$/), layout: hide('a') },
    ])
    expect(findEtag(first)).toBe(`"${first.body.tag}"`)
    const second = await put(hide('a', 'b'), findEtag(first))
    const read = await send('GET', '')
    expect([read.body, findEtag(read)]).toEqual([second.body, findEtag(second)])
    const by = suite.member.id
    expect(await logs()).toEqual([
      {
        type: 'add',
        resource: 'layout',
        by,
        previous: null,
        next: { ...place(), version: 1, patch: [{ op: 'replace', path: '', value: hide('a') }] },
      },
      {
        type: 'update',
        resource: 'layout',
        by,
        previous: { ...place(), version: 1 },
        next: {
          ...place(),
          version: 2,
          patch: [{ op: 'add', path: '/navigation/hidden/1', value: 'b' }],
        },
      },
    ])
  })

  it('need the tag of the layout they change, and say who changed it when it is another', async () => {
    const missing = await put(hide(), null)
    expect([missing.status, missing.body.code]).toEqual([428, 'if_match_required'])
    const early = await put(hide(), '"x"')
    expect([early.status, early.body]).toEqual([
      412,
      {
        code: 'layout_changed',
        message:
          'The team has no layout in this environment yet. Read it again, then repeat your change.',
      },
    ])
    const first = await put(hide('a'))
    const { createdAt, author } = (await send('GET', '/history')).body.data[0]
    expect(author.id).toBe(suite.member.id)
    const late = await put(hide('b'))
    expect([late.status, late.body]).toEqual([
      412,
      {
        code: 'layout_changed',
        message: `${author.name} changed the layout at ${createdAt}. Read it again, then repeat your change.`,
      },
    ])
    expect((await put(hide('b'), `W/${findEtag(first)}`)).status).toBe(200)
    expect((await put(hide('c'), '*')).status).toBe(200)
  })

  it('of several people at once, on two instances: one wins, the others are refused', async () => {
    const sibling = postgresUrl === undefined ? undefined : await suite.service.startSibling()
    if (sibling) onTestFinished(() => sibling.stop())
    let etag = '"none"'
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, writer) =>
          put(
            hide(`${round} ${writer}`),
            etag,
            {},
            sibling && writer % 2 ? sibling.url : undefined,
          ),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412])
      const current = await send('GET', '')
      expect(current.body).toEqual(answers.find(({ status }) => status === 200)?.body)
      etag = findEtag(current)
    }
    const { data } = (await send('GET', '/history')).body
    expect(data.map(({ version }: { version: number }) => version)).toEqual([5, 4, 3, 2, 1])
    expect(await logs()).toHaveLength(5)
  })

  it('that change nothing make no version', async () => {
    const first = await put(hide('a'))
    const again = await put(hide('a'), findEtag(first))
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await logs()).toHaveLength(1)
  })

  it('keep unknown names, and refuse misspelt members with those that are allowed', async () => {
    const layout = {
      ...hide('no such'),
      collections: { gone: { fields: { old: { label: 'O' } } } },
    }
    expect((await put(layout)).body.layout).toEqual(layout)
    const refused = async (document: object) => {
      const { status, body } = await put(document, '*')
      expect([status, body.code]).toEqual([400, 'invalid_body'])
      return body.message
    }
    expect(await refused({ ...hide(), colections: {} })).toBe(
      "Unknown field 'colections'. Allowed: version, navigation, collections.",
    )
    expect(await refused({ ...hide(), collections: { orders: { list: { colums: [] } } } })).toBe(
      "Unknown field 'collections.orders.list.colums'. Allowed: columns, sort, segments, defaultView.",
    )
    const groups = [{ label: 'A', items: [{ kind: 'collection', name: 'a', icon: 'b' }] }]
    expect(await refused({ ...hide(), navigation: { groups, hidden: [] } })).toBe(
      "Unknown field 'navigation.groups.0.items.0.icon'. Allowed: kind, name.",
    )
    const page = [{ label: 'A', items: [{ kind: 'page' }] }]
    expect(await refused({ ...hide(), navigation: { groups: page, hidden: [] } })).toBe(
      "'navigation.groups.0.items.0.kind' must be one of 'collection', 'dashboard', 'link'.",
    )
  })

  it('have a size and a depth', async () => {
    const describeParameters = (a: unknown) => ({
      ...hide(),
      collections: { orders: { fields: { x: { show: { name: 'w', parameters: { a } } } } } },
    })
    expect((await put(describeParameters('x'.repeat(600_000)))).status).toBe(413)
    const nest = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
    const deep = await put(describeParameters(nest(20)))
    expect([deep.status, deep.body.message]).toEqual([
      400,
      "'collections.orders.fields.x.show.parameters' must have at most 20 levels.",
    ])
    expect((await put(describeParameters(nest(19)))).status).toBe(200)
  })

  it('are for editors in the team, and for admins', async () => {
    const manager = await suite.seed.member(suite.project, 'manager')
    const refused = await put(hide(), '"none"', await suite.seed.session(manager.id))
    expect([refused.status, refused.body.code]).toEqual([403, 'level_too_low'])
    const teamId = await addTeam()
    const match = { 'if-match': '"none"' }
    const other = await send('PUT', '', hide(), match, { teamId })
    expect([other.status, other.body.code]).toEqual([403, 'not_in_team'])
    const admin = await suite.seed.session(suite.project.admin.id)
    expect((await send('PUT', '', hide(), { ...match, ...admin }, { teamId })).status).toBe(200)
  })

  it('have a history, in pages, with the whole document of each version', async () => {
    expect((await send('GET', '/history')).body).toEqual({
      data: [],
      hasMore: false,
      nextCursor: null,
    })
    for (const name of ['a', 'b', 'c']) await put(hide(name), '*')
    const first = (await send('GET', '/history?limit=2')).body
    const second = (await send('GET', `/history?limit=2&cursor=${first.nextCursor}`)).body
    expect([first.hasMore, second.hasMore]).toEqual([true, false])
    const author = { id: suite.member.id, name: expect.any(String) }
    const createdAt = expect.stringMatching(/^\d{4}-.*\.\d{6}Z$/)
    const describeChange = (version: number, path: string, value: unknown) => ({
      version,
      author,
      createdAt,
      patch: [{ op: 'replace', path, value }],
    })
    expect([...first.data, ...second.data]).toEqual([
      describeChange(3, '/navigation/hidden/0', 'c'),
      describeChange(2, '/navigation/hidden/0', 'b'),
      describeChange(1, '', hide('a')),
    ])
    expect((await send('GET', '/history/2')).body).toEqual({
      version: 2,
      author,
      createdAt,
      layout: hide('b'),
    })
    expect((await send('GET', '/history/4')).status).toBe(404)
    expect((await send('GET', '/history?limit=101')).status).toBe(400)
  })

  it('can restore a version, as a new one', async () => {
    const first = await put(hide('a'))
    await put(hide('b'), '*')
    const stale = await send('POST', '/restore', { version: 1 }, { 'if-match': '"none"' })
    expect([stale.status, stale.body.code]).toEqual([412, 'layout_changed'])
    expect((await send('POST', '/restore', { version: 1 })).status).toBe(428)
    const restored = await send('POST', '/restore', { version: 1 }, { 'if-match': '*' })
    expect([restored.status, restored.body]).toEqual([200, first.body])
    const { layout, version } = (await send('GET', '/history/3')).body
    expect([layout, version]).toEqual([hide('a'), 3])
    expect((await logs()).at(-1)).toMatchObject({
      type: 'update',
      previous: { version: 2 },
      next: { version: 3, restoredVersion: 1 },
    })
    expect((await send('POST', '/restore', { version: 9 }, { 'if-match': '*' })).status).toBe(404)
  })

  it('can copy the layout of another team or environment of the project', async () => {
    const { db } = suite.service.deps.store
    const { project, member } = suite
    const { id: environmentId } = await db
      .insertInto('environments')
      .values({ project_id: project.id, name: 'Staging', kind: 'staging' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const teamId = await addTeam()
    const copy = (fromEnvironmentId: number, fromTeamId: number) =>
      send(
        'POST',
        '/copy',
        { fromEnvironmentId, fromTeamId },
        { 'if-match': '"none"' },
        { environmentId },
      )
    const empty = await copy(project.environment.id, project.team.id)
    expect([empty.status, empty.body.message]).toEqual([
      404,
      'The team has no layout in that environment.',
    ])
    const written = await put(hide('a'))
    const other = await suite.seed.project()
    const foreign = await copy(other.environment.id, project.team.id)
    expect([foreign.status, foreign.body.code]).toEqual([400, 'invalid_body'])
    expect((await copy(project.environment.id, other.team.id)).status).toBe(404)
    const outside = await copy(project.environment.id, teamId)
    expect([outside.status, outside.body.code]).toEqual([403, 'not_in_team'])
    const copied = await copy(project.environment.id, project.team.id)
    expect([copied.status, copied.body]).toEqual([200, written.body])
    expect((await logs()).at(-1)).toMatchObject({
      type: 'add',
      by: member.id,
      next: {
        team: place().team,
        environment: { object: 'environment', name: 'Staging' },
        version: 1,
        copiedFrom: place(),
      },
    })
    expect((await copy(project.environment.id, project.team.id)).status).toBe(412)
  })
})
