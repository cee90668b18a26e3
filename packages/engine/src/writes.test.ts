import { describe, expect, it } from 'vitest'
import { create } from './create.js'
import { list } from './list.js'
import type { EngineCall, Model } from './model/model.js'
import type { Filter } from './query.js'
import { remove } from './remove.js'
import { call, openShop } from './testing/shop.js'
import { update } from './update.js'

const open = () =>
  openShop(customizer =>
    customizer.customizeCollection('orders', orders =>
      orders.emulateFieldFiltering('reference').addField('label', {
        columnType: 'String',
        dependencies: ['status'],
        getValues: records => records.map(() => ''),
      }),
    ),
  )

async function statuses(model: Model): Promise<unknown[]> {
  const collection = model.collection('orders')
  const rows = await list({ collection, filter: {}, projection: ['status'], sort: [] }, call)
  return rows.map(row => row.status)
}

const own: Filter = { conditionTree: { field: 'total', operator: 'LessThan', value: 20 } }
const related: Filter = {
  conditionTree: { field: 'customer:name', operator: 'Equal', value: 'Ada' },
}
const elsewhere: Filter = {
  conditionTree: { field: 'owner:name', operator: 'Equal', value: 'Olga' },
}
const inMemory: Filter = { conditionTree: { field: 'reference', operator: 'EndsWith', value: 'b' } }

describe('update', () => {
  it('is one statement when the filter is on own columns', async () => {
    const { model, asked } = await open()
    expect(await update(model.collection('orders'), own, { status: 'void' }, call)).toBe(2)
    expect(asked).toEqual(['update orders'])
    expect(await statuses(model)).toEqual(['paid', 'void', 'paid', 'void', 'void'])
  })

  it.each([
    ['a related record', related, 2, ['list orders', 'update orders']],
    ['another source', elsewhere, 2, ['list owners', 'update orders']],
    ['memory', inMemory, 1, ['list orders', 'update orders']],
  ])('finds its records first when the filter needs %s', async (_, filter, matched, expected) => {
    const { model, asked } = await open()
    expect(await update(model.collection('orders'), filter, { total: 0 }, call)).toBe(matched)
    expect(asked).toEqual(expected)
  })

  it('touches only records in scope', async () => {
    const { model } = await open()
    const findScope: EngineCall['findScope'] = () => ({
      field: 'id',
      operator: 'In',
      value: [1, 2],
    })
    expect(
      await update(model.collection('orders'), {}, { status: 'void' }, { ...call, findScope }),
    ).toBe(2)
    expect(await statuses(model)).toEqual(['void', 'void', 'paid', 'void', 'pending'])
  })

  it('asks nothing when nothing can match', async () => {
    const { model, asked } = await open()
    const filter: Filter = { conditionTree: { aggregator: 'Or', conditions: [] } }
    expect(await update(model.collection('orders'), filter, { status: 'void' }, call)).toBe(0)
    expect(asked).toEqual([])
  })

  it.each([
    [{ nope: 1 }, "No field 'nope' on 'orders'. It has: id, status,"],
    [
      { label: 'x' },
      "'label' of 'orders' is read-only: it cannot be written. Writable: id, status,",
    ],
    [{ tags: [{ id: 1 }] }, "'tags' of 'orders' is a to-many relation: it cannot be written."],
    [{ customer: null }, "'customer' of 'orders' is a relation: write an object of its fields,"],
  ])('refuses %o', async (patch, message) => {
    const { model } = await open()
    const orders = model.collection('orders')
    await expect(update(orders, {}, patch, call)).rejects.toThrow(message)
    await expect(create(orders, [{}, patch], call)).rejects.toMatchObject({ status: 400 })
  })

  it('leaves alone what is undefined', async () => {
    const { model } = await open()
    const orders = model.collection('orders')
    await update(orders, own, { status: 'void', total: undefined }, call)
    const [row] = await list(
      { collection: orders, filter: own, projection: ['status', 'total'], sort: [] },
      call,
    )
    expect(row).toEqual({ status: 'void', total: 10 })
  })

  it('refuses a collection that is read-only', async () => {
    const { model } = await open()
    const collection = { ...model.collection('orders'), isReadOnly: true }
    const refused = { status: 422, message: "'orders' is read-only: it cannot be written." }
    await expect(update(collection, {}, {}, call)).rejects.toMatchObject(refused)
    await expect(create(collection, [{}], call)).rejects.toMatchObject(refused)
    await expect(remove(collection, {}, call)).rejects.toMatchObject(refused)
  })
})

describe('create', () => {
  it('answers the records as the source stored them', async () => {
    const { model } = await open()
    const created = await create(model.collection('tags'), [{ id: 8, label: 'new' }], call)
    expect(created).toEqual([{ id: 8, label: 'new' }])
    expect(await create(model.collection('tags'), [], call)).toEqual([])
  })
})

describe('remove', () => {
  it('deletes the records of a filter and says how many', async () => {
    const { model } = await open()
    const orders = model.collection('orders')
    expect(await remove(orders, related, call)).toBe(2)
    expect(await remove(orders, related, call)).toBe(0)
    expect(await remove(orders, {}, call)).toBe(3)
  })
})
