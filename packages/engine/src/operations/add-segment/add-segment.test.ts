import { describe, expect, it } from 'vitest'
import { explainList, list } from '../../list.js'
import { call, openShop } from '../../testing/shop.js'

async function openSegments() {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders =>
      orders
        .addSegment('Paid', { field: 'status', operator: 'Equal', value: 'paid' })
        .addSegment('Mine', async ({ timezone }) => ({
          field: 'reference',
          operator: 'Equal',
          value: timezone === 'UTC' ? 'r-a' : 'r-b',
        })),
    ),
  )
  const collection = model.collection('orders')
  return (segment: string, timezone = 'UTC') =>
    list({ collection, filter: { segment }, sort: [], projection: ['id'] }, { ...call, timezone })
}

describe('addSegment', () => {
  it('names a condition', async () => {
    expect(await (await openSegments())('Paid')).toEqual([{ id: 1 }, { id: 3 }])
  })

  it('asks a function for each caller', async () => {
    const listed = await openSegments()
    expect(await listed('Mine')).toEqual([{ id: 2 }])
    expect(await listed('Mine', 'Europe/Paris')).toEqual([{ id: 1 }])
  })

  it('refuses an unknown segment with the known ones', async () => {
    const listed = await openSegments()
    await expect(listed('Nope')).rejects.toThrow(
      "No segment 'Nope' on 'orders'. It has: Paid, Mine.",
    )
  })

  it('refuses a second segment of the same name', async () => {
    const condition = { field: 'id', operator: 'Present' } as const
    const failing = openShop(customizer =>
      customizer.customizeCollection('orders', orders =>
        orders.addSegment('A', condition).addSegment('A', condition),
      ),
    )
    await expect(failing).rejects.toThrow("'orders' already has a segment 'A'.")
  })

  it('goes down to the source with the filter', async () => {
    const { model } = await openShop(customizer =>
      customizer.customizeCollection('orders', orders =>
        orders.addSegment('French', {
          field: 'customer:country:code',
          operator: 'Equal',
          value: 'FR',
        }),
      ),
    )
    const conditionTree = { field: 'total', operator: 'GreaterThan', value: 5 } as const
    const filter = { segment: 'French', conditionTree }
    const collection = model.collection('orders')
    const query = { collection, filter, sort: [], projection: ['id'] }
    expect(await explainList(query, call)).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id) join customer join customer:country  where total > ? and customer:country:code = ?  order by id
        shape    id"
    `)
  })
})
