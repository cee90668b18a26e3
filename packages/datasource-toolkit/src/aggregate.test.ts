import { describe, expect, it } from 'vitest'
import { aggregateRows } from './aggregate.js'
import type { Aggregation } from './query.js'
import { type GetColumnType, sortRows } from './sort.js'

const call = { timezone: 'Europe/Paris', now: new Date(0) }
const rows = [
  { kind: 'a', amount: 1, at: '2024-03-31T21:59:59.999Z', shop: { city: 'X' } },
  { kind: 'b', amount: '9007199254740993', at: '2024-03-31T22:00:00.000Z', shop: null },
  { kind: 'a', amount: 0.2, at: null, shop: { city: 'X' } },
  { kind: null, amount: null, at: '2024-04-30T12:00:00.000Z', shop: { city: 'Y' } },
  { kind: 'a', amount: 0.1, at: null, shop: null },
]
const types: Record<string, 'String' | 'Number' | 'Date'> = {
  kind: 'String',
  amount: 'Number',
  at: 'Date',
  'shop:city': 'String',
}
const getType: GetColumnType = path => types[path]
const aggregate = (aggregation: Aggregation, limit?: number) =>
  aggregateRows(rows, aggregation, getType, call, limit)

describe('aggregateRows', () => {
  it('counts rows, or values that are not null', () => {
    expect(aggregate({ operation: 'Count' })).toEqual([{ value: 5, group: {} }])
    expect(aggregate({ operation: 'Count', field: 'amount' })).toEqual([{ value: 4, group: {} }])
  })

  it('adds exactly', () => {
    const [{ value } = { value: undefined }] = aggregate({ operation: 'Sum', field: 'amount' })
    expect(value).toBe('9007199254740994.3')
    const groups = aggregate({ operation: 'Sum', field: 'amount', groups: [{ field: 'kind' }] })
    expect(groups).toEqual([
      { value: '9007199254740993', group: { kind: 'b' } },
      { value: 1.3, group: { kind: 'a' } },
      { value: null, group: { kind: null } },
    ])
  })

  it('returns null over no value, and one group over no row', () => {
    for (const operation of ['Sum', 'Avg', 'Max', 'Min'] as const) {
      const aggregation = { operation, field: 'amount' }
      expect(aggregateRows([], aggregation, getType, call)).toEqual([{ value: null, group: {} }])
    }
    expect(aggregateRows([], { operation: 'Count' }, getType, call)).toEqual([
      { value: 0, group: {} },
    ])
    const grouped = { operation: 'Count', groups: [{ field: 'kind' }] } as const
    expect(aggregateRows([], grouped, getType, call)).toEqual([])
  })

  it('rounds an average once, as databases with exact numbers do', () => {
    const average = (...amounts: (number | string)[]) => {
      const rows = amounts.map(amount => ({ amount }))
      return aggregateRows(rows, { operation: 'Avg', field: 'amount' }, getType, call)[0]?.value
    }
    const large = '-9007199254740995'
    expect(average(large, large, large)).toBe(average(large))
    expect([average(1, 2), average(0.1, 0.2), average(1, 1, 2)]).toEqual([1.5, 0.15, 4 / 3])
    expect(average('1e-30', '3e-30')).toBe(2e-30)
  })

  it('buckets dates by the local day', () => {
    const groups = aggregate({ operation: 'Count', groups: [{ field: 'at', operation: 'Month' }] })
    expect(groups).toEqual([
      { value: 2, group: { at: '2024-04-01' } },
      { value: 2, group: { at: null } },
      { value: 1, group: { at: '2024-03-01' } },
    ])
  })

  it('groups through relations', () => {
    const groups = aggregate({ operation: 'Count', groups: [{ field: 'shop:city' }] })
    expect(groups.map(({ group }) => group['shop:city'])).toEqual(['X', null, 'Y'])
  })

  it('cuts after ordering', () => {
    const grouped = { operation: 'Count', groups: [{ field: 'kind' }] } as const
    expect(aggregate(grouped, 1)).toEqual([{ value: 3, group: { kind: 'a' } }])
  })
})

describe('sortRows', () => {
  it('keeps the order of equal rows and does not change its argument', () => {
    const sorted = sortRows(rows, [{ field: 'kind', ascending: false }], getType, 'last')
    expect(sorted.map(({ amount }) => amount)).toEqual([null, '9007199254740993', 1, 0.2, 0.1])
    expect(rows[0]?.amount).toBe(1)
  })
})
