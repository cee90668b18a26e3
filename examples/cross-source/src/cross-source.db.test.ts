import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { askAcross, askForEvents, askForOrders, exportEvents } from './ask.js'
import { demoData, type Order, type OrderEvent } from './demo-data.js'
import { fillAll, type OpenTest, openTest, regions } from './testing/open-test.js'

const postgresUrl = inject('postgresUrl')
const mongoUrl = inject('mongoUrl')

const { orders, events } = demoData()
const findOrder = (event: OrderEvent) => orders.find(({ id }) => id === event.orderId)
const ofPaid = events.filter(event => findOrder(event)?.status === 'paid')

describe.skipIf(!postgresUrl || !mongoUrl)('orders in PostgreSQL, events in MongoDB', () => {
  let test: OpenTest
  beforeAll(async () => {
    test = await openTest({ postgresUrl: postgresUrl!, mongoUrl: mongoUrl! })
  })
  afterAll(() => test?.close())

  const explainAll = async (names: readonly string[], ask: () => Promise<unknown>) => {
    test.plans.length = 0
    await ask()
    expect(test.plans).toHaveLength(names.length)
    return Object.fromEntries(names.map((name, index) => [name, test.plans[index] ?? '']))
  }

  it('filters, sorts and counts events by their orders', async () => {
    const { dearest, number } = await askForEvents(test.client)
    expect(number).toBe(ofPaid.length)
    const totals = ofPaid.map(event => findOrder(event)?.total ?? 0).sort((a, b) => b - a)
    expect(dearest.map(event => (event.order as Order).total)).toEqual(totals.slice(0, 15))
  })

  it('filters and sorts orders by their events', async () => {
    const { latest, underway } = await askForOrders(test.client)
    const deliveries = events.filter(({ kind, by }) => kind === 'delivered' && by === 'DHL')
    const times = deliveries.map(({ at }) => at.toISOString()).sort()
    expect(latest.map(order => order.delivered_at)).toEqual(times.toReversed().slice(0, 15))
    const last = orders.map(order => events.find(({ _id }) => _id === order.last_event_id))
    const shipped = last.filter(event => event?.kind === 'shipped')
    const since = shipped.map(event => event?.at.toISOString()).sort()
    expect(underway.map(order => (order.last_event as { at: string }).at)).toEqual(
      since.slice(0, 15),
    )
  })

  it('lists and counts the events of an order, and finds them by what only the order holds', async () => {
    const order = orders.find(({ status }) => status === 'delivered') as Order
    const { history, found } = await askAcross(test.client, order.id, order.reference)
    expect(history.map(event => event.kind)).toEqual(['placed', 'paid', 'shipped', 'delivered'])
    expect(found).toHaveLength(4)
    expect(await test.client.collection('orders').relation('events', order.id).count()).toBe(4)
  })

  it('exports columns of both databases', async () => {
    const lines: string[] = []
    const target = new Writable({
      write(chunk, _, done) {
        lines.push(...String(chunk).trimEnd().split('\n'))
        done()
      },
    })
    await exportEvents(test.client, target)
    expect(lines).toHaveLength(ofPaid.length + 1)
    expect(lines[1]).toMatch(/^placed,2026-.*,O-\d{4},\d/)
  })

  it('asks each database for pages and batches, never for a record', async () => {
    const plans = {
      ...(await explainAll(['events', 'count'], () => askForEvents(test.client))),
      ...(await explainAll(['delivery', 'last-event'], () => askForOrders(test.client))),
      ...(await explainAll(['related', 'search'], () => askAcross(test.client, 3, 'O-0003'))),
    }
    await expect(regions(plans)).toMatchFileSnapshot('plans.txt')
  })

  it('groups events by a column of their orders', async () => {
    const chart = await test.client.collection('events').chart<{ key: string; value: number }[]>({
      type: 'Pie',
      aggregator: 'Count',
      groupByFieldName: 'order:status',
    })
    const expected = new Map<string | null, number>()
    for (const event of events) {
      const status = findOrder(event)?.status ?? null
      expected.set(status, (expected.get(status) ?? 0) + 1)
    }
    expect(new Map(chart.map(({ key, value }) => [key, value]))).toEqual(expected)
  })

  it('shows an event whose order is gone, with no order', async () => {
    const gone = String(orders.length + 1)
    const options = {
      filters: { field: 'orderId', operator: 'Equal', value: Number(gone) },
      fields: ['kind', 'orderId', 'order:reference'],
    } as const
    const [event] = await test.client.collection('events').list(options)
    expect(event).toMatchObject({ kind: 'placed', orderId: Number(gone), order: null })
    const missing = { field: 'order:reference', operator: 'Missing' } as const
    expect(await test.client.collection('events').count({ filters: missing })).toBe(1)
    const other = { field: 'order:status', operator: 'NotEqual', value: 'paid' } as const
    expect(await test.client.collection('events').count({ filters: other })).toBe(
      events.length - ofPaid.length,
    )
  })

  it('keeps what is there when it starts a second time', async () => {
    await fillAll(test, orders, events)
    expect(await test.client.collection('events').count()).toBe(events.length)
    expect(await test.client.collection('orders').count()).toBe(orders.length)
  })

  it('completes what an interrupted start has left', async () => {
    await test.events.dropCollection('deliveries')
    await test.events.collection('events').deleteMany({ kind: 'paid' })
    await fillAll(test, orders, events)
    expect(await test.client.collection('events').count()).toBe(events.length)
    const { latest } = await askForOrders(test.client)
    expect(latest.length).toBeGreaterThan(0)
  })
})
