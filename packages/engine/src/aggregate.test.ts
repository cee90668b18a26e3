import type { Aggregation } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { aggregate, count, estimateCount } from './aggregate.js'
import type { EngineCall } from './model/model.js'
import type { Filter } from './query.js'
import { call, openShop } from './testing/shop.js'

async function fold(aggregation: Aggregation, filter: Filter = {}, given: EngineCall = call) {
  const { model, asked } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders =>
      orders
        .addField('size', {
          columnType: 'String',
          dependencies: ['total'],
          getValues: records => records.map(({ total }) => (Number(total) > 15 ? 'big' : 'small')),
        })
        .emulateFieldFiltering('size'),
    ),
  )
  const groups = await aggregate(
    { collection: model.collection('orders'), filter, aggregation },
    given,
  )
  return { groups, asked }
}

describe('aggregate', () => {
  it('folds in the source, across relations it can join', async () => {
    const { groups, asked } = await fold({
      operation: 'Sum',
      field: 'total',
      groups: [{ field: 'customer:name' }],
    })
    expect(groups).toEqual([
      { value: 50, group: { 'customer:name': 'Ada' } },
      { value: 10, group: { 'customer:name': 'Bob' } },
      { value: 10, group: { 'customer:name': 'Cléa' } },
      { value: null, group: { 'customer:name': null } },
    ])
    expect(asked).toEqual(['aggregate orders'])
  })

  it('folds in memory by computed fields and by fields of another source', async () => {
    const bySize = await fold({ operation: 'Count', groups: [{ field: 'size' }] })
    expect(bySize.groups).toEqual([
      { value: 3, group: { size: 'small' } },
      { value: 2, group: { size: 'big' } },
    ])
    const byOwner = await fold({
      operation: 'Max',
      field: 'total',
      groups: [{ field: 'owner:name' }],
    })
    expect(byOwner.groups).toEqual([
      { value: 30, group: { 'owner:name': 'Olga' } },
      { value: 20, group: { 'owner:name': null } },
      { value: 10, group: { 'owner:name': 'Paul' } },
    ])
    expect(byOwner.asked).toEqual(['list orders', 'list owners'])
  })

  it('groups dates in the time zone of the call', async () => {
    const aggregation = {
      operation: 'Count',
      groups: [{ field: 'created_at', operation: 'Year' }],
    } as const
    const { groups } = await fold(aggregation, {}, { ...call, timezone: 'America/New_York' })
    expect(groups).toEqual([
      { value: 4, group: { created_at: '2024-01-01' } },
      { value: 1, group: { created_at: null } },
    ])
  })

  it('answers one group over nothing, and no group when grouped', async () => {
    const nothing = { conditionTree: { aggregator: 'Or', conditions: [] } } as const
    expect((await fold({ operation: 'Count' }, nothing)).groups).toEqual([{ value: 0, group: {} }])
    const sum = { operation: 'Sum', field: 'total' } as const
    expect((await fold(sum, nothing)).groups).toEqual([{ value: null, group: {} }])
    expect((await fold({ ...sum, groups: [{ field: 'status' }] }, nothing)).groups).toEqual([])
  })

  it('counts rows that only memory can filter', async () => {
    const { model } = await openShop(customizer =>
      customizer.customizeCollection('orders', orders => orders.emulateFieldFiltering('reference')),
    )
    const conditionTree = { field: 'reference', operator: 'StartsWith', value: 'r-' } as const
    expect(
      await count({ collection: model.collection('orders'), filter: { conditionTree } }, call),
    ).toBe(4)
  })

  it('refuses a field that cannot be grouped by', async () => {
    const { model } = await openShop()
    const orders = model.collection('orders')
    const { column, ...path } = orders.path('status')
    const collection = {
      ...orders,
      path: () => ({ ...path, column: { ...column, isGroupable: false } }),
    }
    const aggregation = { operation: 'Count', groups: [{ field: 'status' }] } as const
    await expect(aggregate({ collection, filter: {}, aggregation }, call)).rejects.toThrow(
      "'status' of 'orders' cannot be grouped by.",
    )
  })
})

describe('estimateCount', () => {
  it('has no estimate when the source keeps no statistics, or a scope hides rows', async () => {
    const { model } = await openShop()
    const orders = model.collection('orders')
    expect(await estimateCount(orders, call)).toBeUndefined()
    const source = { ...orders.source, estimateCount: async () => 1234 }
    expect(await estimateCount({ ...orders, source }, call)).toBe(1234)
    const findScope = () => ({ field: 'id', operator: 'Present' }) as const
    expect(await estimateCount({ ...orders, source }, { ...call, findScope })).toBeUndefined()
  })
})
