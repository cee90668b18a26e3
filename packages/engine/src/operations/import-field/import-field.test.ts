import { describe, expect, it } from 'vitest'
import type { Customizer } from '../../customizer.js'
import { explainList, list } from '../../list.js'
import { call, openShop } from '../../testing/shop.js'

const withImports = (customizer: Customizer) =>
  customizer.customizeCollection('orders', orders =>
    orders
      .importField('customerName', { path: 'customer:name' })
      .importField('countryCode', { path: 'customer:country:code', readonly: true })
      .importField('ownerName', { path: 'owner:name' }),
  )

const query = { filter: {}, sort: [], projection: ['id', 'customerName'] }

describe('importField', () => {
  it('is read, filtered and sorted by the source through a join', async () => {
    const { model, asked } = await openShop(withImports)
    const wanted = {
      collection: model.collection('orders'),
      filter: {
        conditionTree: { field: 'countryCode', operator: 'Equal', value: 'FR' },
      },
      sort: [{ field: 'customerName', ascending: false }],
      projection: ['id', 'customerName', 'countryCode'],
    } as const
    expect(await list(wanted, call)).toEqual([
      { id: 1, customerName: 'Ada', countryCode: 'FR' },
      { id: 3, customerName: 'Ada', countryCode: 'FR' },
    ])
    expect(asked).toEqual(['list orders'])
    expect(await explainList(wanted, call)).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id) join customer(name) join customer:country(code)  where customer:country:code = ?  order by customer:name desc, id
        compute  customerName <- customer:name
        compute  countryCode <- customer:country:code
        shape    id, customerName, countryCode"
    `)
  })

  it('is null where the relation leads nowhere', async () => {
    const { model } = await openShop(withImports)
    const rows = await list({ ...query, collection: model.collection('orders') }, call)
    expect(rows.map(row => row.customerName)).toEqual(['Ada', 'Bob', 'Ada', null, 'Cléa'])
  })

  it('reads through a relation into another source with one more list', async () => {
    const { model, asked } = await openShop(withImports)
    const collection = model.collection('orders')
    const conditionTree = { field: 'ownerName', operator: 'Equal', value: 'Olga' } as const
    const rows = await list(
      { ...query, collection, filter: { conditionTree }, projection: ['id', 'ownerName'] },
      call,
    )
    expect(rows).toEqual([
      { id: 1, ownerName: 'Olga' },
      { id: 5, ownerName: 'Olga' },
    ])
    expect(asked).toEqual(['list owners', 'list orders', 'list owners'])
  })

  it('follows what is set later on the field it stands for', async () => {
    const { model } = await openShop(customizer => {
      withImports(customizer)
      customizer.customizeCollection('customers', customers =>
        customers.disableFieldSorting('name'),
      )
    })
    const sort = [{ field: 'customerName', ascending: true }]
    await expect(
      list({ ...query, sort, collection: model.collection('orders') }, call),
    ).rejects.toThrow("'orders' cannot be sorted by 'customerName'.")
  })

  it('can be imported from an imported field', async () => {
    const { model } = await openShop(customizer => {
      withImports(customizer)
      customizer.customizeCollection('customers', customers =>
        customers.importField('code', { path: 'country:code' }),
      )
      customizer.customizeCollection('orders', orders =>
        orders.importField('again', { path: 'customer:code' }),
      )
    })
    const conditionTree = { field: 'again', operator: 'Equal', value: 'US' } as const
    const rows = await list(
      {
        ...query,
        collection: model.collection('orders'),
        filter: { conditionTree },
        projection: ['again'],
      },
      call,
    )
    expect(rows).toEqual([{ again: 'US' }])
  })

  it.each([
    ['customer:nme', "importField on 'orders': No field 'nme' on 'customers'."],
    ['tags:label', "'tags' of 'orders' is a to-many relation"],
    ['customer', "'customer' is a relation, not a column."],
  ])('refuses the path %s at start', async (path, message) => {
    const opening = openShop(customizer =>
      customizer.customizeCollection('orders', orders => orders.importField('x', { path })),
    )
    await expect(opening).rejects.toThrow(message)
    await expect(opening).rejects.toThrow('import-field.test.ts:')
  })

  it('refuses to be writable when the field it stands for is not', async () => {
    await expect(
      openShop(customizer => {
        customizer.customizeCollection('customers', customers =>
          customers.addField('shout', {
            columnType: 'String',
            dependencies: ['name'],
            getValues: records => records.map(() => ''),
          }),
        )
        customizer.customizeCollection('orders', orders =>
          orders.importField('x', { path: 'customer:shout', readonly: false }),
        )
      }),
    ).rejects.toThrow("'customer:shout' is read-only, so 'x' cannot be writable.")
  })
})
