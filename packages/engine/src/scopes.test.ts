import type { ConditionTree, Row } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { count } from './aggregate.js'
import { explainList, list } from './list.js'
import type { EngineCall } from './model/model.js'
import type { ListQuery } from './query.js'
import { call, openShop } from './testing/shop.js'

const french: ConditionTree = { field: 'country:code', operator: 'Equal', value: 'FR' }
const north: ConditionTree = { field: 'team:name', operator: 'Equal', value: 'North' }

async function listed(
  scopes: Readonly<Record<string, ConditionTree>>,
  query: Partial<ListQuery> = {},
  joins = true,
): Promise<Row[]> {
  const { model } = await openShop(undefined, { joins })
  const collection = model.collection('orders')
  const scoped: EngineCall = { ...call, findScope: ({ name }) => scopes[name] }
  return list({ collection, filter: {}, projection: ['id'], sort: [], ...query }, scoped)
}

const ids = (rows: readonly Row[]) => rows.map(row => row.id)
const where = (conditionTree: ConditionTree) => ({ filter: { conditionTree } })

describe.each([
  ['joined', true],
  ['batched', false],
])('a scope on a related collection, %s', (_, joins) => {
  it('hides the related record from the projection', async () => {
    const rows = await listed({ customers: french }, { projection: ['customer:name'] }, joins)
    expect(rows.map(row => row.customer)).toEqual([
      { name: 'Ada' },
      null,
      { name: 'Ada' },
      null,
      null,
    ])
  })

  it('hides it from filters', async () => {
    const bob = where({ field: 'customer:name', operator: 'Equal', value: 'Bob' })
    expect(ids(await listed({ customers: french }, bob, joins))).toEqual([])
    const missing = where({ field: 'customer:name', operator: 'Missing' })
    expect(ids(await listed({ customers: french }, missing, joins))).toEqual([2, 4, 5])
  })

  it('hides it from sorts', async () => {
    const sort = [{ field: 'customer:name', ascending: false }]
    expect(ids(await listed({ customers: french }, { sort }, joins))).toEqual([2, 4, 5, 1, 3])
  })
})

describe('a scope', () => {
  it('holds in other sources, for projection, filter and sort', async () => {
    const scopes = { owners: north }
    const rows = await listed(scopes, { projection: ['id', 'owner:name'] })
    expect(rows[1]).toEqual({ id: 2, owner: null })
    const paul = where({ field: 'owner:name', operator: 'Equal', value: 'Paul' })
    expect(await listed(scopes, paul)).toEqual([])
    const sort = [{ field: 'owner:name', ascending: true }]
    expect(ids(await listed(scopes, { sort }))).toEqual([1, 5, 2, 3, 4])
  })

  it('hides related records from an extended search', async () => {
    const search = { filter: { search: 'bob', searchExtended: true } }
    expect(ids(await listed({}, search))).toEqual([2])
    expect(ids(await listed({ customers: french }, search))).toEqual([])
  })

  it('goes through relations the caller may not see', async () => {
    const orders: ConditionTree = { field: 'customer:name', operator: 'Equal', value: 'Bob' }
    const rows = await listed(
      { orders, customers: french },
      { projection: ['id', 'customer:name'] },
    )
    expect(rows).toEqual([{ id: 2, customer: null }])
  })

  it('goes through them in imported, computed and replaced fields as well', async () => {
    const { model } = await openShop(customizer =>
      customizer.customizeCollection('orders', orders =>
        orders
          .importField('customerName', { path: 'customer:name' })
          .addField('label', {
            columnType: 'String',
            dependencies: ['status', 'customer:name'],
            getValues: records =>
              records.map(({ customer }) => (customer ? String((customer as Row).name) : null)),
          })
          .emulateFieldFiltering('label')
          .replaceFieldOperator('label', 'Contains', value => ({
            field: 'customerName',
            operator: 'Contains',
            value,
          })),
      ),
    )
    const query = {
      collection: model.collection('orders'),
      filter: {},
      projection: ['id', 'label'],
      sort: [],
    }
    const listedWith = (orders: ConditionTree) =>
      list(query, {
        ...call,
        findScope: ({ name }) => ({ orders, customers: french })[name as 'orders'],
      })
    for (const scope of [
      { field: 'customerName', operator: 'Equal', value: 'Bob' },
      { field: 'label', operator: 'Equal', value: 'Bob' },
      { field: 'label', operator: 'Contains', value: 'Bob' },
    ] as const) {
      expect(await listedWith(scope)).toEqual([{ id: 2, label: null }])
    }
    expect(
      await explainList(query, {
        ...call,
        findScope: ({ name }) =>
          name === 'orders'
            ? { field: 'label', operator: 'Equal', value: 'Bob' }
            : name === 'customers'
              ? french
              : undefined,
      }),
    ).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id, status) join !customer(name) join customer(name) [country:code = ?] join customer:country  order by id
        compute  !label <- status, !customer:name
        filter   !label = ?
        compute  label <- status, customer:name
        shape    id, label"
    `)
  })

  it('may lead back to its own collection', async () => {
    const { model } = await openShop(customizer =>
      customizer.customizeCollection('orders', orders =>
        orders.addManyToOneRelation('first', 'orders', { foreignKey: 'customer_id' }),
      ),
    )
    const findScope = () => ({ field: 'first:status', operator: 'Equal', value: 'paid' }) as const
    const query = {
      collection: model.collection('orders'),
      filter: {},
      projection: ['id', 'first:id'],
      sort: [],
    }
    expect(
      await list(query, {
        ...call,
        findScope: it => (it.name === 'orders' ? findScope() : undefined),
      }),
    ).toEqual([
      { id: 1, first: { id: 1 } },
      { id: 3, first: { id: 1 } },
      { id: 5, first: { id: 3 } },
    ])
  })

  it('separates the plans of callers, also of one query', async () => {
    const { model } = await openShop()
    const query = {
      collection: model.collection('orders'),
      filter: {},
      projection: ['id'],
      sort: [],
    }
    const scopes = new Map(
      [1, 2, 3].map(id => [id, { field: 'id', operator: 'Equal', value: id } as const]),
    )
    for (const round of [1, 2]) {
      for (const [id, scope] of scopes) {
        const rows = await list(query, { ...call, findScope: () => scope })
        expect(rows, `round ${round}`).toEqual([{ id }])
      }
      expect(await list(query, call)).toHaveLength(5)
      expect(await list(query, { ...call, findScope: () => undefined })).toHaveLength(5)
    }
    expect(await count(query, { ...call, findScope: () => scopes.get(2) })).toBe(1)
  })
})
