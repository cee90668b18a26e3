import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OpenAgent, openAgent, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

interface Capabilities {
  readonly readableCollections: string[]
  readonly nativeQueryConnections: object[]
  readonly agentCapabilities: object
  readonly collections: {
    readonly name: string
    readonly fields: {
      readonly name: string
      readonly type: unknown
      readonly operators?: string[]
      readonly isGroupable: boolean
    }[]
    readonly aggregationCapabilities: object
    readonly readableFields: string[]
    readonly writableFields: string[]
  }[]
}

let open: OpenAgent

beforeAll(async () => {
  open = await openAgent(shop(), {
    customize: agent => agent.removeCollection('order_products'),
  })
})
afterAll(() => open.close())
beforeEach(() => {
  for (const name of ['orders', 'customers', 'products']) open.service.setRights(name, true)
})

const ask = (collectionNames?: unknown) =>
  open.send('POST', '/_internal/capabilities', { collectionNames })

describe('POST /_internal/capabilities', () => {
  it('describes columns with all their operators, and many-to-one relations', async () => {
    const { status, json } = await ask(['orders'])
    expect(status).toBe(200)
    const { collections, ...rest } = json as Capabilities
    expect(rest).toEqual({
      nativeQueryConnections: [],
      agentCapabilities: {
        canUseProjectionOnGetOne: true,
        canUseProjectionViaHeader: true,
        canUseProjectionViaHeaderOnList: true,
        canUseMultipleFieldsProjectionOnRelation: true,
        canUseAuditTrail: false,
      },
      rights: 'enforced',
      readableCollections: ['customers', 'orders', 'products'],
    })
    const [orders] = collections
    expect(orders?.aggregationCapabilities).toEqual({
      supportGroups: true,
      supportedDateOperations: ['Year', 'Quarter', 'Month', 'Week', 'Day'],
    })
    const field = (name: string) => orders?.fields.find(known => known.name === name)
    expect(field('customer')).toEqual({ name: 'customer', type: 'ManyToOne', isGroupable: true })
    expect(field('labels')?.type).toEqual(['String'])
    expect(field('products')).toBeUndefined()
    expect(field('paid_at')?.operators).toEqual(
      expect.arrayContaining(['previous_x_days', 'previous_month_to_date', 'before', 'today']),
    )
    expect(field('reference')?.operators).toEqual(
      expect.arrayContaining(['equal', 'i_like', 'not_i_contains', 'starts_with', 'in']),
    )
  })

  it('describes nothing when no collection is named, also without a body', async () => {
    expect((await ask()).json).toMatchObject({ collections: [] })
    const bare = await open.send('POST', '/_internal/capabilities')
    expect(bare.json).toMatchObject({ collections: [] })
  })

  it('leaves out collections the caller may neither browse nor read', async () => {
    open.service.setRights('customers', { add: true })
    const { json } = await ask(['orders', 'customers'])
    expect((json as Capabilities).collections.map(({ name }) => name)).toEqual(['orders'])
  })

  it('names the collections the caller may browse or read, also when asked about none', async () => {
    open.service.setRights('customers', { add: true })
    expect((await ask([])).json).toMatchObject({ readableCollections: ['orders', 'products'] })
  })

  it('names the fields of every kind that the caller may read, and those they may write', async () => {
    open.service.setRights('orders', {
      browse: true,
      read: true,
      fields: { total: { read: false, edit: true }, reference: { read: true, edit: false } },
    })
    const { collections } = (await ask(['orders', 'customers'])).json as Capabilities
    const [orders, customers] = collections
    expect(orders?.readableFields).toEqual(
      expect.arrayContaining(['details', 'reference', 'customer']),
    )
    expect(orders?.readableFields).not.toContain('total')
    expect(customers?.readableFields).toContain('orders')
    expect(orders?.writableFields).toContain('customer_id')
    for (const name of ['version', 'reference', 'total', 'customer']) {
      expect(orders?.writableFields).not.toContain(name)
    }
  })

  it('refuses unknown and removed collections, and lists of something else', async () => {
    expect((await ask(['nope'])).status).toBe(404)
    expect((await ask(['order_products'])).status).toBe(404)
    const malformed = await ask('orders')
    expect(malformed.status).toBe(400)
    expect(readError(malformed).detail).toBe("'collectionNames' must be a list of texts.")
  })
})
