import { type CollectionSource, getField } from '@service/datasource-toolkit'
import { describe, expect, it, vi } from 'vitest'
import { createLinked } from './create-linked.js'
import type { CollectionModel, EngineCall, ToOneModel } from './model/model.js'
import { readRecord } from './read-record.js'
import { call, openShop } from './testing/shop.js'
import { updateRecord } from './update-record.js'

const open = () =>
  openShop(customizer =>
    customizer.customizeCollection('orders', orders =>
      orders.addField('label', {
        columnType: 'String',
        dependencies: ['status', 'customer:name'],
        getValues: records =>
          records.map(row => `${row.status} ${getField(row, 'customer:name') ?? ''}`),
      }),
    ),
  )

const scoped: EngineCall = {
  ...call,
  findScope: ({ name }) =>
    name === 'orders' ? { field: 'status', operator: 'Equal', value: 'paid' } : undefined,
}
const elsewhere: EngineCall = {
  ...call,
  findScope: ({ name }) =>
    name === 'orders' ? { field: 'owner:name', operator: 'Equal', value: 'Olga' } : undefined,
}

/** Returns the collection with a source that has more methods. */
function withVerbs(collection: CollectionModel, verbs: Partial<CollectionSource>): CollectionModel {
  return { ...collection, source: { ...collection.source, ...verbs } }
}

describe('readRecord', () => {
  it('plans once for all ids of a query', async () => {
    const { model, asked } = await open()
    const path = vi.fn(model.collection('orders').path)
    const collection = { ...model.collection('orders'), path }
    const query = { collection, projection: ['label'] }
    expect(await readRecord(query, [1], call)).toEqual({ label: 'paid Ada' })
    const planned = path.mock.calls.length
    expect(await readRecord(query, [4], call)).toEqual({ label: 'void ' })
    expect(await readRecord(query, [404], call)).toBe(undefined)
    expect(path.mock.calls.length).toBe(planned)
    expect(asked).toEqual(['list orders', 'list orders', 'list orders'])
  })

  it('finds records of composite keys, and only those in scope', async () => {
    const { model } = await open()
    const junction = { collection: model.collection('order_tags'), projection: ['tag_id'] }
    expect(await readRecord(junction, [1, 77], call)).toEqual({ tag_id: 77 })
    expect(await readRecord(junction, [2, 77], call)).toBe(undefined)
    const orders = { collection: model.collection('orders'), projection: ['id'] }
    expect(await readRecord(orders, [1], scoped)).toEqual({ id: 1 })
    expect(await readRecord(orders, [2], scoped)).toBe(undefined)
    expect(await readRecord(orders, [2], call)).toEqual({ id: 2 })
    expect(await readRecord(orders, [1], elsewhere)).toEqual({ id: 1 })
    expect(await readRecord(orders, [2], elsewhere)).toBe(undefined)
  })

  it('shows the id to an operator that the customer replaced', async () => {
    const { model } = await open()
    const tags = model.collection('tags')
    const replace = (value: unknown) =>
      ({ field: 'id', operator: 'In', value: [Number(value) + 1] }) as const
    const { column } = tags.path('id')
    const filter = new Map(column.filter).set('Equal', { kind: 'replaced', replace })
    const key = { ...column, filter }
    const collection: CollectionModel = {
      ...tags,
      primaryKey: [key],
      path: text => (text === 'id' ? { ...tags.path(text), column: key } : tags.path(text)),
    }
    const query = { collection, projection: ['label'] }
    expect(await readRecord(query, [1], call)).toEqual({ label: 'urgent' })
    expect(await readRecord(query, [2], call)).toEqual({ label: 'late' })
  })
})

describe('updateRecord', () => {
  it('updates, then reads anew, where the source needs two statements', async () => {
    const { model, asked } = await open()
    const query = { collection: model.collection('orders'), projection: ['label'] }
    expect(await updateRecord(query, [1], { status: 'void' }, call)).toEqual({
      isFound: true,
      row: { label: 'void Ada' },
    })
    expect(asked).toEqual(['update orders', 'list orders'])
  })

  it('runs the steps on what the source read while it updated', async () => {
    const { model, asked } = await open()
    const orders = model.collection('orders')
    const updateAndList = vi.fn<NonNullable<CollectionSource['updateAndList']>>(async () => ({
      matched: 1,
      rows: [{ status: 'void', customer: { name: 'Zoe' } }],
    }))
    const query = { collection: withVerbs(orders, { updateAndList }), projection: ['label'] }
    expect(await updateRecord(query, [1], { status: 'void' }, scoped)).toEqual({
      isFound: true,
      row: { label: 'void Zoe' },
    })
    expect(asked).toEqual([])
    expect(updateAndList.mock.calls[0]?.slice(0, 3)).toMatchObject([
      { aggregator: 'And', conditions: [{ field: 'id', value: 1 }, { field: 'status' }] },
      { status: 'void' },
      { collection: 'orders', columns: ['status'], joins: [{ as: 'customer' }] },
    ])
    updateAndList.mockResolvedValueOnce({ matched: 1, rows: [] })
    expect(await updateRecord(query, [1], { total: 1 }, scoped)).toEqual({ isFound: true })
    updateAndList.mockResolvedValueOnce({ matched: 0, rows: [] })
    expect(await updateRecord(query, [1], { total: 1 }, scoped)).toEqual({ isFound: false })
    updateAndList.mockResolvedValueOnce(undefined)
    expect(await updateRecord(query, [1], { total: 1 }, scoped)).toMatchObject({
      row: { label: 'paid Ada' },
    })
  })

  it('follows a primary key that changes', async () => {
    const { model } = await open()
    const updateAndList = vi.fn<NonNullable<CollectionSource['updateAndList']>>()
    const collection = withVerbs(model.collection('orders'), { updateAndList })
    const query = { collection, projection: ['id', 'total'] }
    expect(await updateRecord(query, [1], { id: 9 }, call)).toEqual({
      isFound: true,
      row: { id: 9, total: 30 },
    })
    expect(updateAndList).not.toHaveBeenCalled()
  })

  it('stays in scope, and does not show a record that left it', async () => {
    const { model } = await open()
    const query = { collection: model.collection('orders'), projection: ['id'] }
    expect(await updateRecord(query, [2], { total: 1 }, scoped)).toEqual({ isFound: false })
    expect(await updateRecord(query, [1], { status: 'void' }, scoped)).toEqual({ isFound: true })
    expect(await updateRecord(query, [2], { total: 1 }, elsewhere)).toEqual({ isFound: false })
    expect(await updateRecord(query, [5], { owner_id: 12 }, elsewhere)).toEqual({ isFound: true })
    expect(await readRecord({ ...query, projection: ['owner_id'] }, [5], call)).toEqual({
      owner_id: 12,
    })
  })
})

describe('createLinked', () => {
  const linkTo = (collection: CollectionModel, id: number) => {
    const relation = collection.fields.get('customer') as ToOneModel
    return { relation, query: { collection: relation.target, projection: ['id'] }, id: [id] }
  }
  const onlyAda: EngineCall = {
    ...call,
    findScope: ({ name }) =>
      name === 'customers' ? { field: 'name', operator: 'Equal', value: 'Ada' } : undefined,
  }

  it('looks links up first where the source cannot', async () => {
    const { model, asked } = await open()
    const orders = model.collection('orders')
    const created = await createLinked(orders, { id: 8 }, [linkTo(orders, 1)], onlyAda)
    expect(created).toMatchObject({ id: 8, customer_id: 1 })
    await expect(
      createLinked(orders, { id: 9 }, [linkTo(orders, 2)], onlyAda),
    ).rejects.toMatchObject({ status: 400, message: "'customer' references no record." })
    expect(asked).toEqual(['list customers', 'create orders', 'list customers'])
  })

  it('lets the source look them up while it stores the record', async () => {
    const { model, asked } = await open()
    const createReading = vi.fn<NonNullable<CollectionSource['createReading']>>(async () => ({}))
    const orders = withVerbs(model.collection('orders'), { createReading })
    await createLinked(orders, { id: 8, customer_id: 1 }, [linkTo(orders, 1)], onlyAda)
    expect(createReading.mock.calls[0]?.slice(0, 2)).toEqual([
      { id: 8, customer_id: 1 },
      new Map([
        [
          'customer_id',
          {
            collection: 'customers',
            column: 'id',
            where: {
              aggregator: 'And',
              conditions: [
                { field: 'id', operator: 'Equal', value: 1 },
                { field: 'name', operator: 'Equal', value: 'Ada' },
              ],
            },
          },
        ],
      ]),
    ])
    expect(asked).toEqual([])
  })
})
