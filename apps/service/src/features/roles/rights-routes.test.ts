import { beforeEach, describe, expect, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { useTestProject } from '../../testing/use-test-project.js'

const none = { browse: false, read: false, edit: false, add: false, delete: false, export: false }
const orders = {
  ...none,
  browse: true,
  read: true,
  fields: { total: { read: true, edit: false } },
  actions: {
    'Refund / partly': {
      trigger: true,
      requireApproval: true,
      approve: false,
      selfApprove: false,
      requireApprovalCondition: {
        aggregator: 'or',
        conditions: [
          { field: 'total', operator: 'greater_than', value: 1000, source: 'data' },
          { field: 'reason', operator: 'blank', source: 'input' },
        ],
      },
    },
  },
}

describe('rights of roles', () => {
  const suite = useTestProject()
  let staging: { id: number; name: string }
  beforeEach(async () => {
    staging = (await send('POST', '', { name: 'Staging', kind: 'staging' })).body
  })

  const send = (method: string, path: string, body?: unknown, ifMatch?: string) =>
    ask(suite.service.url, method, `/api/projects/${suite.project.id}/environments${path}`, {
      headers: { ...suite.headers, ...(ifMatch && { 'if-match': ifMatch }) },
      body,
    })
  const rightsPath = (
    environmentId = suite.project.environment.id,
    roleId = suite.project.role.id,
  ) => `/${environmentId}/roles/${roleId}/rights`
  const rightsLogs = async () =>
    (await listAdminLogs(suite.service.deps.store, suite.project.id)).filter(
      log => log.resource === 'role-rights',
    )

  it('are none for a role without a document', async () => {
    const { status, body } = await send('GET', rightsPath())
    expect([status, body]).toEqual([200, { defaults: none, collections: {} }])
    const all = await send('GET', `/${suite.project.environment.id}/rights`)
    expect(all.body).toEqual({
      rights: 'enforced',
      data: [
        {
          role: { id: suite.project.role.id, name: 'Support' },
          rights: { defaults: none, collections: {} },
          updatedAt: null,
          tag: 'none',
        },
      ],
    })
  })

  it('are read as they were written, in this environment alone', async () => {
    const document = { defaults: { ...none, browse: true }, collections: { orders } }
    const written = await send('PUT', rightsPath(), document)
    expect([written.status, written.body]).toEqual([200, document])
    expect((await send('GET', rightsPath())).body).toEqual(document)
    const elsewhere = await send('GET', rightsPath(staging.id))
    expect(elsewhere.body).toEqual({ defaults: none, collections: {} })
  })

  it('log what a change touches, and nothing for a change that changes nothing', async () => {
    const first = { defaults: none, collections: { orders, customers: { ...none, read: true } } }
    await send('PUT', rightsPath(), first)
    const customers = { ...none, read: true, export: true }
    const second = { defaults: none, collections: { orders, customers, invoices: none } }
    await send('PUT', rightsPath(), second)
    await send('PUT', rightsPath(), second)
    await send('PUT', rightsPath(), { ...second, defaults: { ...none, browse: true } })
    const subject = {
      role: { object: 'role', name: 'Support' },
      environment: { object: 'environment', name: 'Production' },
    }
    const by = suite.project.admin.id
    const resource = 'role-rights'
    expect(await rightsLogs()).toEqual([
      {
        type: 'add',
        resource,
        by,
        previous: null,
        next: { ...subject, collections: first.collections },
      },
      {
        type: 'update',
        resource,
        by,
        previous: { ...subject, collections: { customers: first.collections.customers } },
        next: { ...subject, collections: { customers, invoices: none } },
      },
      {
        type: 'update',
        resource,
        by,
        previous: { ...subject, defaults: none },
        next: { ...subject, defaults: { ...none, browse: true } },
      },
    ])
  })

  it('are copied for all roles, also those that have none in the source', async () => {
    const { body: auditor } = await ask(
      suite.service.url,
      'POST',
      `/api/projects/${suite.project.id}/roles`,
      {
        headers: suite.headers,
        body: { name: 'Auditor' },
      },
    )
    const document = { defaults: none, collections: { orders } }
    const stale = { defaults: { ...none, delete: true }, collections: {} }
    await send('PUT', rightsPath(), document)
    await send('PUT', rightsPath(staging.id, auditor.id), stale)
    const copy = () =>
      send('POST', `/${staging.id}/rights/copy`, {
        fromEnvironmentId: suite.project.environment.id,
      })
    const copied = await copy()
    expect(copied.status).toBe(200)
    expect(copied.body.data).toEqual([
      {
        role: { id: auditor.id, name: 'Auditor' },
        rights: { defaults: none, collections: {} },
        updatedAt: null,
        tag: 'none',
      },
      {
        role: { id: suite.project.role.id, name: 'Support' },
        rights: document,
        updatedAt: expect.any(String),
        tag: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ])
    await copy()
    const environment = { object: 'environment', name: 'Staging' }
    const role = (name: string) => ({ role: { object: 'role', name } })
    expect((await rightsLogs()).slice(2)).toEqual([
      {
        type: 'update',
        resource: 'role-rights',
        by: suite.project.admin.id,
        previous: {
          environment,
          roles: [
            { ...role('Auditor'), defaults: stale.defaults },
            { ...role('Support'), collections: {} },
          ],
        },
        next: {
          environment,
          copiedFrom: { object: 'environment', name: 'Production' },
          roles: [
            { ...role('Auditor'), defaults: none },
            { ...role('Support'), collections: { orders } },
          ],
        },
      },
    ])
  })

  it('are not copied from the same, an unknown or a foreign environment, told alike', async () => {
    const foreign = await suite.seed.project()
    const ids = [staging.id, 999_999_999, foreign.environment.id]
    const answers = await Promise.all(
      ids.map(fromEnvironmentId =>
        send('POST', `/${staging.id}/rights/copy`, { fromEnvironmentId }),
      ),
    )
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([
        400,
        {
          code: 'invalid_body',
          message: "'fromEnvironmentId' must be another environment of this project.",
        },
      ])
    }
  })

  it('that somebody changed in the meantime are not overwritten', async () => {
    const document = (read: boolean) => ({ defaults: { ...none, read }, collections: {} })
    const first = await send('PUT', rightsPath(), document(true), '"none"')
    const tag = first.headers.get('etag') as string
    expect((await send('GET', rightsPath())).headers.get('etag')).toBe(tag)
    const { body: all } = await send('GET', `/${suite.project.environment.id}/rights`)
    expect(`"${all.data[0].tag}"`).toBe(tag)
    const second = await send('PUT', rightsPath(), document(false), tag)
    expect([second.status, second.headers.get('etag')]).not.toEqual([200, tag])
    for (const old of ['"none"', tag]) {
      const late = await send('PUT', rightsPath(), document(true), old)
      expect([late.status, late.body.code]).toEqual([412, 'rights_changed'])
      expect(late.body.message).toMatch(
        /^The rights of the role 'Support' were changed at .+Z\. Read them again/,
      )
    }
    expect((await send('GET', rightsPath())).body).toEqual(document(false))
    expect(await rightsLogs()).toHaveLength(2)
  })

  it('survive many writers at once: one document wins whole and every change is in the log', async () => {
    const documents = Array.from({ length: 6 }, (_, index) => ({
      defaults: none,
      collections: { [`c${index}`]: none },
    }))
    const statuses = await Promise.all(
      documents.map(async document => (await send('PUT', rightsPath(), document)).status),
    )
    expect(statuses).toEqual(Array(6).fill(200))
    const { body } = await send('GET', rightsPath())
    expect(documents).toContainEqual(body)
    const logs = await rightsLogs()
    expect(logs.map(log => log.type)).toEqual(['add', ...Array(5).fill('update')])
    expect(logs.at(-1)?.next).toMatchObject({ collections: body.collections })
  })

  it('of a deleted role are neither listed nor changed', async () => {
    const { body: role } = await ask(
      suite.service.url,
      'POST',
      `/api/projects/${suite.project.id}/roles`,
      {
        headers: suite.headers,
        body: { name: 'Short-lived' },
      },
    )
    await send('PUT', rightsPath(undefined, role.id), { defaults: none, collections: { orders } })
    await ask(suite.service.url, 'DELETE', `/api/projects/${suite.project.id}/roles/${role.id}`, {
      headers: suite.headers,
    })
    const { body } = await send('GET', `/${suite.project.environment.id}/rights`)
    expect(body.data.map((one: { role: { name: string } }) => one.role.name)).toEqual(['Support'])
    const changed = await send('PUT', rightsPath(undefined, role.id), {
      defaults: none,
      collections: {},
    })
    expect(changed.status).toBe(404)
  })
})
