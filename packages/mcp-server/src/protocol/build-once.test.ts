import { expect, it } from 'vitest'
import { call } from '../testing/call.js'
import { openShop } from '../testing/open-shop.js'
import { list } from '../tools/list.js'

/** The object, which calls back each time the property is read. */
function watched<T extends object>(object: T, name: keyof T, onRead: () => void): T {
  const value = object[name]
  return Object.defineProperty(object, name, {
    get: () => {
      onRead()
      return value
    },
  })
}

it('builds the tools once, and reads a schema once, for any number of requests', async () => {
  let builds = 0
  let reads = 0
  // The input of a tool is read when its validators are converted to JSON schemas.
  watched(list, 'input', () => {
    builds += 1
  })
  const shop = await openShop()
  const countReads = () =>
    shop.changeSchema(({ collections, meta }) =>
      watched({ collections, meta }, 'collections', () => {
        reads += 1
      }),
    )
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
    expect(builds).toBe(1)
  } finally {
    await shop.close()
  }
})
