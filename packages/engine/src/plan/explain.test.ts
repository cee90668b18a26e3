import type { SortClause } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import type { Customizer } from '../customizer.js'
import { explainList } from '../list.js'
import type { EngineCall } from '../model/model.js'
import type { Filter } from '../query.js'
import { call, openShop } from '../testing/shop.js'

interface Asked {
  readonly collection?: string
  readonly filter?: Filter
  readonly projection?: readonly string[]
  readonly sort?: readonly SortClause[]
  readonly page?: { readonly skip: number; readonly limit: number }
  readonly customize?: (customizer: Customizer) => void
  readonly scopes?: EngineCall['findScope']
  readonly joins?: boolean
}

async function explained(asked: Asked): Promise<string> {
  const { model } = await openShop(asked.customize, { joins: asked.joins })
  const { filter = {}, projection = ['id'], sort = [], page } = asked
  const collection = model.collection(asked.collection ?? 'orders')
  return explainList(
    { collection, filter, projection, sort, page },
    { ...call, findScope: asked.scopes },
  )
}

const withLabel = (customizer: Customizer) =>
  customizer.customizeCollection('orders', orders =>
    orders
      .addField('label', {
        columnType: 'String',
        dependencies: ['status', 'customer:name'],
        getValues: records => records.map(() => 'label'),
      })
      .emulateFieldFiltering('label')
      .emulateFieldSorting('label'),
  )

const page = { skip: 0, limit: 15 }

describe('a plan', () => {
  it('is a bare scan when the source can do everything', async () => {
    expect(
      await explained({
        filter: { conditionTree: { field: 'status', operator: 'Equal', value: 'paid' } },
        projection: ['id', 'customer:name'],
        sort: [{ field: 'customer:country:code', ascending: false }],
        page,
      }),
    ).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id) join customer(name) join customer:country  where status = ?  order by customer:country:code desc, id  limit 15
        shape    id, customer(name)"
    `)
  })

  it('computes fields wanted for output after the page, and joins other sources by key', async () => {
    expect(
      await explained({ projection: ['id', 'label', 'owner:name'], customize: withLabel, page }),
    ).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id, status, owner_id) join customer(name)  order by id  limit 15
        compute  label <- status, customer:name
        join     owner <- owners by owner_id = id
          scan     owners(name, id)  where id in ?
        shape    id, label, owner(name)"
    `)
  })

  it('pushes the native half of an AND and keeps the emulated half', async () => {
    const conditionTree = {
      aggregator: 'And',
      conditions: [
        { field: 'status', operator: 'Equal', value: 'paid' },
        { field: 'label', operator: 'Contains', value: 'x' },
      ],
    } as const
    expect(
      await explained({ filter: { conditionTree }, customize: withLabel, page }),
    ).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id, status) join customer(name)  where status = ?  order by id
        compute  label <- status, customer:name
        filter   label contains ?
        page     limit 15
        shape    id"
    `)
  })

  it('keeps an OR whole in memory when half of it is emulated', async () => {
    const conditionTree = {
      aggregator: 'Or',
      conditions: [
        { field: 'owner:name', operator: 'Equal', value: 'Olga' },
        { field: 'label', operator: 'Contains', value: 'x' },
      ],
    } as const
    expect(
      await explained({ filter: { conditionTree }, customize: withLabel }),
    ).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id, owner_id, status) join customer(name)  order by id
        join     owner <- owners by owner_id = id
          scan     owners(name, id)  where id in ?
        compute  label <- status, customer:name
        filter   owner:name = ? or label contains ?
        shape    id"
    `)
  })

  it('looks up keys for conditions on another source, together when they are on one record', async () => {
    const conditionTree = {
      aggregator: 'And',
      conditions: [
        { field: 'owner:name', operator: 'Equal', value: 'Olga' },
        { field: 'total', operator: 'GreaterThan', value: 5 },
        { field: 'owner:team:name', operator: 'Equal', value: 'North' },
      ],
    } as const
    expect(await explained({ filter: { conditionTree } })).toMatchInlineSnapshot(`
      "list orders
        lookup   owner_id <- id of owners
          scan     owners(id) join team  where name = ? and team:name = ?  limit 10001
        scan     orders(id)  where total > ? and owner_id in ?  order by id"
    `)
  })

  it('leaves keys out when the condition also holds without a related record', async () => {
    const conditionTree = { field: 'owner:name', operator: 'NotEqual', value: 'Olga' } as const
    expect(await explained({ filter: { conditionTree } })).toMatchInlineSnapshot(`
      "list orders
        lookup   owner_id <- id of owners
          scan     owners(id)  where name = ?  limit 10001
        scan     orders(id)  where owner_id not in ?  order by id"
    `)
  })

  it('sorts in memory by a field of another source', async () => {
    expect(
      await explained({ sort: [{ field: 'owner:name', ascending: true }], page }),
    ).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id, owner_id)  order by id
        join     owner <- owners by owner_id = id
          scan     owners(name, id)  where id in ?
        sort     owner:name, id
        page     limit 15
        shape    id"
    `)
  })

  it('batches relations of a source that cannot join', async () => {
    expect(
      await explained({ projection: ['id', 'customer:country:code'], joins: false }),
    ).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id, customer_id)  order by id
        join     customer <- customers by customer_id = id
          scan     customers(country_id, id)  where id in ?
          join     country <- countries by country_id = id
            scan     countries(code, id)  where id in ?
          shape    id, country(code)
        shape    id, customer(country(code))"
    `)
  })

  it('restricts joins, lookups and lists to the scope of their collection', async () => {
    expect(
      await explained({
        projection: ['id', 'customer:name', 'owner:name'],
        scopes: ({ name }) =>
          ({
            orders: { field: 'customer:name', operator: 'Equal', value: 'Ada' } as const,
            customers: { field: 'country:code', operator: 'Equal', value: 'FR' } as const,
            owners: { field: 'team_id', operator: 'Equal', value: 1 } as const,
          })[name],
      }),
    ).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id, owner_id) join !customer join customer(name) [country:code = ?] join customer:country  where !customer:name = ?  order by id
        join     owner <- owners by owner_id = id
          scan     owners(name, id)  where team_id = ? and id in ?
        shape    id, customer(name), owner(name)"
    `)
  })

  it('reads nothing when no row can match', async () => {
    const conditionTree = { aggregator: 'Or', conditions: [] } as const
    expect(await explained({ filter: { conditionTree } })).toMatchInlineSnapshot(`
      "list orders
        nothing  no row can match"
    `)
  })

  it('searches every column that can hold the text', async () => {
    expect(await explained({ filter: { search: '30' } })).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id)  where id = ? or total = ? or reference = ? or customer_id = ? or owner_id = ?  order by id"
    `)
    expect(
      await explained({ filter: { search: 'ada', searchExtended: true } }),
    ).toMatchInlineSnapshot(`
      "list orders
        lookup   owner_id <- id of owners
          scan     owners(id)  where name i contains ?  limit 10001
        scan     orders(id) join customer  where reference = ? or customer:name i contains ? or owner_id in ?  order by id
        shape    id"
    `)
    expect(await explained({ filter: { search: '2024-02' } })).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id)  where reference = ? or (created_at >= ? and created_at < ?)  order by id"
    `)
  })
})
