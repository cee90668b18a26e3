import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../testing/shop.js'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

describe('charts', () => {
  it('of the agent have the value of their kind', async () => {
    const client = shop.client()
    expect(await client.valueChart('value')).toEqual({ countCurrent: 3, countPrevious: 1 })
    expect(await client.distributionChart('parts')).toEqual([
      { key: 'a', value: 1 },
      { key: 'b', value: 2 },
    ])
    expect(await client.percentageChart('percentage')).toBe(12.5)
    expect(await client.objectiveChart('objective')).toEqual({ value: 1, objective: 2 })
    expect((await client.leaderboardChart('board'))[0]).toEqual({ key: 'b', value: 2 })
    expect(await client.timeBasedChart('time')).toEqual([{ label: 'Jan 24', values: { value: 4 } }])
    expect(await client.multipleTimeBasedChart('lines')).toEqual({
      labels: ['Jan 24', 'Feb 24'],
      values: [{ key: 'a', values: [1, 2] }],
    })
    expect(await client.smartChart('smart')).toEqual({ any: ['json'] })
  })

  it('of a record are drawn for it, with parameters', async () => {
    const orders = shop.client().collection('orders')
    expect(await orders.valueChart('spent', { recordId: 3 })).toEqual({ countCurrent: 3 })
    const parameters = { times: 2 }
    expect(await orders.valueChart('spent', { recordId: 3, parameters })).toEqual({
      countCurrent: 6,
    })
  })

  it('are computed from a definition', async () => {
    const chart = { type: 'Value', aggregator: 'Sum', aggregateFieldName: 'total' }
    expect(await shop.client().collection('orders').chart(chart)).toEqual({ countCurrent: 60 })
  })

  it('in SQL name their connection', async () => {
    const chart = { type: 'Value', query: 'select 1 as value from a', connectionName: 'nowhere' }
    await expect(shop.client().queryChart(chart)).rejects.toMatchObject({ status: 422 })
  })
})
