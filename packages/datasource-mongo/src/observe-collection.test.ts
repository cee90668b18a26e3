import type { CollectionSource, ObservedStatement } from '@service/datasource-toolkit'
import { expect, it } from 'vitest'
import { observeCollection } from './observe-collection.js'

const call = { timezone: 'UTC', now: new Date() }
const select = { collection: 'people', columns: [], joins: [] }

it('tells the command of each call without its values, and returns its result', async () => {
  const observed: ObservedStatement[] = []
  const plain: CollectionSource = {
    name: 'people',
    schema: { primaryKey: [], fields: {} } as unknown as CollectionSource['schema'],
    list: async () => [{ name: 'Ada' }],
    aggregate: async () => [],
    create: async rows => [...rows],
    update: async () => 2,
    delete: async () => 3,
    estimateCount: async () => 4,
  }
  const source = observeCollection(plain, async (statement, run) => {
    observed.push(statement)
    return run()
  })
  expect([
    await source.list({ select, orderBy: [] }, call),
    await source.aggregate({ select, aggregation: { operation: 'Count' } }, call),
    await source.create([{ name: 'Bob' }], call),
    await source.update(undefined, { name: 'Eve' }, call),
    await source.delete(undefined, call),
    await source.estimateCount?.(call),
  ]).toEqual([[{ name: 'Ada' }], [], [{ name: 'Bob' }], 2, 3, 4])
  expect(observed).toEqual(
    ['find', 'aggregate', 'insert', 'update', 'delete', 'count'].map(operation => ({
      system: 'mongodb',
      operation,
    })),
  )
})
