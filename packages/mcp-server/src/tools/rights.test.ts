import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../testing/call.js'
import { defaultRights, openShop, type Shop } from '../testing/open-shop.js'

let shop: Shop
let ada: Client
let bob: Client

beforeAll(async () => {
  shop = await openShop()
  ada = await shop.connect({ userId: 1 })
  bob = await shop.connect({ userId: 2 })
})
afterAll(() => shop.close())
beforeEach(() => {
  shop.service.replaceRights(defaultRights)
  shop.service.setScope(1, 'orders', null)
})

const namesShown = async (client: Client) => {
  const { tools } = await client.listTools(undefined, { cacheMode: 'refresh' })
  const shown = tools.map(({ inputSchema }) => inputSchema.properties?.collectionName)
  return [...new Set(shown.map(each => JSON.stringify((each as { enum?: string[] }).enum)))]
}

describe('the collections that tools take', () => {
  it('are those the person may read, for each role its own', async () => {
    expect(await namesShown(ada)).toEqual([
      '["customers","orders","products","order_products","salaries"]',
    ])
    expect(await namesShown(bob)).toEqual(['["customers","orders","products","order_products"]'])
  })

  it('follow a change of rights at once', async () => {
    shop.service.setRights('customers', false)
    expect(await namesShown(bob)).toEqual(['["orders","products","order_products"]'])
    shop.service.replaceRights({})
    expect(await namesShown(bob)).toEqual([undefined])
  })
})

describe('a collection the person may not see', () => {
  const salaries = { collectionName: 'salaries' }
  const relation = { ...salaries, relationName: 'orders', parentRecordId: 1 }
  const action = { ...salaries, recordIds: [1] }

  it.each([
    ['describeCollection', salaries],
    ['list', salaries],
    ['list', { ...salaries, sort: { field: 'nope' }, fields: ['nope'] }],
    ['listRelated', relation],
    ['listRelated', { ...relation, fields: ['id'] }],
    ['create', { ...salaries, attributes: { nope: 1 } }],
    ['update', { ...salaries, recordId: 1, attributes: { amount: 1 } }],
    ['delete', { ...salaries, recordIds: [1] }],
    ['associate', { ...relation, targetRecordId: 1 }],
    ['dissociate', { ...relation, targetRecordIds: [1] }],
    ['getActionForm', { ...action, actionName: 'Raise' }],
    ['getActionForm', { ...action, actionName: 'Nope' }],
    ['executeAction', { ...action, actionName: 'Raise' }],
    ['executeAction', { ...action, actionName: 'Nope' }],
  ])('is told by %s like one that does not exist: %j', async (name, args) => {
    const { text } = await call(bob, name, args)
    const unknown = await call(bob, name, { ...args, collectionName: 'nothing' })
    expect(text).toBe(unknown.text.replace('nothing', 'salaries'))
    expect(text).toBe(
      "No collection 'salaries'. There are: customers, orders, products, order_products. (HTTP 404)",
    )
  })
})

describe('a person who may add records and not read them', () => {
  it('adds them, and is answered what they sent', async () => {
    shop.service.setRights('salaries', { add: { roles: [2] } })
    const { value } = await call(bob, 'create', {
      collectionName: 'salaries',
      attributes: { amount: 5 },
    })
    expect(value.record).toEqual({ amount: 5 })
    const { text } = await call(bob, 'list', { collectionName: 'salaries' })
    expect(text).toContain("No collection 'salaries'.")
  })
})

describe('a field the person may not read', () => {
  const orders = { collectionName: 'orders' }

  it('is in no answer of any tool', async () => {
    const shown = await Promise.all([
      call(bob, 'describeCollection', orders),
      call(bob, 'list', orders),
      call(bob, 'listRelated', {
        collectionName: 'customers',
        relationName: 'orders',
        parentRecordId: 1,
      }),
      call(bob, 'create', { ...orders, attributes: { reference: 'x' } }),
      call(bob, 'update', { ...orders, recordId: 1, attributes: { region: 'north' } }),
    ])
    for (const { isError, text } of shown) {
      expect(isError, text).toBe(false)
      expect(text).toContain('reference')
    }
    const refused = await Promise.all([
      call(bob, 'list', { ...orders, sort: { field: 'nope' } }),
      call(bob, 'list', { ...orders, fields: ['nope'] }),
      call(bob, 'list', { ...orders, filters: { field: 'nope', operator: 'Present' } }),
    ])
    for (const { isError } of refused) expect(isError).toBe(true)
    for (const { text } of [...shown, ...refused]) expect(text).not.toContain('total')
    expect((await call(ada, 'describeCollection', orders)).text).toContain('total')
  })

  it.each([
    ['list', { filters: { field: 'total', operator: 'GreaterThan', value: 15 } }],
    ['list', { filters: { field: 'customer:orders:total', operator: 'Present' } }],
    ['list', { sort: { field: 'total' } }],
    ['list', { fields: ['total'] }],
    ['list', { fields: ['customer:orders:total'] }],
    ['update', { recordId: 1, attributes: { total: 1 } }],
    ['create', { attributes: { total: 1 } }],
  ])('cannot be used by %s: %j', async (name, args) => {
    const { isError, text } = await call(bob, name, { ...orders, ...args })
    expect(isError).toBe(true)
    expect(text).toMatch(/ \(HTTP 40[03]\)$/)
  })

  it('is not named when it is a relation', async () => {
    shop.service.setRights('customers', {
      browse: true,
      read: true,
      fields: { orders: { read: false, edit: false } },
    })
    const relationArguments = {
      collectionName: 'customers',
      relationName: 'orders',
      parentRecordId: 1,
    }
    const told = "'customers' has no to-many relation 'orders'. There are: none. (HTTP 404)"
    expect((await call(bob, 'listRelated', relationArguments)).text).toBe(told)
    expect((await call(bob, 'associate', { ...relationArguments, targetRecordId: 1 })).text).toBe(
      told,
    )
    const { value } = await call(bob, 'describeCollection', { collectionName: 'customers' })
    expect(value.relations).toEqual([])
  })

  it('is not found by a search', async () => {
    const found = async (client: Client) => {
      const { value } = await call(client, 'list', { ...orders, search: '30' })
      return value.records
    }
    expect(await found(ada)).toHaveLength(1)
    expect(await found(bob)).toEqual([])
  })
})

describe('the rows a person may see', () => {
  it('are those their own variables choose', async () => {
    shop.service.setScope(1, 'orders', {
      field: 'region',
      operator: 'equal',
      value: '{{currentUser.tags.region}}',
    })
    const references = async (client: Client) => {
      const { value } = await call(client, 'list', {
        collectionName: 'orders',
        filters: { field: 'reference', operator: 'StartsWith', value: 'O-' },
        enableCount: true,
      })
      const records = value.records as { reference: string }[]
      return [records.map(({ reference }) => reference), value.totalCount]
    }
    expect(await references(ada)).toEqual([['O-1', 'O-2'], 2])
    expect(await references(bob)).toEqual([['O-3'], 1])
    const { text } = await call(bob, 'update', {
      collectionName: 'orders',
      recordId: 1,
      attributes: { region: 'south' },
    })
    expect(text).toContain('(HTTP 404)')
    await call(bob, 'delete', { collectionName: 'orders', recordIds: [1] })
    expect(await references(ada)).toEqual([['O-1', 'O-2'], 2])
  })
})

describe('what is done over MCP', () => {
  it('is in the activity log like over REST', async () => {
    const collectionName = 'customers'
    await call(ada, 'list', { collectionName, search: 'Ada' })
    await call(ada, 'update', { collectionName, recordId: 1, attributes: { country: 'FR' } })
    await expect
      .poll(() => shop.service.activity.map(entry => `${entry.userId} ${entry.action}`), {
        timeout: 4000,
      })
      .toEqual(expect.arrayContaining(['1 search', '1 update']))
  })
})
