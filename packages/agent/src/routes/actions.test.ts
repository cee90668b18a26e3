import { afterEach, describe, expect, it } from 'vitest'
import type { Agent } from '../agent.js'
import { type OpenAgent, type OpenOptions, openAgent, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

let opened: OpenAgent | undefined

afterEach(async () => {
  await opened?.close()
  opened = undefined
})

async function open(customize: (agent: Agent) => unknown, options: OpenOptions = {}) {
  opened = await openAgent(shop(), { ...options, customize })
  return opened
}

const request = (attributes: object) => ({
  data: { type: 'custom-action-requests', attributes: { values: {}, ...attributes } },
})

/** An agent whose orders have one action, which returns the ids it was started on. */
const openIds = (scope: 'Single' | 'Bulk' | 'Global', options: OpenOptions = {}) =>
  open(
    agent =>
      agent.customizeCollection('orders', orders =>
        orders.addAction('Tell ids!', {
          scope,
          execute: async (context, resultBuilder) =>
            resultBuilder.success((await context.getRecordIds()).join()),
        }),
      ),
    options,
  )

const tellIds = '/_actions/orders/0/tell-ids-'

describe('POST /_actions/:collection/:index/:slug', () => {
  it.each([
    [{ ids: ['1', '3'] }, '1,3'],
    [{ ids: [] }, ''],
    [{ ids: ['404'] }, ''],
    [{ ids: [], all_records: true, all_records_ids_excluded: ['2'] }, '1,3,4'],
    [
      {
        ids: [],
        all_records: true,
        all_records_ids_excluded: ['1'],
        all_records_subset_query: {
          filters: '{"field":"status","operator":"equal","value":"paid"}',
          'page[size]': 1,
        },
      },
      '3,4',
    ],
    [
      {
        ids: ['1', '2', '3'],
        parent_collection_name: 'customers',
        parent_collection_id: '1',
        parent_association_name: 'orders',
      },
      '1,2',
    ],
    [
      {
        ids: [],
        all_records: true,
        all_records_ids_excluded: [],
        parent_collection_name: 'products',
        parent_collection_id: 'pen',
        parent_association_name: 'orders',
      },
      '1,2',
    ],
  ])('runs on the selection %j', async (attributes, success) => {
    const { send } = await openIds('Bulk')
    const answer = await send('POST', tellIds, request(attributes))
    expect(answer).toMatchObject({
      status: 200,
      json: { success, refresh: { relationships: [] } },
    })
  })

  it('takes what is empty for what was not sent, and numbers for ids', async () => {
    const { send } = await openIds('Bulk')
    const told = async (attributes: object) =>
      (await send('POST', tellIds, request(attributes))).json
    const ids = ['1', '3']
    const parent = { parent_collection_name: 'customers', parent_collection_id: 1 }
    for (const empty of [null, '']) {
      const none = { ids, ...parent, requester_id: null, parent_association_name: empty }
      expect(await told(none)).toMatchObject({ success: '1,3' })
    }
    const related = { ids, ...parent, parent_association_name: 'orders' }
    expect(await told(related)).toMatchObject({ success: '1' })
    const all = { ids, all_records: 'true', all_records_ids_excluded: [2] }
    expect(await told(all)).toMatchObject({ success: '1,3,4' })
  })

  it('runs on nothing, whatever ids are sent', async () => {
    const { send } = await openIds('Global')
    const answer = await send('POST', tellIds, request({ ids: ['no', 'ids'] }))
    expect(answer).toMatchObject({ status: 200, json: { success: '1,2,3,4' } })
  })

  it.each([
    [{}, 400, /'ids|must hold one id/],
    [{ ids: ['1', '2'] }, 400, /must hold one id/],
    [{ ids: ['1'], all_records: true, all_records_ids_excluded: [] }, 400, /must hold one id/],
    [{ ids: ['1'], all_records: 'true', all_records_ids_excluded: [] }, 400, /must hold one id/],
    [{ ids: ['x'] }, 400, /is not a Number/],
    [{ ids: ['404'] }, 404, /No such record in 'orders'/],
    [{ ids: ['1'], values: undefined }, 400, /'data.attributes.values' must be an object/],
    [{ ids: ['1'], requester_id: 3 }, 422, /'requester_id' cannot be sent/],
    [{ ids: ['1'], parent_association_name: 'orders' }, 400, /needs 'parent_collection_name'/],
    [
      {
        ids: ['1'],
        parent_collection_name: 'orders',
        parent_collection_id: '1',
        parent_association_name: 'products',
      },
      400,
      /references 'products', not 'orders'/,
    ],
  ])('refuses %j for one record with %i', async (attributes, status, detail) => {
    const { send } = await openIds('Single')
    const answer = await send('POST', tellIds, request(attributes))
    expect(readError(answer)).toMatchObject({ status, detail: expect.stringMatching(detail) })
  })

  it.each([
    '/_actions/orders/1/tell-ids-',
    '/_actions/orders/0/tell-ids',
    '/_actions/orders/tell-ids-',
    '/_actions/customers/0/tell-ids-',
    '/_actions/nope/0/tell-ids-',
  ])('answers 404 at %s', async path => {
    const { send } = await openIds('Bulk')
    expect((await send('POST', path, request({ ids: ['1'] }))).status).toBe(404)
  })

  it('drops the number from the path with useUnsafeActionEndpoint', async () => {
    const { send } = await openIds('Bulk', { useUnsafeActionEndpoint: true })
    const answer = await send('POST', '/_actions/orders/tell-ids-', request({ ids: ['2'] }))
    expect(answer).toMatchObject({ status: 200, json: { success: '2' } })
    expect((await send('POST', tellIds, request({ ids: ['2'] }))).status).toBe(404)
  })

  it('does not start when two slugs are equal and paths have no number', async () => {
    const customize = (agent: Agent) =>
      agent.customizeCollection('orders', orders =>
        orders
          .addAction('Mark paid', { scope: 'Global', execute: () => {} })
          .addAction('mark PAID', { scope: 'Global', execute: () => {} }),
      )
    await expect(
      openAgent(shop(), { customize, useUnsafeActionEndpoint: true, logger: () => {} }),
    ).rejects.toThrow(
      "The actions 'Mark paid' and 'mark PAID' of 'orders' both get the path 'mark-paid'.",
    )
    await expect(open(customize)).resolves.toBeDefined()
  })

  it('stays within the scope of the caller', async () => {
    const { send, service } = await openIds('Bulk')
    service.setScope(1, 'orders', { field: 'status', operator: 'equal', value: 'paid' })
    const answer = await send('POST', tellIds, request({ ids: ['1', '2'] }))
    expect(answer.json).toMatchObject({ success: '1' })
  })

  it('needs a parent that the caller sees', async () => {
    const { send, service } = await openIds('Bulk')
    service.setScope(1, 'customers', { field: 'country', operator: 'equal', value: 'US' })
    const answer = await send(
      'POST',
      tellIds,
      request({
        ids: ['1'],
        parent_collection_name: 'customers',
        parent_collection_id: '1',
        parent_association_name: 'orders',
      }),
    )
    expect(answer.status).toBe(404)
  })
})

describe('the right to run an action', () => {
  const run = ({ send }: OpenAgent, suffix = '') =>
    send('POST', tellIds + suffix, request({ ids: ['1'] }))

  it.each([
    [true, 200],
    [false, 403],
    [{ browse: true, read: true, edit: true }, 403],
    [{ actions: { 'Tell ids!': true } }, 200],
    [{ actions: { 'Tell ids!': { roles: [1] } } }, 200],
    [{ actions: { 'Tell ids!': { roles: [2] } } }, 403],
    [{ actions: { 'Another one': true } }, 403],
  ])('with %j is %i', async (rights, status) => {
    const agent = await openIds('Bulk')
    agent.service.setRights('orders', rights)
    const answer = await run(agent)
    expect(answer.status).toBe(status)
    expect((await run(agent, '/hooks/load')).status).toBe(status)
    if (status === 403) {
      expect(readError(answer)).toMatchObject({
        name: 'CustomActionTriggerForbiddenError',
        detail: "Your role may not run 'Tell ids!' on 'orders'.",
      })
    }
  })
})
