import { expect, it } from 'vitest'
import { openShop } from '../testing/shop.js'
import { generateTypings } from './generate-typings.js'

it('generateTypings writes each collection once: columns, to-one and to-many relations', async () => {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('tags', tags =>
      tags
        .addField('a-b', {
          columnType: { lines: ['String'], at: 'Point' },
          dependencies: ['id'],
          getValues: () => [],
        })
        .addField('data', { columnType: 'Json', dependencies: ['id'], getValues: () => [] }),
    ),
  )
  const text = generateTypings(model, 2)
  expect(text).toBe(generateTypings(model, 2))
  expect(text).toContain(`  orders: {
    columns: {
      created_at: string | null
      customer_id: number | null
      id: number
      owner_id: number | null
      reference: string | null
      status: "paid" | "pending" | "void" | null
      total: number | null
    }
    toOne: {
      customer: "customers"
      owner: "owners"
    }
    toMany: {
      tags: "tags"
    }
    maxDepth: 2
  }
`)
  expect(text).toContain(`  tags: {
    columns: {
      "a-b": { lines: Array<string>; at: [number, number] } | null
      data: unknown | null
      id: number
      label: string | null
    }
    toOne: object
    toMany: object
    maxDepth: 2
  }
`)
})
