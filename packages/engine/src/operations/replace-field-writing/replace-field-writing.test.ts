import type { Row } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { create } from '../../create.js'
import { list } from '../../list.js'
import type { EngineCall, Model } from '../../model/model.js'
import { call, openShop } from '../../testing/shop.js'
import { update } from '../../update.js'
import { updateRecord } from '../../update-record.js'
import type { WriteHandler } from '../../write/write-handler.js'
import type { CollectionCustomizer } from '../collection-customizer.js'

const outer: EngineCall = { ...call, isOuter: true }
const first = { conditionTree: { field: 'id', operator: 'Equal', value: 1 } } as const

const open = (
  customize: (orders: CollectionCustomizer) => unknown,
  options: Parameters<typeof openShop>[1] = {},
) =>
  openShop(
    customizer =>
      customizer.customizeCollection('orders', orders =>
        customize(
          orders.addField('code', {
            columnType: 'String',
            dependencies: ['status', 'reference'],
            getValues: records => records.map(row => `${row.status}/${row.reference}`),
          }),
        ),
      ),
    options,
  )

const split: WriteHandler = value => {
  const [status, reference] = String(value).split('/')
  return { status, reference }
}

async function readOrder(model: Model, id: number): Promise<Row | undefined> {
  const collection = model.collection('orders')
  const conditionTree = { field: 'id', operator: 'Equal', value: id } as const
  const projection = ['status', 'reference', 'total', 'customer_id']
  const rows = await list({ collection, filter: { conditionTree }, sort: [], projection }, call)
  return rows[0]
}

describe('replaceFieldWriting', () => {
  it('makes a computed field writable, for creations and changes', async () => {
    const lines: string[] = []
    const { model, asked } = await open(
      orders => orders.replaceFieldWriting('code', split as never),
      { debug: text => lines.push(text.replace(/[\d.]+ ms/, '1 ms')) },
    )
    const collection = model.collection('orders')
    expect(await update(collection, first, { code: 'void/r-z' }, outer)).toBe(1)
    expect(asked).toEqual(['update orders'])
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "update orders
        write    orders(status, reference)  where id = ?
        1 rows in 1 ms"
    `)
    expect(await readOrder(model, 1)).toMatchObject({ status: 'void', reference: 'r-z' })
    expect(await create(collection, [{ id: 9, code: 'paid/r-y' }], outer)).toMatchObject([
      { id: 9, status: 'paid', reference: 'r-y' },
    ])
    const query = { collection, projection: ['code'] }
    expect(await updateRecord(query, [9], { code: 'void/r-x' }, outer)).toEqual({
      isFound: true,
      row: { code: 'void/r-x' },
    })
  })

  it('tells the handler what is done, with which record, to which records', async () => {
    const seen: unknown[] = []
    const { model } = await open(orders =>
      orders.replaceFieldWriting('code', (value, { action, record, filter, collection }) => {
        seen.push([value, action, record, filter, collection.name])
        expect(Object.isFrozen(record)).toBe(true)
        return {}
      }),
    )
    const collection = model.collection('orders')
    const scoped = { ...outer, findScope: () => first.conditionTree }
    expect(await update(collection, {}, { code: 'x', total: 1 }, scoped)).toBe(1)
    expect(await update(collection, {}, { code: 'y' }, scoped)).toBe(1)
    await create(collection, [{ id: 9, code: null }], outer)
    expect(seen).toEqual([
      ['x', 'update', { code: 'x', total: 1 }, first, 'orders'],
      ['y', 'update', { code: 'y' }, first, 'orders'],
      [null, 'create', { id: 9, code: null }, undefined, 'orders'],
    ])
  })

  it('rewrites what a handler answers by the other handlers; its own field is final', async () => {
    const { model } = await open(orders =>
      orders
        .replaceFieldWriting('code', split as never)
        .replaceFieldWriting('status', async value => ({ status: value, total: 0 }))
        .replaceFieldWriting('reference', value => ({ reference: `${value}!` })),
    )
    await update(model.collection('orders'), first, { code: 'void/r-z' }, outer)
    expect(await readOrder(model, 1)).toMatchObject({
      status: 'void',
      reference: 'r-z!',
      total: 0,
    })
  })

  it('writes nothing when the handler answers nothing', async () => {
    const { model, asked } = await open(orders =>
      orders.replaceFieldWriting('status', () => undefined),
    )
    expect(await update(model.collection('orders'), first, { status: 'void' }, outer)).toBe(1)
    expect(asked).toEqual(['aggregate orders'])
    expect(await readOrder(model, 1)).toMatchObject({ status: 'paid' })
  })

  it('writes related records as nested objects', async () => {
    const { model, asked } = await open(orders =>
      orders.replaceFieldWriting('code', value => ({
        customer: { name: value, country: { code: 'DE' } },
      })),
    )
    await update(model.collection('orders'), first, { code: 'Zoe' }, outer)
    expect(asked).toEqual(['list orders', 'list customers', 'update customers', 'update countries'])
    const query = {
      collection: model.collection('orders'),
      filter: first,
      sort: [],
      projection: ['customer:name', 'customer:country:code'],
    }
    expect(await list(query, call)).toEqual([
      { customer: { name: 'Zoe', country: { code: 'DE' } } },
    ])
  })

  it.each<[string, Record<string, WriteHandler>, Row, string]>([
    [
      'handlers that lead to each other',
      { status: reference => ({ reference }), reference: status => ({ status }) },
      { status: 'void' },
      "Replaced writings of 'orders' form a cycle: status -> reference -> status.",
    ],
    [
      'two values for a field',
      { code: () => ({ total: 1 }) },
      { code: 'x', total: 2 },
      "'total' of 'orders' would be written twice with different values.",
    ],
    [
      'two values for a related field',
      { code: () => ({ customer: { name: 'a' } }), reference: () => ({ customer: { name: 'b' } }) },
      { code: 'x', reference: 'y' },
      "'name' of 'customers' would be written twice with different values.",
    ],
    [
      'an answer that is no object',
      { code: () => ['x'] },
      { code: 'x' },
      "replaceFieldWriting of 'code' must return an object of fields to write, not object.",
    ],
    [
      'a field that does not exist',
      { code: () => ({ nope: 1 }) },
      { code: 'x' },
      "No field 'nope' on 'orders'.",
    ],
    [
      'a computed field that answers itself',
      { code: value => ({ code: value }) },
      { code: 'x' },
      "'code' of 'orders' is read-only: it cannot be written.",
    ],
    [
      'a value of another type',
      { code: () => ({ total: 'much' }) },
      { code: 'x' },
      "'total' of 'orders': \"much\" is not a Number.",
    ],
    [
      'a to-many relation',
      { code: () => ({ tags: [] }) },
      { code: 'x' },
      "'tags' of 'orders' is a to-many relation: it cannot be written.",
    ],
  ])('refuses %s, and writes nothing', async (_, handlers, patch, message) => {
    const { model, asked } = await open(orders => {
      for (const [name, handler] of Object.entries(handlers)) {
        orders.replaceFieldWriting(name, handler as never)
      }
    })
    const collection = model.collection('orders')
    await expect(update(collection, first, patch, outer)).rejects.toThrow(message)
    await expect(create(collection, [{ id: 9, ...patch }], outer)).rejects.toThrow(message)
    expect(asked).toEqual([])
  })

  it('merges equal values and nested objects', async () => {
    const { model } = await open(orders =>
      orders
        .replaceFieldWriting('code', () => ({ total: '7', customer: { name: 'a' } }))
        .replaceFieldWriting('reference', () => ({
          total: 7,
          customer: { country: { code: 'X' } },
        })),
    )
    await update(model.collection('orders'), first, { code: '', reference: '', total: 7 }, outer)
    expect(await readOrder(model, 1)).toMatchObject({ total: 7, reference: 'r-b' })
  })

  it('checks rules on what was given and on what is stored', async () => {
    const { model, asked } = await open(orders =>
      orders
        .replaceFieldWriting('code', split as never)
        .addFieldValidation('code', 'Contains', '/')
        .addFieldValidation('code', 'Present')
        .addFieldValidation('reference', 'LongerThan', 2),
    )
    const collection = model.collection('orders')
    const refused = async (row: Row, rule: string) => {
      await expect(create(collection, [{ id: 9, ...row }], outer)).rejects.toThrow(rule)
    }
    await refused({ code: 'x' }, "'code' must contain ")
    await refused({ code: 'paid/r' }, "'reference' must have more than 2 characters")
    await refused({ status: 'paid' }, "'code' is required")
    await expect(update(collection, first, { code: 'paid/r' }, outer)).rejects.toThrow(
      'must have more than 2 characters',
    )
    expect(asked).toEqual([])
    await expect(create(collection, [{ id: 9, code: 'paid/r-z' }], outer)).resolves.toHaveLength(1)
  })

  it('is followed by what code writes; code that leads back to it is told so', async () => {
    const { model } = await open(orders =>
      orders
        .replaceFieldWriting('code', split as never)
        .replaceFieldWriting('total', async (value, { collection }) => {
          await collection.update(first, { total: value })
          return undefined
        }),
    )
    const collection = model.collection('orders')
    await update(collection, first, { code: 'void/r-z' }, call)
    expect(await readOrder(model, 1)).toMatchObject({ status: 'void' })
    await expect(update(collection, first, { total: 1 }, call)).rejects.toThrow(
      'Customizations call each other without end: orders.total replaceFieldWriting -> orders.total replaceFieldWriting.',
    )
  })

  it('replaces an earlier replacement', async () => {
    const { model } = await open(orders =>
      orders
        .replaceFieldWriting('status', () => ({ total: 1 }))
        .replaceFieldWriting('status', status => ({ status })),
    )
    await update(model.collection('orders'), first, { status: 'void' }, outer)
    expect(await readOrder(model, 1)).toMatchObject({ status: 'void', total: 30 })
  })

  it.each([
    ['nope', () => ({}), "No field 'nope' on 'orders'."],
    ['customer', () => ({}), "'customer' is a relation, not a column."],
    ['status', null, "The writing of 'status' needs a function that replaces it."],
  ])('refuses %s at start', async (name, handler, message) => {
    const opening = open(orders => orders.replaceFieldWriting(name, handler as never))
    await expect(opening).rejects.toThrow(message)
    await expect(opening).rejects.toThrow('replace-field-writing.test.ts:')
  })
})
