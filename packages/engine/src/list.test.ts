import type { Row, SortClause } from '@service/datasource-toolkit'
import { describe, expect, it, vi } from 'vitest'
import { aggregate, count } from './aggregate.js'
import { iterate } from './iterate.js'
import { list } from './list.js'
import type { CollectionModel, ManyToManyModel, Model } from './model/model.js'
import type { ListQuery } from './query.js'
import { call, openShop } from './testing/shop.js'
import { update } from './update.js'

const descending = (field: string): SortClause => ({ field, ascending: false })

function listRows(collection: CollectionModel, query: Partial<ListQuery> = {}): Promise<Row[]> {
  return list({ collection, filter: {}, projection: ['id'], sort: [], ...query }, call)
}

const ids = (rows: readonly Row[]) => rows.map(row => row.id)

async function manyOrders(
  model: Model,
  count: number,
  chooseOwner: (index: number) => number = index => 11 + (index % 3),
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: index + 100,
    reference: `r-${index % 10}`,
    owner_id: chooseOwner(index),
  }))
  await model.collection('orders').source.create(rows, call)
}

const emulated = () =>
  openShop(
    customizer =>
      customizer.customizeCollection('orders', orders =>
        orders.emulateFieldFiltering('reference').emulateFieldSorting('reference'),
      ),
    { maxRowsInMemory: 2500 },
  )

describe('list', () => {
  it('hands over the rows of the source untouched when there is nothing to add', async () => {
    const { model } = await openShop()
    const collection = model.collection('orders')
    const rows: Row[] = [{ id: 1 }]
    const source = { ...collection.source, list: () => Promise.resolve(rows) }
    expect(await listRows({ ...collection, source })).toBe(rows)
  })

  it('sorts by primary key when no sort is asked, and breaks ties by it', async () => {
    const { model } = await openShop()
    const collection = model.collection('orders')
    expect(ids(await listRows(collection))).toEqual([1, 2, 3, 4, 5])
    expect(ids(await listRows(collection, { sort: [descending('total')] }))).toEqual([
      4, 1, 3, 2, 5,
    ])
    expect(ids(await listRows(collection, { sort: [descending('id')] }))).toEqual([5, 4, 3, 2, 1])
  })

  it('filters in memory and stops reading when the page is full', async () => {
    const { model, asked } = await emulated()
    await manyOrders(model, 2400)
    asked.length = 0
    const conditionTree = { field: 'reference', operator: 'EndsWith', value: '7' } as const
    const page = { skip: 2, limit: 3 }
    const rows = await listRows(model.collection('orders'), { filter: { conditionTree }, page })
    expect(ids(rows)).toEqual([127, 137, 147])
    expect(asked).toEqual(['list orders'])
  })

  it('reads all rows in chunks to sort in memory', async () => {
    const { model, asked } = await emulated()
    await manyOrders(model, 2400)
    asked.length = 0
    const rows = await listRows(model.collection('orders'), {
      sort: [descending('reference')],
      page: { skip: 1, limit: 3 },
      projection: ['id', 'reference'],
    })
    expect(rows).toEqual([
      { id: 4, reference: 'r-d' },
      { id: 5, reference: 'r-c' },
      { id: 1, reference: 'r-b' },
    ])
    expect(asked).toHaveLength(2)
  })

  it('stops at the ceiling of rows with a clear error', async () => {
    const { model } = await emulated()
    await manyOrders(model, 2600)
    const conditionTree = { field: 'reference', operator: 'EndsWith', value: 'none' } as const
    await expect(
      listRows(model.collection('orders'), { filter: { conditionTree } }),
    ).rejects.toMatchObject({
      status: 422,
      code: 'too_many_rows',
      message: expect.stringContaining(
        "'orders' filters, sorts or groups in memory and met more than 2500 rows",
      ),
    })
  })

  it('warns with the number of rows when much was read to work in memory', async () => {
    const logger = vi.fn()
    const { model } = await openShop(
      customizer =>
        customizer.customizeCollection('orders', orders =>
          orders.emulateFieldFiltering('reference'),
        ),
      { logger },
    )
    await manyOrders(model, 10_500)
    const conditionTree = { field: 'reference', operator: 'EndsWith', value: 'none' } as const
    await listRows(model.collection('orders'), { filter: { conditionTree } })
    expect(logger).toHaveBeenCalledWith(
      'Warn',
      "A request on 'orders' read 10505 rows to work in memory.",
    )
  })

  it('asks another source for at most 1000 keys at a time, and never per record', async () => {
    const { model, asked } = await openShop()
    await manyOrders(model, 2400, index => index + 1000)
    asked.length = 0
    const rows = await listRows(model.collection('orders'), { projection: ['id', 'owner:id'] })
    expect(rows.filter(row => row.owner !== null)).toHaveLength(3)
    expect(asked).toEqual(['list orders', 'list owners', 'list owners', 'list owners'])
  })

  describe('with a condition on another source that matches too many records to name', () => {
    const filter = { conditionTree: { field: 'owner:name', operator: 'Present' } } as const

    it('reads, counts and exports the rows and looks at their related records instead', async () => {
      const { model, asked } = await openShop(undefined, { maxKeysInFilter: 1 })
      const collection = model.collection('orders')
      expect(ids(await listRows(collection, { filter }))).toEqual([1, 2, 5])
      expect(asked).toEqual(['list owners', 'list orders', 'list owners'])
      expect(await count({ collection, filter }, call)).toBe(3)
      const exported: Row[] = []
      const query = { collection, filter, projection: ['id'], sort: [descending('id')] }
      for await (const rows of iterate(query, call)) exported.push(...rows)
      expect(ids(exported)).toEqual([5, 2, 1])
    })

    it('writes the records it matches', async () => {
      const { model } = await openShop(undefined, { maxKeysInFilter: 1 })
      const collection = model.collection('orders')
      expect(await update(collection, filter, { reference: 'seen' }, call)).toBe(3)
      const seen = {
        conditionTree: { field: 'reference', operator: 'Equal', value: 'seen' },
      } as const
      expect(ids(await listRows(collection, { filter: seen }))).toEqual([1, 2, 5])
    })

    it('says in the log what it did', async () => {
      const logger = vi.fn()
      const { model } = await openShop(undefined, { maxKeysInFilter: 1, debug: logger })
      await listRows(model.collection('orders'), { filter })
      const plan = String(logger.mock.lastCall).replaceAll(/, [\d.]+ ms|\s+\d+ rows in .*/g, '')
      expect(plan).toMatchInlineSnapshot(`
        "list orders
          lookup   owner_id <- id of owners
            scan     owners(id)  where name present  limit 2  [2 rows]
          instead  too many keys
          scan     orders(id, owner_id)  order by id  [5 rows]
          join     owner <- owners by owner_id = id  [5 rows]
            scan     owners(name, id)  where id in ?  [2 rows]
          filter   owner:name present  [3 rows]
          shape    id  [3 rows]"
      `)
    })

    it('refuses the records of a junction there', async () => {
      const { model } = await openShop(
        customizer =>
          customizer.customizeCollection('orders', orders =>
            orders.addManyToManyRelation('visitors', 'owners', 'visits', {
              originKey: 'order_id',
              foreignKey: 'owner_id',
            }),
          ),
        { maxKeysInFilter: 1 },
      )
      const relation = model.collection('orders').fields.get('visitors') as ManyToManyModel
      const related = { relation, parent: { id: 1 } }
      await expect(
        listRows(model.collection('owners'), { filter: { related } }),
      ).rejects.toMatchObject({
        status: 422,
        code: 'too_many_keys',
        message: expect.stringContaining("'visits'"),
      })
    })
  })

  it('looks the conditions of an OR on one related record up together', async () => {
    const { model, asked } = await openShop()
    const conditions = [
      { field: 'owner:name', operator: 'Equal', value: 'Olga' },
      { field: 'status', operator: 'Equal', value: 'none' },
      { field: 'owner:id', operator: 'Equal', value: 12 },
    ] as const
    const filter = { conditionTree: { aggregator: 'Or', conditions } } as const
    expect(ids(await listRows(model.collection('orders'), { filter }))).toEqual([1, 2, 5])
    expect(asked).toEqual(['list owners', 'list orders'])
  })

  it.each([
    [{ field: 'owner:name', operator: 'Equal', value: 'Olga' }, [1, 5]],
    [{ field: 'owner:name', operator: 'NotEqual', value: 'Olga' }, [2, 3, 4]],
    [{ field: 'owner:name', operator: 'Missing' }, [3, 4]],
    [{ field: 'owner:name', operator: 'In', value: [null, 'Paul'] }, [2, 3, 4]],
    [{ field: 'owner:name', operator: 'ShorterThan', value: 5 }, [1, 2, 5]],
    [{ field: 'owner:team:name', operator: 'StartsWith', value: 'S' }, [2]],
  ] as const)('filters across sources: %o', async (conditionTree, expected) => {
    const { model } = await openShop()
    expect(ids(await listRows(model.collection('orders'), { filter: { conditionTree } }))).toEqual(
      expected,
    )
  })

  it('resumes after a row, sorted by the source or in memory', async () => {
    const { model } = await emulated()
    const collection = model.collection('orders')
    const byTotal = { sort: [descending('total')], after: [20, 3] }
    expect(ids(await listRows(collection, byTotal))).toEqual([2, 5])
    const byReference = { sort: [descending('reference')], after: ['r-c', 5] }
    expect(ids(await listRows(collection, byReference))).toEqual([1, 2])
  })

  it('expands relative dates for each call', async () => {
    const { model } = await openShop()
    const conditionTree = { field: 'created_at', operator: 'Yesterday' } as const
    const query = {
      collection: model.collection('orders'),
      filter: { conditionTree },
      projection: ['id'],
      sort: [],
    }
    const on = (now: string, timezone = 'UTC') =>
      list(query, { timezone, now: new Date(now) }).then(ids)
    expect(await on('2024-01-03T12:00:00Z')).toEqual([2])
    expect(await on('2024-01-03T12:00:00Z', 'Europe/Paris')).toEqual([1, 2])
    expect(await on('2024-02-02T12:00:00Z')).toEqual([3])
  })

  it('refuses unknown fields and operators with a 400 that names what exists', async () => {
    const { model } = await openShop()
    const orders = model.collection('orders')
    await expect(listRows(orders, { projection: ['nope'] })).rejects.toMatchObject({ status: 400 })
    await expect(listRows(orders, { sort: [descending('nope')] })).rejects.toThrow(
      "No field 'nope'",
    )
    const conditionTree = { field: 'reference', operator: 'Contains', value: 'x' } as const
    await expect(listRows(orders, { filter: { conditionTree } })).rejects.toThrow(
      /'Contains' is not available on 'orders.reference'. Available: Equal, NotEqual,/,
    )
  })

  it('plans a query once', async () => {
    const { model } = await openShop()
    const path = vi.fn(model.collection('orders').path)
    const collection = { ...model.collection('orders'), path }
    const query = { collection, filter: {}, projection: ['id', 'customer:name'], sort: [] }
    await list(query, call)
    const planned = path.mock.calls.length
    await list(query, call)
    expect(planned).toBeGreaterThan(0)
    expect(path).toHaveBeenCalledTimes(planned)
  })

  it('reports plan, rows and time of each part when asked to, without any value', async () => {
    const reports: string[] = []
    const { model } = await openShop(
      customizer =>
        customizer.customizeCollection('orders', orders =>
          orders
            .addField('label', {
              columnType: 'String',
              dependencies: ['status', 'owner:name'],
              getValues: records => records.map(({ status }) => String(status)),
            })
            .emulateFieldFiltering('label')
            .emulateFieldSorting('label'),
        ),
      { debug: text => reports.push(text.replaceAll(/[\d.]+ ms/g, 'some ms')) },
    )
    const collection = model.collection('orders')
    const conditionTree = { field: 'label', operator: 'NotEqual', value: 'void' } as const
    const filter = { conditionTree }
    const sort = [{ field: 'label', ascending: true }]
    await listRows(collection, { filter, sort, page: { skip: 1, limit: 2 } })
    await aggregate({ collection, filter, aggregation: { operation: 'Count' } }, call)
    for await (const _ of iterate({ collection, filter, projection: ['id'], sort: [] }, call)) {
      // Reported after all chunks were read.
    }
    expect(reports.join('\n')).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id, status, owner_id)  order by id  [5 rows, some ms]
        join     owner <- owners by owner_id = id  [5 rows, some ms]
          scan     owners(name, id)  where id in ?  [2 rows, some ms]
        compute  label <- status, owner:name  [5 rows, some ms]
        filter   label != ?  [4 rows, some ms]
        sort     label, id  [3 rows, some ms]
        page     skip 1  limit 2
        shape    id  [2 rows, some ms]
        2 rows in some ms
      fold orders
        scan     orders(id, status, owner_id)  order by id  [5 rows, some ms]
        join     owner <- owners by owner_id = id  [5 rows, some ms]
          scan     owners(name, id)  where id in ?  [2 rows, some ms]
        compute  label <- status, owner:name  [5 rows, some ms]
        filter   label != ?  [4 rows, some ms]
        fold     count(*)  [1 rows, some ms]
        1 rows in some ms
      list orders
        scan     orders(id, status, owner_id)  order by id  [5 rows, some ms]
        join     owner <- owners by owner_id = id  [5 rows, some ms]
          scan     owners(name, id)  where id in ?  [2 rows, some ms]
        compute  label <- status, owner:name  [5 rows, some ms]
        filter   label != ?  [4 rows, some ms]
        shape    id  [4 rows, some ms]
        4 rows in some ms"
    `)
  })

  it('adds less than 10 µs to the source once a query is planned', async () => {
    const { model } = await openShop()
    const orders = model.collection('orders')
    const rows = Promise.resolve<Row[]>([])
    const collection = { ...orders, source: { ...orders.source, list: () => rows } }
    const query = { collection, filter: {}, projection: ['id', 'customer:name'], sort: [] }
    const findScope = () => undefined
    const times: number[] = []
    for (let round = 0; round < 10; round++) {
      const start = process.cpuUsage()
      for (let index = 0; index < 5000; index++) await list(query, { ...call, findScope })
      const { user, system } = process.cpuUsage(start)
      times.push((user + system) / 5000)
    }
    expect(Math.min(...times)).toBeLessThan(10)
  })
})
