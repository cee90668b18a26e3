import type { Layout as LayoutDocument } from '@service/protocol'
import { describe, expect, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { onAnyStore } from '../../testing/on-each-store.js'
import { useTestProject } from '../../testing/use-test-project.js'
import { Layout } from './layout.js'

const layout: LayoutDocument = {
  version: 1,
  navigation: {
    groups: [
      {
        label: 'Shop',
        items: [
          { kind: 'collection', name: 'orders' },
          { kind: 'link', label: 'Wiki', url: 'https://wiki.example' },
          { kind: 'dashboard', id: 3 },
        ],
      },
    ],
    hidden: ['junctions'],
  },
  collections: {
    orders: {
      label: 'Orders',
      titleField: 'reference',
      list: {
        columns: [{ field: 'reference', width: 200, isPinned: true }, { field: 'customer:name' }],
        sort: [{ field: 'ordered_at', isDescending: true }],
      },
      detail: { sections: [{ label: 'Order', fields: ['reference'], columns: 2 }] },
      forms: { create: [{ fields: ['reference'] }] },
      fields: { total: { label: 'Total', show: { name: 'money', parameters: { unit: 'cents' } } } },
      actions: { order: ['Refund'], primary: ['Refund'], hidden: [] },
    },
  },
}

onAnyStore('layouts', postgresUrl => {
  const suite = useTestProject('user', {}, { postgresUrl })

  const read = (headers: Record<string, string> = {}, team = suite.project.team.id) => {
    const { id, environment } = suite.project
    const path = `/api/projects/${id}/environments/${environment.id}/teams/${team}/layout`
    return ask(suite.service.url, 'GET', path, { headers: { ...suite.headers, ...headers } })
  }
  const store = (document: object) => {
    const { environment, team } = suite.project
    const text = JSON.stringify(document)
    return suite.service.deps.store.db
      .insertInto('layouts')
      .values({ environment_id: environment.id, team_id: team.id, layout: text })
      .onConflict(conflict =>
        conflict.columns(['environment_id', 'team_id']).doUpdateSet({ layout: text }),
      )
      .execute()
  }

  it('are null until there is one, and have a tag that changes with them', async () => {
    const none = await read()
    expect([none.status, none.body]).toEqual([200, { tag: 'none', layout: null }])
    expect(none.headers.get('etag')).toBe('"none"')
    await store(layout)
    const some = await read()
    expect(some.body).toEqual({ tag: expect.stringMatching(/^\w{32}$/), layout })
    expect((await read()).body.tag).toBe(some.body.tag)
    await store({ ...layout, collections: {} })
    expect((await read()).body.tag).not.toBe(some.body.tag)
  })

  it('are not sent again to whoever has them', async () => {
    await store(layout)
    const etag = (await read()).headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, body, headers } = await read({ 'if-none-match': known })
      expect([status, body, headers.get('etag')]).toEqual([304, undefined, etag])
    }
    expect((await read({ 'if-none-match': '"none"' })).status).toBe(200)
  })

  it('are for members of the team, and for admins', async () => {
    const { id: other } = await suite.service.deps.store.db
      .insertInto('teams')
      .values({ project_id: suite.project.id, name: 'Abroad' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const refused = await read({}, other)
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        code: 'not_in_team',
        message: "You are not in the team 'Abroad'.",
        rule: { kind: 'team', team: 'Abroad' },
      },
    ])
    const admin = await suite.seed.session(suite.project.admin.id)
    expect((await read(admin, other)).status).toBe(200)
    expect((await read(admin, 999_999)).status).toBe(404)
  })
})

const nest = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

describe('the schema of layouts', () => {
  it('takes names that no schema has, and nothing that the panel would not know', () => {
    expect(Layout.safeParse(layout).data).toEqual(layout)
    const escaped = { ...layout, collections: { orders: { description: 'not NUL: \\u0000' } } }
    expect(Layout.safeParse(escaped).data).toEqual(escaped)
    const wrong: object[] = [
      { ...layout, version: 2 },
      { ...layout, more: true },
      { ...layout, collections: { orders: { colour: 'red' } } },
      { ...layout, collections: { orders: { description: 'a\0' } } },
      { ...layout, collections: { orders: { description: '\\\0' } } },
      {
        ...layout,
        collections: {
          orders: { fields: { a: { show: { name: 'x', parameters: { b: '\ud800' } } } } },
        },
      },
      {
        ...layout,
        collections: {
          orders: { fields: { a: { show: { name: 'x', parameters: { b: nest(100_000) } } } } },
        },
      },
      { ...layout, collections: { orders: { list: { columns: [{ field: 'a', width: 1 }] } } } },
      {
        ...layout,
        navigation: {
          groups: [
            { label: 'A', items: [{ kind: 'link', label: 'x', url: 'javascript:alert(1)' }] },
          ],
          hidden: [],
        },
      },
    ]
    for (const document of wrong) expect(Layout.safeParse(document).success).toBe(false)
  })
})
