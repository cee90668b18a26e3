import type { Client } from '@modelcontextprotocol/client'
import { ServiceAwayError } from '@service/agent'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../testing/call.js'
import { defaultRights, openShop, type Shop } from '../testing/open-shop.js'

let shop: Shop
let ada: Client

beforeAll(async () => {
  shop = await openShop()
  ada = await shop.connect()
  await ada.listTools()
})
afterAll(() => shop.close())
beforeEach(() => {
  shop.service.replaceRights(defaultRights)
  shop.ran.length = 0
  shop.approvals.length = 0
})

const refund = { collectionName: 'orders', actionName: 'Refund', recordIds: [1, '2'] }
const orders = defaultRights.orders as object

const requireApproval = () =>
  shop.service.setRights('orders', {
    ...orders,
    actions: { Refund: { trigger: true, requireApproval: true, approve: true } },
  })

describe('getActionForm', () => {
  it('tells the fields, with their values and what may be chosen', async () => {
    const { value } = await call(ada, 'getActionForm', refund)
    expect(value).toEqual({
      fields: [
        {
          name: 'Reason',
          type: 'Enum',
          value: null,
          isRequired: true,
          enumValues: ['Late', 'Other'],
        },
        { name: 'Amount', type: 'Number', value: 5, isRequired: false },
        {
          name: 'Shop',
          type: 'String',
          value: null,
          isRequired: false,
          allowedValues: [{ value: 'north', label: 'North side' }],
        },
        { name: 'Limit', type: 'Number', value: 500, isRequired: false, isReadOnly: true },
      ],
      canExecute: false,
      requiredFields: ['Reason'],
      skippedFields: [],
    })
  })

  it('fills in the form, which may bring up other fields', async () => {
    const values = { Details: 'broken', Reason: 'Other', Zip: 1, Limit: 1 }
    const { value } = await call(ada, 'getActionForm', { ...refund, values })
    expect(value).toMatchObject({
      canExecute: true,
      requiredFields: [],
      skippedFields: ['Limit', 'Zip'],
    })
    expect(value.fields).toContainEqual(
      expect.objectContaining({ name: 'Details', value: 'broken', isRequired: true }),
    )
  })

  it('is refused to whoever may neither run nor approve the action, also when the schema has it all', async () => {
    const bob = await shop.connect({ userId: 2 })
    const { text } = await call(bob, 'getActionForm', refund)
    expect(text).toBe("Your role may not run 'Refund' on 'orders'. (HTTP 403)")
    shop.service.setRights('orders', { ...orders, actions: {} })
    const plain = { collectionName: 'orders', actionName: 'Archive' }
    expect((await call(ada, 'getActionForm', plain)).text).toContain('(HTTP 403)')
  })
})

describe('executeAction', () => {
  it('runs the action and answers what it answered', async () => {
    const { value } = await call(ada, 'executeAction', { ...refund, values: '{"Reason":"Late"}' })
    expect(value).toMatchObject({ success: 'Refunded', html: '<b>done</b>' })
    expect(shop.ran).toEqual(['ada@example.com refunds 5 of 1 and 2'])
  })

  it.each([
    [{}, "'Refund' did not run: fill in 'Reason' of its form. (HTTP 400)"],
    [{ Reason: 'Other' }, "'Refund' did not run: fill in 'Details' of its form. (HTTP 400)"],
    [{ Reason: '' }, "'Refund' did not run: fill in 'Reason' of its form. (HTTP 400)"],
    [
      { Reason: 'Late', Zip: 1 },
      "The form of 'Refund' currently has no field 'Zip'. Its fields are: Reason, Amount, Shop, Limit. (HTTP 400)",
    ],
    [{ Reason: 'Late', Limit: 1 }, "'Limit' of 'Refund' is read-only. (HTTP 400)"],
  ])('runs nothing with the values %j', async (values, expected) => {
    const { text, isError } = await call(ada, 'executeAction', { ...refund, values })
    expect(isError).toBe(true)
    expect(text).toBe(expected)
    expect(shop.ran).toEqual([])
  })

  it('is refused to whoever may not run the action', async () => {
    const bob = await shop.connect({ userId: 2 })
    const { text } = await call(bob, 'executeAction', { ...refund, values: { Reason: 'Late' } })
    expect(text).toBe("Your role may not run 'Refund' on 'orders'. (HTTP 403)")
    expect(shop.ran).toEqual([])
  })

  const run = (actionName: string, values = {}) =>
    call(ada, 'executeAction', { collectionName: 'orders', actionName, values })

  it('says what an action said that failed, and nothing of one that broke', async () => {
    expect(await run('Fail')).toMatchObject({
      isError: true,
      text: 'The bank is closed. (HTTP 400)',
    })
    expect(await run('Crash')).toMatchObject({ isError: true, text: 'Unexpected error (HTTP 500)' })
    expect(shop.logs.join('\n')).not.toContain('1234')
  })

  it('answers where the action leads to', async () => {
    expect((await run('Leave')).value).toEqual({ redirectTo: '/elsewhere' })
  })

  it('lists the actions there are', async () => {
    expect((await run('Nope')).text).toMatch(
      /no action 'Nope'. There are: .*Refund.* \(HTTP 404\)$/,
    )
  })

  it('hands a file over as text or as bytes', async () => {
    const text = await run('Report')
    expect(text.value).toEqual({ file: { name: 'stück.csv', mimeType: 'text/csv', size: 4 } })
    expect(text.content[1]).toEqual({
      type: 'resource',
      resource: {
        uri: 'service:///orders/Report/st%C3%BCck.csv',
        mimeType: 'text/csv',
        text: 'a,b\n',
      },
    })
    const bytes = await run('Picture')
    expect(bytes.content[1]).toMatchObject({ resource: { mimeType: 'image/png', blob: 'iVD/' } })
  })

  it('tells of a large file, and does not keep a huge one in memory', async () => {
    const large = await run('Archive', { Megabytes: 2 })
    expect(large.content).toHaveLength(1)
    expect(large.value).toMatchObject({
      file: { name: 'all.zip', size: 2 * 1024 * 1024 },
      note: expect.stringContaining('too large to be included'),
    })
    const huge = await run('Archive', { Megabytes: 17 })
    expect(huge.value).toEqual({
      note: 'The action ran. Its result is too large to be returned.',
    })
  })
})

describe('an action that needs an approval', () => {
  it('asks for it instead of running, with the reasoning of the model', async () => {
    requireApproval()
    const { value, isError } = await call(ada, 'executeAction', {
      ...refund,
      values: { Reason: 'Late' },
      reasoning: 'The parcel was late.',
    })
    expect(isError).toBe(false)
    expect(value).toEqual({
      approvalRequested: true,
      approvalId: 1,
      message:
        "'Refund' did not run: it waits for approval 1. It runs when somebody who may approve it does.",
    })
    expect(shop.ran).toEqual([])
    expect(shop.approvals).toEqual([
      {
        userId: 1,
        renderingId: 1,
        collection: 'orders',
        action: 'Refund',
        recordIds: ['1', '2'],
        inputs: [
          { name: 'Reason', type: 'Enum', value: 'Late' },
          { name: 'Amount', type: 'Number', value: 5 },
          { name: 'Shop', type: 'String', value: null },
          { name: 'Limit', type: 'Number', value: 500 },
        ],
        comment: 'The parcel was late.',
      },
    ])
  })

  it('says so when the approval cannot be asked for', async () => {
    requireApproval()
    const args = { ...refund, values: { Reason: 'Late' } }
    shop.setApprovals(() => Promise.reject(new ServiceAwayError('The service is away.')))
    expect((await call(ada, 'executeAction', args)).text).toBe('The service is away. (HTTP 503)')
    shop.setApprovals(() => Promise.reject(new Error('connect 10.0.0.1:5432')))
    expect((await call(ada, 'executeAction', args)).text).toBe('Unexpected error (HTTP 500)')
    expect(shop.ran).toEqual([])
  })
})
