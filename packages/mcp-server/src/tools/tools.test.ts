import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../testing/call.js'
import { defaultRights, openShop, type Shop } from '../testing/open-shop.js'

let shop: Shop
let client: Client

beforeAll(async () => {
  shop = await openShop()
  client = await shop.connect()
  // The library checks results against the output schemas of tools it has listed.
  await client.listTools()
})
afterAll(() => shop.close())
beforeEach(() => shop.service.replaceRights(defaultRights))

const ids = (value: Record<string, unknown>) =>
  (value.records as { id: number }[]).map(({ id }) => id)

describe('describeCollection', () => {
  it('joins the schema with what can be asked of each field', async () => {
    const { value, text } = await call(client, 'describeCollection', { collectionName: 'orders' })
    expect(JSON.parse(text)).toEqual(value)
    expect(value).toMatchObject({
      collection: 'orders',
      relations: [
        { name: 'customer', type: 'many-to-one', targetCollection: 'customers' },
        { name: 'products', type: 'many-to-many', targetCollection: 'products' },
      ],
      _meta: { capabilitiesAvailable: true },
    })
    const { fields, actions } = value as { fields: { name: string }[]; actions: object[] }
    expect(fields.find(({ name }) => name === 'status')).toEqual({
      name: 'status',
      type: 'Enum',
      operators: ['Equal', 'NotEqual', 'Present', 'Blank', 'Missing', 'In', 'NotIn'],
      enumValues: ['draft', 'paid'],
      isPrimaryKey: false,
      isReadOnly: false,
      isRequired: false,
      isSortable: true,
    })
    expect(actions).toContainEqual({
      name: 'Refund',
      type: 'bulk',
      description: 'Gives the money back',
      hasForm: true,
      download: false,
    })
    expect(actions).toContainEqual(expect.objectContaining({ name: 'Fail', hasForm: false }))
  })

  it('tells the foreign keys that creations set, which the schema leaves out', async () => {
    const { value } = await call(client, 'describeCollection', { collectionName: 'orders' })
    expect(value.fields).toContainEqual(
      expect.objectContaining({ name: 'customer_id', type: 'Number', isReadOnly: false }),
    )
  })

  it('has one-to-many relations by their word', async () => {
    const { value } = await call(client, 'describeCollection', { collectionName: 'customers' })
    expect(value.relations).toEqual([
      { name: 'orders', type: 'one-to-many', targetCollection: 'orders' },
    ])
  })
})

describe('list', () => {
  it('pages, sorts, projects and counts', async () => {
    const { value } = await call(client, 'list', {
      collectionName: 'orders',
      sort: { field: 'total', ascending: false },
      pagination: { size: 2, number: 1 },
      fields: ['reference', 'customer:name'],
      enableCount: true,
    })
    expect(value).toEqual({
      records: [
        { id: 3, reference: 'O-3', customer: { id: 2, name: 'Bob' } },
        { id: 2, reference: 'O-2', customer: { id: 1, name: 'Ada' } },
      ],
      totalCount: 3,
    })
  })

  it('does not count unless asked to, and says null where counting is off', async () => {
    const before = shop.requests.length
    const { value } = await call(client, 'list', { collectionName: 'orders', search: 'O-1' })
    expect(value).not.toHaveProperty('totalCount')
    expect(shop.requests).toHaveLength(before + 1)
    const products = { collectionName: 'products', enableCount: true }
    expect((await call(client, 'list', products)).value).toMatchObject({ totalCount: null })
  })

  it.each([
    ['PascalCase', { field: 'total', operator: 'GreaterThan', value: 10 }],
    ['snake case', { field: 'total', operator: 'greater_than', value: 10 }],
    ['JSON text', '{"field":"total","operator":"GreaterThan","value":10}'],
    [
      'branches of branches',
      {
        aggregator: 'or',
        conditions: [
          {
            aggregator: 'And',
            conditions: [{ field: 'reference', operator: 'In', value: ['O-2'] }],
          },
          { field: 'customer:name', operator: 'Equal', value: 'Bob' },
        ],
      },
    ],
    ['the older separator', { field: 'customer@@@name', operator: 'Present' }, [1, 2, 3]],
  ])('reads filters written in %s', async (_, filters, expected = [2, 3]) => {
    const { value } = await call(client, 'list', { collectionName: 'orders', filters })
    expect(ids(value)).toEqual(expected)
  })

  it('takes objects, lists and booleans as JSON text', async () => {
    const { value } = await call(client, 'list', {
      collectionName: 'orders',
      sort: '{"field":"customer@@@name","ascending":false}',
      fields: '["reference","customer@@@name"]',
      pagination: '{"size":1}',
      enableCount: 'true',
    })
    expect(value).toEqual({
      records: [{ id: 3, reference: 'O-3', customer: { id: 2, name: 'Bob' } }],
      totalCount: 3,
    })
  })

  it('shows the first fifteen records when no page is named', async () => {
    const created = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        call(client, 'create', {
          collectionName: 'customers',
          attributes: { name: `Customer ${index}` },
        }),
      ),
    )
    const { value } = await call(client, 'list', { collectionName: 'customers' })
    expect(value.records).toHaveLength(15)
    const recordIds = created.map(({ value: made }) => (made.record as { id: number }).id)
    const gone = await call(client, 'delete', { collectionName: 'customers', recordIds })
    expect(gone.value).toEqual({ deletedCount: 16 })
  })

  it.each([
    [
      { filters: { field: 'total', operator: 'Grows' } },
      "'filters.operator' is 'Grows'. There are: Equal,",
    ],
    [{ filters: { field: 'total' } }, "'filters' needs a 'field' and an 'operator', both texts."],
    [
      { filters: { aggregator: 'Xor', conditions: [] } },
      `'filters.aggregator' must be "And" or "Or".`,
    ],
    [{ filters: { aggregator: 'And' } }, "'filters.conditions' must be a list of conditions."],
    [{ filters: { aggregator: 'And', conditions: [1] } }, "'filters.conditions.0' must be like"],
    [{ filters: 'total > 10' }, "'filters': expected record, received string."],
    [{ filters: { field: 'status', operator: 'Today' } }, "'Today' cannot filter 'status'"],
    [
      { filters: { field: 'nope', operator: 'Present' } },
      "No field 'nope' on 'orders'. It has: id,",
    ],
    [{ pagination: { size: 1001 } }, 'pagination.size is 1001. The largest page is 1000.'],
    [{ pagination: { size: 0 } }, "'pagination.size': "],
    [{ fields: ['nope'] }, "'nope'"],
    [{ page: 2 }, "No argument 'page'. There are: collectionName, search,"],
    [{ search: 4 }, "'search': expected string, received number."],
    [{ search: `${'1'.repeat(14_000)}x` }, 'has 14001 characters; at most 2000 are allowed.'],
    [{ collectionName: undefined }, "'collectionName': expected string (missing)."],
    [
      { sort: { field: 'customer' } },
      "'orders' cannot be sorted by 'customer'. It can be sorted by: details, id, reference, region, status, total.",
    ],
  ])('says what is wrong with %j', async (wrong, expected) => {
    const { text, isError, value } = await call(client, 'list', {
      collectionName: 'orders',
      ...wrong,
    })
    expect(isError).toBe(true)
    expect(value).toEqual({})
    expect(text).toContain(expected)
    expect(text).toMatch(/ \(HTTP 4\d\d\)$/)
  })

  it('refuses filters nested beyond measure instead of running out of stack', async () => {
    const filters = `${'{"aggregator":"And","conditions":['.repeat(5000)}${']}'.repeat(5000)}`
    const { text } = await call(client, 'list', { collectionName: 'orders', filters })
    expect(text).toBe('Filters nest at most 100 levels. (HTTP 400)')
  })

  it('cuts what is too long for a model, and says how to ask for less', async () => {
    const reference = 'x'.repeat(150_000)
    const created = await call(client, 'create', {
      collectionName: 'orders',
      attributes: { reference },
    })
    expect(created.value.record).toMatchObject({
      reference: `${'x'.repeat(1000)}… (150000 characters)`,
    })
    const { id } = created.value.record as { id: number }
    const { value, text } = await call(client, 'list', { collectionName: 'orders' })
    expect(value.records).toHaveLength(4)
    expect(value.note).toContain('name the fields you need (fields)')
    expect(text.length).toBeLessThan(100_000)
    await call(client, 'delete', { collectionName: 'orders', recordIds: [id] })
  })

  it('lists the collections there are when one is unknown', async () => {
    const { text } = await call(client, 'list', { collectionName: 'nope' })
    expect(text).toBe(
      "No collection 'nope'. There are: customers, orders, products, order_products, salaries. (HTTP 404)",
    )
  })
})

describe('listRelated', () => {
  const args = { collectionName: 'customers', relationName: 'orders', parentRecordId: '1' }

  it('lists what a to-many relation leads to, with the options of list', async () => {
    const { value } = await call(client, 'listRelated', {
      ...args,
      sort: { field: 'id', ascending: false },
      fields: ['reference'],
      enableCount: true,
    })
    expect(value).toEqual({
      records: [
        { id: 2, reference: 'O-2' },
        { id: 1, reference: 'O-1' },
      ],
      totalCount: 2,
    })
  })

  it.each([['nope'], ['customer']])('lists the to-many relations instead of %s', async name => {
    const wrong = { collectionName: 'orders', relationName: name, parentRecordId: 1 }
    const told = `'orders' has no to-many relation '${name}'. There are: products. (HTTP 404)`
    expect((await call(client, 'listRelated', wrong)).text).toBe(told)
    expect((await call(client, 'listRelated', { ...wrong, fields: ['id'] })).text).toBe(told)
  })

  it('lists the sortable fields of the records it leads to', async () => {
    const { text } = await call(client, 'listRelated', { ...args, sort: { field: 'name' } })
    expect(text).toContain("'orders' cannot be sorted by 'name'. It can be sorted by: details,")
  })

  it('says that a parent does not exist', async () => {
    const { text } = await call(client, 'listRelated', { ...args, parentRecordId: 99 })
    expect(text).toMatch(/99.* \(HTTP 404\)$/)
  })
})

describe('create, update and delete', () => {
  it('create, change and delete a record', async () => {
    const created = await call(client, 'create', {
      collectionName: 'orders',
      attributes: '{"reference":"new","customer_id":2}',
    })
    const { id } = created.value.record as { id: number }
    expect(created.value.record).toMatchObject({ reference: 'new', status: 'draft' })
    const updated = await call(client, 'update', {
      collectionName: 'orders',
      recordId: id,
      attributes: { status: 'paid' },
    })
    expect(updated.value.record).toMatchObject({
      id,
      reference: 'new',
      status: 'paid',
      customer: { name: 'Bob' },
    })
    const deleted = await call(client, 'delete', {
      collectionName: 'orders',
      recordIds: [id, String(id)],
    })
    expect(deleted.value).toEqual({ deletedCount: 1 })
    const { value } = await call(client, 'list', { collectionName: 'orders' })
    expect(ids(value)).toEqual([1, 2, 3])
  })

  it.each([
    ['create', { attributes: { nope: 1 } }, "No field 'nope' on 'orders'"],
    ['create', { attributes: { status: 'odd' } }, 'Allowed: draft, paid.'],
    ['create', { attributes: [1] }, "'attributes': expected record, received array."],
    ['update', { recordId: 99, attributes: { status: 'paid' } }, '99'],
    ['update', { recordId: '', attributes: {} }, "'recordId': "],
    ['update', { recordId: { id: 1 }, attributes: {} }, "'recordId': expected string or number."],
    ['delete', { recordIds: [] }, "'recordIds': "],
    ['delete', { recordIds: ['not a number'] }, 'not a number'],
  ])('%s refuses %j', async (name, wrong, expected) => {
    const { text, isError } = await call(client, name, { collectionName: 'orders', ...wrong })
    expect(isError).toBe(true)
    expect(text).toContain(expected)
    expect(text).toMatch(/ \(HTTP 4\d\d\)$/)
  })
})

describe('associate and dissociate', () => {
  it('put a record into a relation and take it out again', async () => {
    const relationArguments = {
      collectionName: 'orders',
      relationName: 'products',
      parentRecordId: 2,
    }
    const skus = async () => {
      const { value } = await call(client, 'listRelated', relationArguments)
      return (value.records as { sku: string }[]).map(({ sku }) => sku)
    }
    expect(await skus()).toEqual([])
    const added = await call(client, 'associate', { ...relationArguments, targetRecordId: 'cup' })
    expect(added.value).toEqual({ success: true, message: "Added to 'products' of orders 2: cup." })
    expect(await skus()).toEqual(['cup'])
    const taken = await call(client, 'dissociate', {
      ...relationArguments,
      targetRecordIds: ['cup'],
    })
    expect(taken.value).toMatchObject({ success: true })
    expect(await skus()).toEqual([])
  })

  it.each(['associate', 'dissociate'])('%s lists the to-many relations', async name => {
    const { text } = await call(client, name, {
      collectionName: 'orders',
      relationName: 'nope',
      parentRecordId: 2,
      ...(name === 'associate' ? { targetRecordId: 1 } : { targetRecordIds: [1] }),
    })
    expect(text).toBe("'orders' has no to-many relation 'nope'. There are: products. (HTTP 404)")
  })
})
