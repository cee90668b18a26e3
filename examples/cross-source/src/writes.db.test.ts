import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type OpenTest, openTest } from './testing/open-test.js'

const postgresUrl = inject('postgresUrl')
const mongoUrl = inject('mongoUrl')

describe.skipIf(!postgresUrl || !mongoUrl)('writes through both databases', () => {
  let test: OpenTest
  beforeAll(async () => {
    test = await openTest({ postgresUrl: postgresUrl!, mongoUrl: mongoUrl! })
  })
  afterAll(() => test?.close())

  const order = { reference: 'N-1', customer: 'Ada', status: 'draft', total: 5 }
  const ordered_at = '2026-03-01T00:00:00.000Z'

  it('create an order and an event of it, and link the order to the event', async () => {
    const orders = test.client.collection('orders')
    const { id } = await orders.create<{ id: number }>({ ...order, ordered_at })
    const event = await test.client
      .collection('events')
      .create<{ _id: string; orderId: number }>(
        { kind: 'placed', at: ordered_at, by: 'shop' },
        { relations: { order: id } },
      )
    expect(event.orderId).toBe(id)
    const stored = await test.events.collection('events').findOne({ _id: new ObjectId(event._id) })
    expect(stored).toMatchObject({ orderId: id })
    await orders.relation('last_event', id).replace(event._id)
    const { rows } = await test.orders.query('select last_event_id from orders where id = $1', [id])
    expect(rows).toEqual([{ last_event_id: event._id }])
    expect(await orders.getOne(id, { fields: ['last_event:kind'] })).toMatchObject({
      last_event: { kind: 'placed' },
    })
  })

  it('move events to another order and take them out of it', async () => {
    const events = test.client.collection('orders').relation('events', 4)
    const [moved] = await test.client
      .collection('orders')
      .relation('events', 9)
      .list<{ _id: string }>()
    const before = (await events.count()) ?? 0
    await events.associate([moved?._id ?? ''])
    expect(await events.count()).toBe(before + 1)
    await events.dissociate([moved?._id ?? ''])
    expect(await events.count()).toBe(before)
    const stored = await test.events.collection('events').findOne({ _id: new ObjectId(moved?._id) })
    expect(stored).toMatchObject({ orderId: null })
  })

  it('leave the events of a deleted order, which then have none', async () => {
    const events = test.client.collection('events')
    const filters = { field: 'orderId', operator: 'Equal', value: 14 } as const
    const before = await events.count({ filters })
    expect(before).toBeGreaterThan(0)
    await test.client.collection('orders').delete([14])
    const left = await events.list({ filters, fields: ['order:reference'] })
    expect(left).toHaveLength(before ?? 0)
    expect(left.every(event => event.order === null)).toBe(true)
  })

  it('delete the events of an order with it when asked through the relation', async () => {
    const events = test.client.collection('orders').relation('events', 19)
    const listed = await events.list<{ _id: string }>()
    expect(listed.length).toBeGreaterThan(0)
    await events.dissociate(
      listed.map(({ _id }) => _id),
      { delete: true },
    )
    expect(await test.events.collection('events').countDocuments({ orderId: 19 })).toBe(0)
  })

  it('refuse to write the view and the field imported from it', async () => {
    const created = test.client.collection('deliveries').create({ orderId: 1, by: 'DHL' })
    await expect(created).rejects.toMatchObject({ status: expect.toBeOneOf([403, 422]) })
    const orders = test.client.collection('orders')
    await expect(orders.update(1, { delivered_at: ordered_at })).rejects.toMatchObject({
      status: expect.toBeOneOf([400, 422]),
    })
  })
})
