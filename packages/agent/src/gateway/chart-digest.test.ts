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
    expect(chartDigest({ ...chart, limit: undefined })).toBe(chartDigest(chart))
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
      { ...chart, anything: [null] },
      { ...chart, anything: ['null'] },
      { ...chart, anything: [1, 23] },
      { ...chart, anything: [12, 3] },
      { ...chart, anything: ['a'] },
      { ...chart, anything: { 0: 'a' } },
    ].map(chartDigest)
    expect(new Set(digests).size).toBe(digests.length)
  })

  it('reads what is not JSON as JSON would', () => {
    expect(chartDigest({ ...chart, anything: [undefined] })).toBe(
      chartDigest({ ...chart, anything: [null] }),
    )
  })

  it('refuses what is nested so deeply that reading it would exhaust the stack', () => {
    const nest = (levels: number): object => (levels === 0 ? {} : { inner: nest(levels - 1) })
    expect(() => chartDigest(nest(99))).not.toThrow()
    expect(() => chartDigest(nest(100))).toThrow('nested more than 100 levels deep')
  })
})
