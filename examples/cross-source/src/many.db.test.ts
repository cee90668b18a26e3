import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { demoData } from './demo-data.js'
import { type OpenTest, openTest, regions } from './testing/open-test.js'

const postgresUrl = inject('postgresUrl')
const mongoUrl = inject('mongoUrl')

/** Of these more than 10,000 match: more keys than one statement names. */
const count = 18_000
const data = demoData(count)
const paid = new Set(data.orders.filter(({ status }) => status !== 'draft').map(({ id }) => id))
const matching = data.events.filter(({ orderId }) => paid.has(orderId))
const filters = { field: 'order:status', operator: 'NotEqual', value: 'draft' } as const
const known = {
  field: 'order:status',
  operator: 'In',
  value: ['paid', 'shipped', 'delivered'],
} as const

describe.skipIf(!postgresUrl || !mongoUrl)('a filter that many thousands match', () => {
  let test: OpenTest
  beforeAll(async () => {
    test = await openTest({ postgresUrl: postgresUrl!, mongoUrl: mongoUrl! }, data)
  })
  afterAll(() => test?.close())

  it('answers its page from the first chunk', async () => {
    test.plans.length = 0
    const listed = await test.client.collection('events').list({
      filters: known,
      sort: { field: 'at', ascending: false },
      fields: ['at', 'order:status'],
    })
    const latest = matching
      .map(({ at }) => at.toISOString())
      .sort()
      .toReversed()
    expect(listed.map(({ at }) => at)).toEqual(latest.slice(0, 15))
    await expect(regions({ 'too-many': test.plans[0] ?? '' })).toMatchFileSnapshot('too-many.txt')
  })

  it('counts all of them, and the records it leaves out', async () => {
    const events = test.client.collection('events')
    expect(await events.count({ filters: known })).toBe(matching.length)
    // The event whose order is gone is not of a draft, either.
    expect(await events.count({ filters })).toBe(matching.length + 1)
  })

  it('sorts by the far side and keeps no more than the page', async () => {
    const listed = await test.client.collection('events').list({
      filters: known,
      sort: [
        { field: 'order:total', ascending: false },
        { field: 'at', ascending: true },
      ],
      fields: ['orderId'],
    })
    const totals = new Map(data.orders.map(({ id, total }) => [id, total]))
    const total = ({ orderId }: { orderId: number }) => totals.get(orderId) ?? 0
    const expected = matching.toSorted(
      (a, b) => total(b) - total(a) || a.at.getTime() - b.at.getTime() || (a._id < b._id ? -1 : 1),
    )
    expect(listed.map(({ orderId }) => orderId)).toEqual(
      expected.slice(0, 15).map(({ orderId }) => orderId),
    )
  })

  it('exports each of them once', async () => {
    let text = ''
    const target = new Writable({
      write(chunk, _, done) {
        text += chunk
        done()
      },
    })
    await test.client.collection('events').exportCsv(target, { filters: known, fields: ['_id'] })
    const ids = text.trimEnd().split('\n').slice(1)
    expect(new Set(ids)).toEqual(new Set(matching.map(({ _id }) => _id)))
    expect(ids).toHaveLength(matching.length)
  })
})
