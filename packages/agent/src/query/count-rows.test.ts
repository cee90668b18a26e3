import { ConditionTreeFactory } from '@service/datasource-toolkit'
import type { CollectionModel, EngineCall, RelatedTo } from '@service/engine'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Access } from '../gateway/access.js'
import type { Runtime } from '../runtime.js'
import { compileShop } from '../testing/compile-shop.js'
import { countRows } from './count-rows.js'
import type { ParsedCount } from './parsed-count.js'

const call: EngineCall = { timezone: 'UTC', now: new Date() }

let orders: CollectionModel
let customers: CollectionModel

beforeAll(async () => {
  const model = await compileShop()
  orders = model.collection('orders')
  customers = model.collection('customers')
  // The statistics of a source, which know nothing of rows.
  orders.source.estimateCount = async () => 1000
})

interface Asked {
  readonly filter?: ParsedCount['filter']
  readonly isEstimate?: boolean
  readonly isCountable?: boolean
  readonly related?: RelatedTo
  readonly liveSegment?: ParsedCount['liveSegment']
  readonly scope?: EngineCall['findScope']
}

function count({
  filter = {},
  isEstimate = true,
  isCountable = true,
  related,
  liveSegment,
  scope,
}: Asked) {
  const parsed = {
    collection: isCountable ? orders : { ...orders, isCountable },
    filter,
    liveSegment,
    uses: [],
    timezone: 'UTC',
    query: { collection: orders, filter, aggregation: { operation: 'Count' } },
    isEstimate,
  } as unknown as ParsedCount
  const asked = { ...call, ...(scope && { findScope: scope }) }
  return countRows({} as Runtime, {} as Access, parsed, asked, related)
}

const paid = ConditionTreeFactory.fromPlainObject({
  field: 'status',
  operator: 'equal',
  value: 'paid',
})

describe('a count', () => {
  it('comes from statistics when that is asked for, of whole tables', async () => {
    expect(await count({})).toEqual({ count: 1000, precision: 'estimated' })
    expect(await count({ scope: () => undefined })).toEqual({ count: 1000, precision: 'estimated' })
    expect(await count({ isEstimate: false })).toEqual({ count: 4 })
  })

  it('is exact for whatever is not the whole table', async () => {
    expect(await count({ filter: { conditionTree: paid } })).toEqual({
      count: 3,
      precision: 'exact',
    })
    expect(await count({ filter: { search: 'O-1' } })).toEqual({ count: 1, precision: 'exact' })
    expect(await count({ scope: () => paid })).toEqual({ count: 3, precision: 'exact' })
    const relation = customers.fields.get('orders') as RelatedTo['relation']
    const related = { relation, parent: { id: 1 } } as unknown as RelatedTo
    expect(await count({ related })).toEqual({ count: 2, precision: 'exact' })
    expect(await count({ scope: () => ConditionTreeFactory.matchNone })).toEqual({
      count: 0,
      precision: 'exact',
    })
  })

  it('is never that of the whole table for a segment', async () => {
    await expect(count({ filter: { segment: 'none' } })).rejects.toThrow()
    const liveSegment = { segmentQuery: 'select 1', connectionName: 'none' }
    await expect(count({ liveSegment })).rejects.toThrow()
  })

  it('is none where counting is off', async () => {
    expect(await count({ isCountable: false })).toEqual({})
  })
})
