import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, ask } from '../../../testing/ask.js'
import { onEachStoreInLongRuns } from '../../../testing/on-each-store.js'
import { openEvents } from '../../../testing/read-stream.js'
import { createSeed, type SeededProject } from '../../../testing/seed.js'
import { startTestService, type TestService } from '../../../testing/start-test-service.js'

const documents = {
  'refresh-users': '/agent-api/permissions/users',
  'refresh-roles': '/agent-api/permissions/environment',
  'refresh-renderings': '/agent-api/permissions/renderings',
  'refresh-ip-rules': '/agent-api/ip-rules',
} as const

onEachStoreInLongRuns('every change an administrator makes', postgresUrl => {
  let service: TestService
  let seed: ReturnType<typeof createSeed>
  let project: SeededProject
  let admin: Record<string, string>
  let agent: Record<string, string>

  beforeAll(async () => {
    service = await startTestService(postgresUrl)
    seed = createSeed(service.deps.store)
    project = await seed.project()
    admin = await seed.session(project.admin.id)
    agent = { 'service-secret-key': project.environment.secret }
  })
  afterAll(() => service?.stop())

  const change = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await ask(service.url, method, `/api/projects/${project.id}${path}`, {
      headers: admin,
      body,
    })
    if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
  const environment = () => `/environments/${project.environment.id}`
  const team = () => `${environment()}/teams/${project.team.id}`
  const etags = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(documents).map(async ([event, path]) => {
          const { status, headers } = await ask(service.url, 'GET', path, { headers: agent })
          if (status !== 200) throw new Error(`${status} ${path}`)
          return [event, headers.get('etag')]
        }),
      ),
    )

  const condition = { field: 'status', operator: 'equal', value: 'paid' }
  const definition = { type: 'Value', sourceCollectionName: 'orders', aggregator: 'Count' }
  const none = { browse: false, read: false, edit: false, add: false, delete: false, export: false }
  let made = { role: 0, team: 0, segment: 0, chart: 0, user: 0 }

  type Row = readonly [
    name: string,
    events: readonly (keyof typeof documents)[],
    make: () => Promise<unknown>,
  ]
  const rows: readonly Row[] = [
    [
      'a schema is uploaded',
      ['refresh-roles', 'refresh-renderings'],
      () =>
        ask(service.url, 'POST', '/agent-api/schema', {
          headers: agent,
          body: {
            meta: { liana: 'agent', liana_version: '1', schemaFileHash: 'a'.repeat(40) },
            data: [{ type: 'collections', id: 'x', attributes: { name: 'orders', fields: [] } }],
          },
        }),
    ],
    [
      'rights are set',
      ['refresh-roles'],
      () =>
        change('PUT', `${environment()}/roles/${project.role.id}/rights`, {
          defaults: { ...none, browse: true },
          collections: {},
        }),
    ],
    [
      'a role is made and given rights',
      ['refresh-roles'],
      async () => {
        made = { ...made, role: (await change('POST', '/roles', { name: 'New' })).body.id }
        await change('PUT', `${environment()}/roles/${made.role}/rights`, {
          defaults: { ...none, read: true },
          collections: {},
        })
      },
    ],
    [
      'a role is renamed',
      ['refresh-users'],
      () => change('PATCH', `/roles/${project.role.id}`, { name: 'Helpers' }),
    ],
    ['a role is deleted', ['refresh-roles'], () => change('DELETE', `/roles/${made.role}`)],
    [
      'a team is made',
      ['refresh-renderings'],
      async () => {
        made = { ...made, team: (await change('POST', '/teams', { name: 'Abroad' })).body.id }
      },
    ],
    [
      'a member gets another team',
      ['refresh-users'],
      () =>
        change('PATCH', `/people/${project.admin.id}`, {
          teamIds: [project.team.id, made.team],
        }),
    ],
    [
      'a member gets tags',
      ['refresh-users'],
      () => change('PATCH', `/people/${project.admin.id}`, { tags: { country: 'FR' } }),
    ],
    [
      'a team is renamed',
      ['refresh-renderings'],
      () => change('PATCH', `/teams/${made.team}`, { name: 'Overseas' }),
    ],
    [
      'somebody joins',
      ['refresh-users'],
      async () => {
        made = { ...made, user: (await seed.member(project, 'user')).id }
      },
    ],
    [
      'an account is disabled',
      ['refresh-users'],
      () =>
        service.deps.store.db
          .updateTable('users')
          .set({ disabled_at: '2026-01-01T00:00:00.000000Z' })
          .where('id', '=', made.user)
          .execute(),
    ],
    [
      'somebody is made an editor',
      ['refresh-users'],
      async () => {
        made = { ...made, user: (await seed.member(project, 'user')).id }
        await change('PATCH', `/people/${made.user}`, { permissionLevel: 'editor' })
      },
    ],
    ['somebody leaves', ['refresh-users'], () => change('DELETE', `/people/${made.user}`)],
    [
      'a person changes their name',
      ['refresh-users'],
      () => ask(service.url, 'PATCH', '/api/me', { headers: admin, body: { firstName: 'Ada' } }),
    ],
    [
      'a scope is set',
      ['refresh-renderings'],
      () => change('PUT', `${team()}/scopes/orders`, { condition }),
    ],
    [
      'a scope is removed',
      ['refresh-renderings'],
      () => change('DELETE', `${team()}/scopes/orders`),
    ],
    [
      'a segment is made',
      ['refresh-renderings'],
      async () => {
        const body = {
          name: 'Paid',
          collectionName: 'orders',
          connectionName: 'main',
          query: "select id from orders where status = 'paid'",
        }
        made = { ...made, segment: (await change('POST', `${team()}/segments`, body)).body.id }
      },
    ],
    [
      'a segment is replaced',
      ['refresh-renderings'],
      () =>
        change('PUT', `${team()}/segments/${made.segment}`, {
          name: 'Paid',
          collectionName: 'orders',
          connectionName: 'main',
          query: 'select id from orders',
        }),
    ],
    [
      'a segment is removed',
      ['refresh-renderings'],
      () => change('DELETE', `${team()}/segments/${made.segment}`),
    ],
    [
      'a chart is made',
      ['refresh-renderings'],
      async () => {
        const body = { name: 'Orders', definition }
        made = { ...made, chart: (await change('POST', `${team()}/charts`, body)).body.id }
      },
    ],
    [
      'a chart is replaced',
      ['refresh-renderings'],
      () =>
        change('PUT', `${team()}/charts/${made.chart}`, {
          name: 'Orders',
          definition: { ...definition, filter: condition },
        }),
    ],
    [
      'a chart is removed',
      ['refresh-renderings'],
      () => change('DELETE', `${team()}/charts/${made.chart}`),
    ],
    [
      'a team is emptied and deleted',
      ['refresh-users', 'refresh-renderings'],
      async () => {
        await change('PATCH', `/people/${project.admin.id}`, { teamIds: [project.team.id] })
        await change('DELETE', `/teams/${made.team}`)
      },
    ],
    [
      'IP rules are set',
      ['refresh-ip-rules'],
      () =>
        change('PUT', `${environment()}/ip-rules`, {
          isEnabled: true,
          rules: [{ type: 2, range: '127.0.0.0/8' }],
        }),
    ],
    [
      'the environment is opened',
      ['refresh-roles'],
      () => change('PATCH', environment(), { rights: 'open' }),
    ],
  ]

  it.each(rows)('reaches the agent with a new ETag when %s', async (_name, expected, make) => {
    const events = await openEvents(service.url, agent)
    try {
      const before = await etags()
      await make()
      // An event too many costs the agent a 304; one too few would be a fault.
      const received = new Set<string>()
      while (!expected.every(event => received.has(event))) {
        received.add((await events.nextChange())?.event ?? 'end')
        expect(received).not.toContain('end')
      }
      const after = await etags()
      expect(Object.keys(after).filter(event => after[event] !== before[event])).toEqual(expected)
    } finally {
      events.close()
    }
  })
})
