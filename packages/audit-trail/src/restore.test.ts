import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Agent } from '@service/agent'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAuditTrail } from './create-audit-trail.js'
import { type Audited, openAudited } from './testing/open-audited.js'

const folder = mkdtempSync(join(tmpdir(), 'audit-restore-'))
let made = 0
let audited: Audited

function customize(agent: Agent) {
  agent
    .customizeCollection('orders', orders =>
      orders.renameField('total', 'amount').addAction('Pay', {
        scope: 'Bulk',
        execute: async (context, resultBuilder) => {
          await context.collection.update(context.filter, { status: 'paid' })
          return resultBuilder.success()
        },
      }),
    )
    .customizeCollection('customers', customers =>
      customers.addHook('Before', 'Update', async context => {
        if (context.patch.name === 'Bob') context.throwValidationError('This name is refused.')
      }),
    )
}

beforeEach(async () => {
  made += 1
  const connection = `sqlite:${join(folder, `${made}.db`)}`
  audited = await openAudited(createAuditTrail({ connection, redact: ['customers.iban'] }), {
    customize,
  })
})
afterEach(() => audited.close())
afterAll(() => rmSync(folder, { recursive: true }))

const photo = `data:application/octet-stream;base64,${Buffer.from('12345').toString('base64')}`

async function change(path: string, attributes: object): Promise<string> {
  const { status, headers } = await audited.send('PUT', path, { data: { attributes } })
  expect(status).toBe(200)
  return headers.get('x-service-correlation-id') ?? ''
}

async function read(path: string) {
  const { json } = await audited.send('GET', path)
  return json.data?.attributes as Record<string, unknown> | undefined
}

const revert = (key: string, body?: object, query = '') =>
  audited.send('POST', `/_audit-trail/correlation/${key}/revert${query}`, body)
const restore = (path: string, at: string, body?: object) =>
  audited.send('POST', `/_audit-trail/${path}/restore?at=${at}`, body)

/** An instant that separates what was done before from what follows. */
async function between(): Promise<string> {
  const now = Date.now()
  while (Date.now() <= now + 2) await new Promise(resolve => setTimeout(resolve, 1))
  return new Date(now + 1).toISOString()
}

describe('POST /_audit-trail/correlation/{key}/revert', () => {
  it('writes the values before the request, and can be reverted itself', async () => {
    const key = await change('/orders/1', { status: 'paid', amount: 20 })
    const { status, json } = await revert(key)
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        data: [
          {
            collection: 'orders',
            recordId: '1',
            operation: 'update',
            changes: { status: { from: 'paid', to: 'draft' }, amount: { from: 20, to: 10 } },
            changedSince: {},
            unrestored: {},
          },
        ],
        meta: { dryRun: false, correlationKey: expect.any(String) },
      },
    })
    expect(await read('/orders/1')).toMatchObject({ status: 'draft', amount: 10 })
    const { correlationKey } = json.meta as unknown as { correlationKey: string }
    await revert(correlationKey)
    expect(await read('/orders/1')).toMatchObject({ status: 'paid', amount: 20 })
  })

  it('reports what changed since, and does not overwrite it', async () => {
    const key = await change('/orders/1', { status: 'paid', amount: 20 })
    await change('/orders/1', { amount: 30 })
    const { json } = await revert(key)
    expect(json.data).toMatchObject([
      {
        operation: 'update',
        changes: { status: { from: 'paid', to: 'draft' } },
        changedSince: { amount: { expected: 20, current: 30, to: 10 } },
      },
    ])
    expect(await read('/orders/1')).toMatchObject({ status: 'draft', amount: 30 })
  })

  it('writes nothing in a dry run', async () => {
    const key = await change('/orders/1', { status: 'paid' })
    const { json } = await revert(key, { dryRun: true })
    expect(json).toMatchObject({
      data: [{ operation: 'update', changes: { status: { from: 'paid', to: 'draft' } } }],
      meta: { dryRun: true },
    })
    expect(await read('/orders/1')).toMatchObject({ status: 'paid' })
  })

  it('restores only the fields that are named', async () => {
    const key = await change('/orders/1', { status: 'paid', amount: 20 })
    await revert(key, { fields: ['amount'] })
    expect(await read('/orders/1')).toMatchObject({ status: 'paid', amount: 10 })
  })

  it('reverts every record of an action, or one of them', async () => {
    const { headers } = await audited.send('POST', '/_actions/orders/0/pay', {
      data: { attributes: { ids: ['1', '2'], values: {}, collection_name: 'orders' } },
    })
    const key = headers.get('x-service-correlation-id') ?? ''
    await revert(key, undefined, '?collection=orders&recordId=2')
    expect(await read('/orders/1')).toMatchObject({ status: 'paid' })
    expect(await read('/orders/2')).toMatchObject({ status: 'draft' })
    const { json } = await revert(key)
    expect(json.data).toMatchObject([
      { recordId: '1', operation: 'update' },
      { recordId: '2', operation: 'none', changes: {}, changedSince: {} },
    ])
    expect(await read('/orders/1')).toMatchObject({ status: 'draft' })
  })

  it('creates what the request deleted, and deletes nothing that it created', async () => {
    const created = await audited.send('POST', '/orders', {
      data: { attributes: { status: 'new' } },
    })
    const deleted = await audited.send('DELETE', '/orders/3')
    const [first, second] = [deleted, created].map(
      ({ headers }) => headers.get('x-service-correlation-id') ?? '',
    )
    const again = await revert(first ?? '')
    expect(again.json.data).toMatchObject([{ recordId: '3', operation: 'create' }])
    expect(await read('/orders/3')).toMatchObject({ status: 'paid', amount: 10 })
    expect((await revert(first ?? '')).json.data).toMatchObject([
      { operation: 'none', obstacle: 'createdSince' },
    ])
    expect((await revert(second ?? '')).json.data).toMatchObject([
      { operation: 'none', obstacle: 'created' },
    ])
    expect(await read(`/orders/${created.json.data.id}`)).toMatchObject({ status: 'new' })
  })

  it('says that the record was deleted since', async () => {
    const key = await change('/orders/1', { status: 'paid' })
    await audited.send('DELETE', '/orders/1')
    expect((await revert(key)).json.data).toMatchObject([
      { operation: 'none', obstacle: 'deletedSince' },
    ])
  })

  it('names the fields whose earlier value is not stored', async () => {
    await change('/orders/1', { photo })
    const key = await change('/orders/1', { photo: null, status: 'paid' })
    expect((await revert(key)).json.data).toMatchObject([
      { changes: { status: { to: 'draft' } }, unrestored: { photo: 'bytes' } },
    ])
    const iban = await change('/customers/1', { iban: 'DE1' })
    expect((await revert(iban)).json.data).toMatchObject([
      { operation: 'none', unrestored: { iban: 'redacted' } },
    ])
  })

  it('runs hooks, whose refusal is the response', async () => {
    const key = await change('/customers/2', { name: 'Eva' })
    const { status, json } = await revert(key)
    expect([status, json.errors[0]?.detail]).toEqual([400, 'This name is refused.'])
    expect(await read('/customers/2')).toMatchObject({ name: 'Eva' })
  })

  it('goes on with the other records when one is refused', async () => {
    const { headers } = await audited.send('PUT', '/customers', {
      data: { attributes: { ids: ['1', '2'], values: { name: 'Eva' } } },
    })
    const key = headers.get('x-service-correlation-id') ?? ''
    expect((await revert(key)).json.data).toMatchObject([
      { recordId: '1', operation: 'update' },
      { recordId: '2', operation: 'none', error: { detail: 'This name is refused.' } },
    ])
    expect(await read('/customers/1')).toMatchObject({ name: 'Ada' })
  })

  it('needs the right to edit, and to write each field that is named', async () => {
    const key = await change('/customers/1', { name: 'Eva', country: 'DE' })
    audited.service.setRights('customers', { browse: true, read: true })
    expect((await revert(key)).status).toBe(403)
    const locked = { country: { read: true, edit: false } }
    audited.service.setRights('customers', { browse: true, read: true, edit: true, fields: locked })
    expect((await revert(key, { fields: ['country'] })).status).toBe(403)
    expect((await revert(key)).json.data).toMatchObject([
      { changes: { name: { from: 'Eva', to: 'Ada' } }, unrestored: { country: 'notAllowed' } },
    ])
  })

  it('neither shows nor restores a field that the role may not read', async () => {
    const key = await change('/customers/1', { name: 'Eva', country: 'DE' })
    const hidden = { country: { read: false, edit: true } }
    audited.service.setRights('customers', { browse: true, read: true, edit: true, fields: hidden })
    const { json } = await revert(key)
    expect(JSON.stringify(json)).not.toMatch(/country|FR|DE/)
    expect((await revert(key, { fields: ['country'] })).status).toBe(403)
    audited.service.setRights('customers', { browse: true, read: true, edit: true })
    expect(await read('/customers/1')).toMatchObject({ name: 'Ada', country: 'DE' })
  })

  it('reaches no record out of scope', async () => {
    const key = await change('/customers/2', { name: 'Eva' })
    audited.service.setScope(1, 'customers', { field: 'country', operator: 'equal', value: 'FR' })
    expect((await revert(key)).status).toBe(404)
  })

  it('is an update of its records in the activity log, and a dry run a read of them', async () => {
    const key = await change('/orders/1', { status: 'paid' })
    await revert(key, { dryRun: true })
    const { headers } = await revert(key)
    const find = (type: string) =>
      audited.service.activity
        .filter(entry => entry.type === type)
        .map(({ action, collectionName, recordIds, label, correlationKey }) => {
          return { action, collectionName, recordIds, label, correlationKey }
        })
    const about = { collectionName: 'orders', recordIds: ['1'] }
    await expect
      .poll(() => find('write'))
      .toEqual([
        { action: 'update', ...about, correlationKey: key },
        {
          action: 'update',
          ...about,
          label: 'reverted',
          correlationKey: headers.get('x-service-correlation-id'),
        },
      ])
    await expect
      .poll(() => find('read'))
      .toEqual([{ action: 'read', ...about, label: 'audit trail' }])
  })

  it('takes one collection at a time', async () => {
    const key = (
      await audited.send('PUT', '/orders/1', { data: { attributes: { status: 'paid' } } })
    ).headers.get('x-service-correlation-id')
    expect((await revert('0123456789abcdef')).status).toBe(404)
    expect((await revert(key ?? '', undefined, '?recordId=1')).status).toBe(400)
    expect((await revert(key ?? '', undefined, '?collection=customers')).status).toBe(404)
  })
})

describe('POST /_audit-trail/{collection}/{id}/restore', () => {
  it('writes the values of an instant, once', async () => {
    const at = await between()
    await change('/orders/1', { status: 'paid' })
    await change('/orders/1', { amount: 20 })
    const { json } = await restore('orders/1', at)
    expect(json.data).toMatchObject({
      operation: 'update',
      changes: { status: { from: 'paid', to: 'draft' }, amount: { from: 20, to: 10 } },
    })
    expect(await read('/orders/1')).toMatchObject({ status: 'draft', amount: 10 })
    const { headers, json: again } = await restore('orders/1', at)
    expect(again.data).toMatchObject({ operation: 'none', changes: {} })
    expect((await revert(headers.get('x-service-correlation-id') ?? '')).status).toBe(404)
  })

  it('writes no field that changed since the dry run, and reports it', async () => {
    const at = await between()
    await change('/orders/1', { status: 'paid', amount: 20 })
    const dryRun = await restore('orders/1', at, { dryRun: true })
    expect(await read('/orders/1')).toMatchObject({ status: 'paid', amount: 20 })
    const { changes } = dryRun.json.data as unknown as {
      changes: Record<string, { from: unknown }>
    }
    const expect_ = Object.fromEntries(
      Object.entries(changes).map(([name, { from }]) => [name, from]),
    )
    await change('/orders/1', { amount: 30 })
    const { json } = await restore('orders/1', at, { expect: expect_ })
    expect(json.data).toMatchObject({
      changes: { status: { from: 'paid', to: 'draft' } },
      changedSince: { amount: { expected: 20, current: 30, to: 10 } },
    })
    expect(await read('/orders/1')).toMatchObject({ status: 'draft', amount: 30 })
  })

  it('creates a deleted record again with its key', async () => {
    const at = await between()
    await audited.send('DELETE', '/orders/2')
    const dryRun = await restore('orders/2', at, { dryRun: true })
    expect(dryRun.json.data).toMatchObject({ operation: 'create', recordId: '2' })
    expect((await audited.send('GET', '/orders/2')).status).toBe(404)
    await restore('orders/2', at)
    expect(await read('/orders/2')).toMatchObject({ status: 'draft', amount: 10 })
    const { json } = await audited.send('GET', '/_audit-trail/orders/2')
    expect(json.data.map(({ operation }) => operation)).toEqual(['create', 'delete'])
  })

  it('creates no part of a record', async () => {
    await change('/orders/1', { photo })
    const at = await between()
    await audited.send('DELETE', '/orders/1')
    await audited.send('DELETE', '/customers/1')
    const answers = await Promise.all(['orders/1', 'customers/1'].map(path => restore(path, at)))
    expect(answers.map(({ status, json }) => [status, json.errors[0]?.detail])).toEqual([
      [
        422,
        "Record '1' of 'orders' cannot be created again. 'photo' contained bytes, which the audit trail does not store.",
      ],
      [
        422,
        "Record '1' of 'customers' cannot be created again. 'iban' is redacted in the audit trail.",
      ],
    ])
    await audited.send('DELETE', '/orders/2')
    audited.service.setRights('orders', { browse: true, read: true, edit: true })
    expect((await restore('orders/2', at)).status).toBe(403)
    const hidden = { details: { read: false, edit: true } }
    audited.service.setRights('orders', { browse: true, read: true, add: true, fields: hidden })
    const refused = await restore('orders/2', at)
    expect([refused.status, JSON.stringify(refused.json)]).toEqual([
      403,
      expect.not.stringContaining('details'),
    ])
  })

  it.each([
    ['orders/1', { field: ['status'] }, "No 'field' in the body. It can have: fields"],
    ['orders/1', { fields: [] }, "'fields' must be a list of fields"],
    ['orders/1', { fields: ['nothing'] }, 'nothing'],
    ['orders/1', { fields: ['customer'] }, "'customer' of 'orders' is a relation"],
    ['orders/1', { dryRun: 'yes' }, "'dryRun' must be true or false"],
    ['orders/1', { expect: ['status'] }, "'expect' must be an object of fields and values"],
  ])('rejects %s with %j', async (path, body, detail) => {
    const { status, json } = await restore(path, '2999-01-01', body)
    expect([status, json.errors[0]?.detail]).toEqual([400, expect.stringContaining(detail)])
  })

  it('is a 404 for a time before the record, and for a record that never was', async () => {
    const { json } = await audited.send('POST', '/orders', {
      data: { attributes: { status: 'new' } },
    })
    expect((await restore(`orders/${json.data.id}`, '2000-01-01')).status).toBe(404)
    expect((await restore('orders/99', '2000-01-01')).status).toBe(404)
  })
})
