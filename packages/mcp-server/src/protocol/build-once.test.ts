import { expect, it, vi } from 'vitest'
import { call } from '../testing/call.js'
import { openShop } from '../testing/open-shop.js'
import { buildToolSet } from '../tools/tool-set.js'

vi.mock(import('../tools/tool-set.js'), async importActual => {
  const actual = await importActual()
  return { ...actual, buildToolSet: vi.fn(actual.buildToolSet) }
})

it('builds the tools once, and reads a schema once, for any number of requests', async () => {
  const shop = await openShop()
  let reads = 0
  const countReads = () =>
    shop.changeSchema(({ collections, meta }) => {
      const counted = { collections, meta }
      return Object.defineProperty(counted, 'collections', {
        get: () => {
          reads += 1
          return collections
        },
      })
    })
  const clients = await Promise.all([
    shop.connect({ mode: 'auto', userId: 1 }),
    shop.connect({ mode: 'legacy', userId: 2 }),
  ])
  const ask = async () => {
    for (const client of clients) {
      await client.listTools(undefined, { cacheMode: 'refresh' })
      await call(client, 'describeCollection', { collectionName: 'orders' })
      await call(client, 'list', { collectionName: 'orders' })
    }
  }
  try {
    countReads()
    await ask()
    const readsOfOne = reads
    expect(readsOfOne).toBeGreaterThan(0)
    await ask()
    expect(reads).toBe(readsOfOne)
    countReads()
    reads = 0
    await ask()
    expect(reads).toBe(readsOfOne)
    expect(buildToolSet).toHaveBeenCalledTimes(1)
  } finally {
    await shop.close()
  }
})
