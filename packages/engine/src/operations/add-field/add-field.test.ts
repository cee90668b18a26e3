import { describe, expect, it, vi } from 'vitest'
import { explainList, list } from '../../list.js'
import type { GetValues } from '../../model/model.js'
import { call, openShop } from '../../testing/shop.js'

const query = { filter: {}, sort: [] }

async function openWith(getValues: GetValues, dependencies = ['status', 'customer:name']) {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders =>
      orders.addField('label', {
        columnType: 'String',
        dependencies,
        getValues: getValues as never,
      }),
    ),
  )
  return model.collection('orders')
}

describe('addField', () => {
  it('calls getValues once per page, with records that hold exactly the dependencies', async () => {
    const getValues = vi.fn<GetValues>(records => records.map((_, index) => `label ${index}`))
    const collection = await openWith(getValues)
    const page = { skip: 0, limit: 2 }
    const rows = await list(
      { ...query, collection, projection: ['id', 'label', 'total'], page },
      call,
    )
    expect(rows).toEqual([
      { id: 1, label: 'label 0', total: 30 },
      { id: 2, label: 'label 1', total: 10 },
    ])
    expect(getValues).toHaveBeenCalledTimes(1)
    expect(getValues.mock.calls[0]?.[0]).toEqual([
      { status: 'paid', customer: { name: 'Ada' } },
      { status: 'pending', customer: { name: 'Bob' } },
    ])
  })

  it('gives null for a relation that is empty', async () => {
    const getValues = vi.fn<GetValues>(records => records.map(() => null))
    const collection = await openWith(getValues)
    const conditionTree = { field: 'id', operator: 'Equal', value: 4 } as const
    await list({ ...query, collection, filter: { conditionTree }, projection: ['label'] }, call)
    expect(getValues.mock.calls[0]?.[0]).toEqual([{ status: 'void', customer: null }])
  })

  it('is not called when there is no record', async () => {
    const getValues = vi.fn<GetValues>(() => [])
    const collection = await openWith(getValues)
    const conditionTree = { field: 'id', operator: 'Equal', value: 404 } as const
    const rows = await list(
      { ...query, collection, filter: { conditionTree }, projection: ['label'] },
      call,
    )
    expect(rows).toEqual([])
    expect(getValues).not.toHaveBeenCalled()
  })

  it('computes a related record of another source once, however many records lead to it', async () => {
    const getValues = vi.fn<GetValues>(records => records.map(({ name }) => String(name).length))
    const { model } = await openShop(customizer =>
      customizer.customizeCollection('owners', owners =>
        owners.addField('size', {
          columnType: 'Number',
          dependencies: ['name'],
          getValues: getValues as never,
        }),
      ),
    )
    const collection = model.collection('orders')
    const rows = await list({ ...query, collection, projection: ['id', 'owner:size'] }, call)
    expect(rows.map(row => row.owner)).toEqual([{ size: 4 }, { size: 4 }, null, null, { size: 4 }])
    expect(getValues.mock.calls[0]?.[0]).toHaveLength(2)
  })

  it('reports a wrong number of values', async () => {
    const collection = await openWith(() => ['one'])
    await expect(list({ ...query, collection, projection: ['label'] }, call)).rejects.toThrow(
      "getValues of 'label' must return one value per record: 5 were requested, it returned 1 values.",
    )
  })

  it('adds a column that cannot be filtered, sorted or written until told how', async () => {
    const column = (await openWith(records => records.map(() => ''))).path('label').column
    expect(column.filter.size).toBe(0)
    expect(column.sort).toEqual({ kind: 'none' })
    expect(column.write).toEqual({ kind: 'none' })
  })

  it.each([
    ['status', ['id'], "'orders' already has a field 'status'."],
    ['a b', ['id'], "'a b' cannot name a field"],
    ['x', [], "'x' needs at least one dependency."],
    ['x', ['nope'], "No field 'nope' on 'orders'."],
    ['x', ['customer'], "'customer' is a relation of 'orders'"],
  ])("refuses '%s' over %o", async (name, dependencies, message) => {
    const failing = openShop(customizer =>
      customizer.customizeCollection('orders', orders =>
        orders.addField(name, { columnType: 'String', dependencies, getValues: () => [] }),
      ),
    )
    await expect(failing).rejects.toThrow(message)
    await expect(failing).rejects.toThrow(/addField on 'orders'.*at .*add-field\.test\.ts:\d+/s)
  })

  it('is a step of the plan, after the page unless something needs it before', async () => {
    const collection = await openWith(records => records.map(() => ''))
    const page = { skip: 0, limit: 2 }
    const plan = await explainList(
      { ...query, collection, projection: ['id', 'label'], page },
      call,
    )
    expect(plan).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id, status) join customer(name)  order by id  limit 2
        compute  label <- status, customer:name
        shape    id, label"
    `)
  })
})
