import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFields } from './action/fields.js'
import { createLayout } from './action/layout.js'
import { openShop } from './testing/shop.js'

const folder = new URL('.', import.meta.url).pathname

/** The source of the other tests. */
const tests = readdirSync(folder, { recursive: true })
  .map(String)
  .filter(name => name.endsWith('.test.ts') && name !== 'surface.test.ts')
  .map(name => readFileSync(join(folder, name), 'utf8'))
  .join('')

const untested = (things: readonly object[]) =>
  [...new Set(things.flatMap(thing => Object.keys(thing)))].filter(
    name => !new RegExp(`\\.${name}(<.*>)?\\(`).test(tests),
  )

describe('the surface of the client', () => {
  it('has a test for every method', async () => {
    const shop = await openShop()
    try {
      const client = shop.client()
      const orders = client.collection('orders')
      const action = await orders.action('Paged')
      const layout = action.getLayout()
      const accessors = Object.values(createFields({} as never)).map(make => make('x'))
      const parts = [
        client,
        orders,
        orders.segment('x'),
        orders.relation('products', 1),
        action,
        layout,
        layout.element(0),
        createLayout([]),
        ...accessors,
      ]
      expect(untested(parts)).toEqual([])
    } finally {
      await shop.close()
    }
  })
})
