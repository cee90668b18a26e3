import { describe, expect, it } from 'vitest'
import { chartDigest } from './chart-digest.js'

const chart = {
  type: 'Value',
  sourceCollectionName: 'orders',
  aggregator: 'Count',
  filter: { field: 'status', operator: 'equal', value: 'paid' },
}

describe('chartDigest', () => {
  it('ignores the order of keys, null keys and the values a client fills in', () => {
    const { type, filter, ...rest } = chart
    const same = { filter: { ...filter }, ...rest, aggregateFieldName: null, type }
    expect(chartDigest({ ...same, contextVariables: { a: 1 } })).toBe(chartDigest(chart))
  })

  it('differs when any key at any depth does', () => {
    const digests = [
      chart,
      { ...chart, aggregator: 'Sum' },
      { ...chart, filter: { ...chart.filter, value: 'open' } },
      { ...chart, filter: { ...chart.filter, field: 'total' } },
      { ...chart, filter: undefined },
      { ...chart, limit: 5 },
      { ...chart, limit: '5' },
      { ...chart, anything: true },
    ].map(chartDigest)
    expect(new Set(digests).size).toBe(digests.length)
  })
})
