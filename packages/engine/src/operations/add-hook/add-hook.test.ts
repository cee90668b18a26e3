import { describe, expect, it } from 'vitest'
import { aggregate, count, estimateCount } from '../../aggregate.js'
import { create } from '../../create.js'
import type { Customizer } from '../../customizer.js'
import { iterate } from '../../iterate.js'
import { iterateCells } from '../../iterate-cells.js'
import { explainList, list } from '../../list.js'
import type { EngineCall } from '../../model/model.js'
import { readRecord } from '../../read-record.js'
import { relatedQuery } from '../../related-query.js'
import { remove } from '../../remove.js'
import { call, openShop } from '../../testing/shop.js'
import { update } from '../../update.js'
import { updateRecord } from '../../update-record.js'
import type { CollectionCustomizer } from '../collection-customizer.js'

const outer: EngineCall = { ...call, isOuter: true }
const paid = { field: 'status', operator: 'Equal', value: 'paid' } as const
const scoped: EngineCall = {
  ...outer,
  findScope: ({ name }) => (name === 'orders' ? paid : undefined),
}

const open = (customize: (orders: CollectionCustomizer) => unknown) =>
  openShop((customizer: Customizer) => customizer.customizeCollection('orders', customize))

const all = { filter: {}, sort: [], projection: ['id', 'status'] }

describe('addHook', () => {
  it('runs the hooks of a type in the order they were added, around the request', async () => {
    const seen: string[] = []
    const { model, asked } = await open(orders =>
      orders
        .addHook('Before', 'List', async () => {
          await Promise.resolve()
          seen.push(`first, ${asked.length} asked`)
        })
        .addHook('After', 'List', () => seen.push(`third, ${asked.length} asked`))
        .addHook('Before', 'List', () => seen.push('second'))
        .addHook('Before', 'Update', () => seen.push('never')),
    )
    await list({ ...all, collection: model.collection('orders') }, outer)
    expect(seen).toEqual(['first, 0 asked', 'second', 'third, 1 asked'])
  })

  it('leaves out what code asks, also from within hooks', async () => {
    let runs = 0
    const { model } = await open(orders =>
      orders.addHook('Before', 'List', async ({ collection }) => {
        runs += 1
        await collection.list({}, ['id'])
      }),
    )
    const collection = model.collection('orders')
    await list({ ...all, collection }, call)
    await list({ ...all, collection }, outer)
    expect(runs).toBe(1)
  })

  it('ends the request when one throws', async () => {
    const { model, asked } = await open(orders =>
      orders.addHook('Before', 'Delete', context => context.throwForbiddenError('not you')),
    )
    const refused = { status: 403, message: 'not you' }
    await expect(remove(model.collection('orders'), {}, outer)).rejects.toMatchObject(refused)
    expect(asked).toEqual([])
  })

  it('shows lists: filter, projection, and records whose contents may change', async () => {
    const seen: unknown[] = []
    const { model } = await open(orders =>
      orders
        .addHook('Before', 'List', ({ filter, projection }) => seen.push(filter, projection))
        .addHook('After', 'List', ({ records }) => {
          for (const record of records) record.status = 'hidden'
          expect(() => (records as unknown[]).pop()).toThrow(TypeError)
        }),
    )
    const page = { skip: 0, limit: 2 }
    const sort = [{ field: 'id', ascending: false }]
    const query = { ...all, collection: model.collection('orders'), sort, page }
    expect(await list(query, scoped)).toEqual([
      { id: 3, status: 'hidden' },
      { id: 1, status: 'hidden' },
    ])
    expect(seen).toEqual([{ conditionTree: paid, sort, page }, ['id', 'status']])
    expect(await explainList(query, scoped)).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id, status)  where status = ?  order by id desc  limit 2"
    `)
  })

  it('sees single records, related lists, and each chunk of an export', async () => {
    const seen: string[] = []
    const { model } = await open(orders =>
      orders
        .addHook('Before', 'List', ({ filter }) => seen.push(Object.keys(filter).join()))
        .addHook('After', 'List', ({ records }) => {
          seen.push(records.map(({ id }) => id).join())
          for (const record of records) record.status = 'x'
        }),
    )
    const collection = model.collection('orders')
    expect(await readRecord({ collection, projection: ['status'] }, [4], outer)).toEqual({
      status: 'x',
    })
    const relation = model.collection('customers').fields.get('orders')
    if (relation?.kind !== 'OneToMany') throw new Error('no relation')
    const query = { ...all, collection }
    await list(relatedQuery(query, { relation, parent: { id: 1 } }), outer)
    const chunks = { chunkSize: 2 }
    for await (const rows of iterate(query, outer, chunks)) expect(rows[0]?.status).toBe('x')
    for await (const rows of iterateCells(query, outer, chunks)) expect(rows[0]?.[1]).toBe('x')
    expect(seen).toEqual([
      'conditionTree,sort,page',
      '',
      'related,conditionTree,sort,page',
      '1,3',
      'conditionTree,sort,page',
      '1,2',
      '3,4',
      '5',
      'conditionTree,sort,page',
      '1,2',
      '3,4',
      '5',
    ])
  })

  it('lets the filter of a hook be used to list what the request touches', async () => {
    const ids: unknown[] = []
    const { model } = await open(orders =>
      orders.addHook('Before', 'Update', async ({ collection, filter }) => {
        for (const { id } of await collection.list(filter, ['id'])) ids.push(id)
      }),
    )
    const relation = model.collection('customers').fields.get('orders')
    if (relation?.kind !== 'OneToMany') throw new Error('no relation')
    const related = { relation, parent: { id: 1 } }
    await update(model.collection('orders'), { related }, { total: 1 }, scoped)
    expect(ids).toEqual([1, 3])
    ids.length = 0
    await update(model.collection('orders'), {}, { total: 2 }, scoped)
    expect(ids).toEqual([1, 3])
  })

  it('changes the records to create, and sees them created', async () => {
    let created: unknown
    const { model } = await open(orders =>
      orders
        .addHook('Before', 'Create', ({ data }) => {
          for (const record of data) record.total ??= 1
          expect(() => (data as unknown[]).push({})).toThrow(TypeError)
        })
        .addHook('After', 'Create', ({ data, records }) => {
          created = [data.length, records.map(({ id, total }) => [id, total])]
        }),
    )
    const given = [{ id: 8 }, { id: 9, total: 2 }]
    const rows = await create(model.collection('orders'), given, outer)
    expect(rows.map(row => row.total)).toEqual([1, 2])
    expect(created).toEqual([
      2,
      [
        [8, 1],
        [9, 2],
      ],
    ])
    expect(given[0]).toEqual({ id: 8 })
  })

  it('changes the patch, and reads the record by the key it has afterwards', async () => {
    const { model, asked } = await open(orders =>
      orders.addHook('Before', 'Update', ({ patch }) => {
        patch.id = 50
        patch.total = '12.5'
        delete patch.reference
      }),
    )
    const collection = model.collection('orders')
    const query = { collection, projection: ['id', 'status', 'total', 'reference'] }
    const patch = { status: 'void', reference: 'gone' }
    expect(await updateRecord(query, [1], patch, outer)).toEqual({
      isFound: true,
      row: { id: 50, status: 'void', total: 12.5, reference: 'r-b' },
    })
    expect(asked).toEqual(['update orders', 'list orders'])
    expect(patch).toEqual({ status: 'void', reference: 'gone' })
  })

  it.each([
    [{ nope: 1 }, "No field 'nope' on 'orders'."],
    [{ total: 'much' }, "'total' of 'orders': \"much\" is not a Number."],
  ])('checks what a hook puts into the patch: %o', async (added, message) => {
    const { model } = await open(orders =>
      orders.addHook('Before', 'Update', ({ patch }) => {
        Object.assign(patch, added)
      }),
    )
    const updating = update(model.collection('orders'), {}, { status: 'void' }, outer)
    await expect(updating).rejects.toThrow(message)
  })

  it('checks rules before hooks run, and again on what they leave', async () => {
    let runs = 0
    const { model } = await open(orders =>
      orders
        .addFieldValidation('total', 'GreaterThan', 0)
        .addFieldValidation('reference', 'Present')
        .addHook('Before', 'Create', ({ data }) => {
          runs += 1
          for (const record of data) record.reference ??= 'made'
        })
        .addHook('Before', 'Update', ({ patch }) => {
          patch.total = -1
        }),
    )
    const orders = model.collection('orders')
    await expect(create(orders, [{ id: 8, total: -1 }], outer)).rejects.toThrow(
      'must be greater than 0',
    )
    expect(runs).toBe(0)
    expect(await create(orders, [{ id: 8, total: 1 }], outer)).toMatchObject([
      { reference: 'made' },
    ])
    await expect(update(orders, {}, { status: 'void' }, outer)).rejects.toThrow(
      'must be greater than 0',
    )
  })

  it('sees aggregates and counts, which then are never estimates', async () => {
    const seen: unknown[] = []
    const { model } = await open(orders =>
      orders
        .addHook('Before', 'Aggregate', ({ aggregation, limit, filter }) =>
          seen.push(aggregation, limit, filter),
        )
        .addHook('After', 'Aggregate', ({ aggregateResult }) => seen.push(aggregateResult)),
    )
    const collection = model.collection('orders')
    const aggregation = { operation: 'Sum', field: 'total' } as const
    await aggregate({ collection, filter: {}, aggregation, limit: 3 }, scoped)
    expect(seen).toEqual([aggregation, 3, { conditionTree: paid }, [{ value: 50, group: {} }]])
    expect(await count({ collection, filter: {} }, outer)).toBe(5)
    expect(seen).toHaveLength(8)
    const counted = { ...collection.source, estimateCount: async () => 99 }
    const estimated = { ...collection, source: counted }
    expect(await estimateCount(estimated, outer)).toBe(undefined)
    expect(await estimateCount(estimated, call)).toBe(99)
  })

  it('sees deletions', async () => {
    const seen: unknown[] = []
    const { model } = await open(orders =>
      orders
        .addHook('Before', 'Delete', ({ filter }) => seen.push(filter))
        .addHook('After', 'Delete', ({ filter }) => seen.push(filter)),
    )
    expect(await remove(model.collection('orders'), {}, scoped)).toBe(2)
    expect(seen).toEqual([{ conditionTree: paid }, { conditionTree: paid }])
  })

  it.each([
    ['Around', 'List', () => {}, "'Around' is not a position of a hook. There are: Before, After."],
    ['Before', 'Read', () => {}, "'Read' is not a type of a hook. There are: List, Create,"],
    ['Before', 'List', null, 'The hook Before List needs a function.'],
  ])('refuses %s %s at start', async (position, type, handler, message) => {
    const opening = open(orders =>
      orders.addHook(position as 'Before', type as 'List', handler as () => void),
    )
    await expect(opening).rejects.toThrow(message)
    await expect(opening).rejects.toThrow('add-hook.test.ts:')
  })
})
