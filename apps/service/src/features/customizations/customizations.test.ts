import { describe, expect, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { listAdminLogs } from '../../testing/list-admin-logs.js'
import { useTestProject } from '../../testing/use-test-project.js'

const webhook = {
  name: 'Notify',
  type: 'action',
  modelName: 'orders',
  configuration: {
    scope: 'bulk',
    type: 'webhook',
    configuration: { url: 'https://hooks.example.com/secret', integration: 'zapier' },
  },
}
const update = {
  name: 'Pay',
  type: 'action',
  modelName: 'orders',
  configuration: {
    type: 'update-record',
    configuration: { fields: [{ fieldName: 'status', value: 'paid' }] },
  },
}
const withFields = (fields: unknown, more: object = {}) => ({
  ...update,
  configuration: { ...update.configuration, configuration: { fields }, ...more },
})
const withUrl = (url: unknown) => ({
  ...webhook,
  configuration: { ...webhook.configuration, configuration: { url } },
})

describe('actions made without code', () => {
  const suite = useTestProject()

  const send = (method: string, actions?: unknown) =>
    ask(
      suite.service.url,
      method,
      `/api/projects/${suite.project.id}/environments/${suite.project.environment.id}/customizations`,
      { headers: suite.headers, body: actions === undefined ? undefined : { actions } },
    )
  const asAgent = (path: string, secret = 'service-secret-key') =>
    ask(suite.service.url, 'GET', path, { headers: { [secret]: suite.project.environment.secret } })
  const events = async () =>
    (
      await suite.service.deps.store.db
        .selectFrom('agent_events')
        .select('kind')
        .where('environment_id', '=', suite.project.environment.id)
        .orderBy('seq')
        .execute()
    ).filter(({ kind }) => kind === 'refresh-customizations').length

  it('are replaced as a whole; agents read them and hear of each change', async () => {
    expect((await send('GET')).body).toEqual({ actions: [] })
    expect((await asAgent('/agent-api/model-customizations')).body).toEqual([])
    const set = await send('PUT', [webhook, update])
    expect([set.status, set.body]).toEqual([200, { actions: [webhook, update] }])
    expect((await send('GET')).body).toEqual({ actions: [webhook, update] })
    expect((await asAgent('/agent-api/model-customizations')).body).toEqual([webhook, update])
    const family = await asAgent('/liana/model-customizations', 'forest-secret-key')
    expect(family.body).toEqual([webhook, update])
    expect(await events()).toBe(1)
    await send('PUT', [webhook, update])
    expect(await events()).toBe(1)
    await send('PUT', [])
    expect(await events()).toBe(2)
    expect((await asAgent('/agent-api/model-customizations')).body).toEqual([])
  })

  it('are logged without the paths of webhooks, which are often secrets', async () => {
    await send('PUT', [webhook])
    const environment = { object: 'environment', name: 'Production' }
    const { integration } = webhook.configuration.configuration
    const shown = { url: 'https://hooks.example.com', integration }
    expect(await listAdminLogs(suite.service.deps.store, suite.project.id)).toEqual([
      {
        type: 'update',
        resource: 'customizations',
        by: suite.project.admin.id,
        previous: { environment, actions: [] },
        next: {
          environment,
          actions: [
            { ...webhook, configuration: { ...webhook.configuration, configuration: shown } },
          ],
        },
      },
    ])
  })

  it('are those of one environment', async () => {
    await send('PUT', [webhook])
    const other = await suite.seed.project()
    const answer = await ask(suite.service.url, 'GET', '/agent-api/model-customizations', {
      headers: { 'service-secret-key': other.environment.secret },
    })
    expect(answer.body).toEqual([])
  })

  it.each([
    ['another type', { ...webhook, type: 'field' }, "'actions.0.type'"],
    ['an unknown member', { ...webhook, code: 'x' }, 'code'],
    ['no collection', { ...webhook, modelName: '' }, "'actions.0.modelName'"],
    ['an unknown kind', { ...webhook, configuration: { type: 'script' } }, 'configuration'],
    ['plain http', withUrl('http://example.com/'), 'must be an https URL'],
    ['a password', withUrl('https://a:b@example.com/'), 'must be an https URL'],
    ['no address', withUrl('orders'), 'must be an https URL'],
    ['code for an address', withUrl('javascript:alert(1)'), 'must be an https URL'],
    ['no field', withFields([]), 'must have a field'],
    [
      'a field twice',
      withFields([
        { fieldName: 'a', value: 1 },
        { fieldName: 'a', value: 2 },
      ]),
      'must not name a field twice',
    ],
    ['an object as value', withFields([{ fieldName: 'a', value: {} }]), 'value'],
    [
      'an update of everything',
      withFields([{ fieldName: 'a', value: 1 }], { scope: 'global' }),
      "must be 'single' or 'bulk'",
    ],
  ])('refuse %s', async (_, action, message) => {
    const { status, body } = await send('PUT', [action])
    expect([status, body.code]).toEqual([400, 'invalid_body'])
    expect(body.message).toContain(message)
    expect((await send('GET')).body).toEqual({ actions: [] })
  })

  it('refuse two of one name on a collection', async () => {
    expect((await send('PUT', [webhook, { ...update, name: 'Notify' }])).body.message).toContain(
      'two actions with the same name',
    )
    expect((await send('PUT', [webhook, { ...webhook, modelName: 'customers' }])).status).toBe(200)
  })

  it('are not for those below an admin', async () => {
    suite.headers = await suite.seed.session(
      (await suite.seed.member(suite.project, 'developer')).id,
    )
    for (const method of ['GET', 'PUT']) {
      const { status, body } = await send(method, method === 'PUT' ? [webhook] : undefined)
      expect([status, body.code]).toEqual([403, 'level_too_low'])
    }
  })
})
