import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { demoData } from './demo-data.js'
import { type OpenTest, openTest } from './testing/open-test.js'

const postgresUrl = inject('postgresUrl')
const mongoUrl = inject('mongoUrl')

const look = { browse: true, read: true, export: true }
const managers = { roles: [1] }
const people = {
  roles: { 1: 'Manager', 2: 'Support' },
  users: [
    { id: 1, email: 'manager@shop.example', roleId: 1 },
    { id: 2, email: 'support@shop.example', roleId: 2, tags: { customer: 'Ada' } },
  ],
  teams: [
    { id: 1, name: 'Shop' },
    { id: 2, name: 'Key account' },
  ],
  rights: {
    orders: { ...look, fields: { total: { read: managers, edit: managers } } },
    events: look,
    deliveries: { browse: managers, read: managers },
  },
}

const { orders, events } = demoData()
const ofAda = orders.filter(({ customer }) => customer === 'Ada')
const isOfAda = ({ orderId }: { orderId: number }) => ofAda.some(({ id }) => id === orderId)

describe.skipIf(!postgresUrl || !mongoUrl)('rights across two databases', () => {
  let test: OpenTest
  beforeAll(async () => {
    const servers = { postgresUrl: postgresUrl!, mongoUrl: mongoUrl! }
    test = await openTest(servers, demoData(), people)
    const { service } = test.client
    const customer = '{{currentUser.tags.customer}}'
    await service.setScope(2, 'orders', { field: 'customer', operator: 'equal', value: customer })
  })
  afterAll(() => test?.close())

  const support = () => test.as('Support')

  it('hide a column of the far side from shows, filters and sorts', async () => {
    const listed = support().collection('events')
    for (const options of [
      { fields: ['order:total'] },
      { filters: { field: 'order:total', operator: 'GreaterThan', value: 10 } },
      { sort: { field: 'order:total', ascending: true } },
    ] as const) {
      await expect(listed.list(options)).rejects.toMatchObject({ status: 403 })
    }
    await expect(
      test.client.collection('events').list({ fields: ['order:total'] }),
    ).resolves.toBeTruthy()
  })

  it('hide a collection of the far side', async () => {
    const filters = { field: 'delivery:by', operator: 'Equal', value: 'DHL' } as const
    await expect(support().collection('orders').list({ filters })).rejects.toMatchObject({
      status: 403,
    })
  })

  describe('with a scope on the far side', () => {
    const scoped = () => test.as('Support', { renderingId: 2 }).collection('events')

    it('show records out of it as none', async () => {
      const listed = await scoped().list({
        fields: ['orderId', 'order:customer'],
        pagination: { size: 1000 },
      })
      expect(listed).toHaveLength(events.length)
      for (const event of listed) {
        const isSeen = isOfAda(event as { orderId: number })
        expect(event.order).toEqual(isSeen ? expect.objectContaining({ customer: 'Ada' }) : null)
      }
    })

    it('tell nothing about records out of it by filters, counts and searches', async () => {
      const there = { field: 'order:reference', operator: 'Present' } as const
      expect(await scoped().count({ filters: there })).toBe(events.filter(isOfAda).length)
      const other = orders.find(({ customer, status }) => customer !== 'Ada' && status === 'paid')
      const search = { search: other?.reference, shouldSearchInRelation: true }
      expect(await scoped().count(search)).toBe(0)
      expect(await test.client.collection('events').count(search)).toBe(2)
    })

    it('hide the events of an order out of it', async () => {
      const other = orders.find(({ customer }) => customer !== 'Ada')
      const related = test
        .as('Support', { renderingId: 2 })
        .collection('orders')
        .relation('events', other?.id ?? 0)
      await expect(related.list()).rejects.toMatchObject({ status: 404 })
    })
  })
})
