import { describe, expect, it } from 'vitest'
import type { Customizer } from '../../customizer.js'
import { explainList, list } from '../../list.js'
import { call, openShop } from '../../testing/shop.js'

const withSort = (customizer: Customizer) =>
  customizer.customizeCollection('orders', orders =>
    orders.replaceFieldSorting('reference', [
      { field: 'status', ascending: true },
      { field: 'customer:name', ascending: false },
    ]),
  )

const query = { filter: {}, projection: ['id'] }

describe('replaceFieldSorting', () => {
  it('sorts by the other fields in the source, turned around when descending', async () => {
    const { model } = await openShop(withSort)
    const collection = model.collection('orders')
    const ids = async (ascending: boolean) => {
      const sort = [{ field: 'reference', ascending }]
      return (await list({ ...query, collection, sort }, call)).map(row => row.id)
    }
    expect(await ids(true)).toEqual([1, 3, 5, 2, 4])
    expect(await ids(false)).toEqual([4, 2, 5, 1, 3])
    const sort = [{ field: 'reference', ascending: false }]
    expect(await explainList({ ...query, collection, sort }, call)).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id) join customer  order by status desc, customer:name, id
        shape    id"
    `)
  })

  it('refuses to begin with no clause, and sorts that lead to each other', async () => {
    await expect(
      openShop(customizer =>
        customizer.customizeCollection('orders', orders =>
          orders.replaceFieldSorting('reference', []),
        ),
      ),
    ).rejects.toThrow("The sort of 'reference' needs at least one clause.")
    await expect(
      openShop(customizer =>
        customizer.customizeCollection('orders', orders =>
          orders
            .replaceFieldSorting('reference', [{ field: 'total', ascending: true }])
            .replaceFieldSorting('total', [{ field: 'reference', ascending: true }]),
        ),
      ),
    ).rejects.toThrow('Replaced sorts form a cycle')
  })

  it('refuses a field that does not exist at start', async () => {
    await expect(
      openShop(customizer =>
        customizer.customizeCollection('orders', orders =>
          orders.replaceFieldSorting('reference', [{ field: 'nope', ascending: true }]),
        ),
      ),
    ).rejects.toThrow("replaceFieldSorting on 'orders': No field 'nope' on 'orders'.")
  })
})
