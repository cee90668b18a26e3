import type { DataSourceFactory, Row } from '@service/datasource-toolkit'
import { aggregate, create, explainList, list, update } from '@service/engine'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { flattenColumn, flattenJsonColumn } from '../index.js'
import { call, listIds, type OpenModel, openModel, readRecord } from './open-model.js'
import { productType } from './products.js'

/**
 * A source whose collection `products` contains the records of `products.ts`, recreated after each
 * test that writes.
 */
export interface FlattenerFixture {
  /** Whether the source reads inside documents itself. */
  readonly isPushed: boolean
  open(): Promise<DataSourceFactory>
  close?(): Promise<void>
}

const flat = [
  'meta@@@color',
  'meta@@@weight',
  'meta@@@isNew',
  'meta@@@soldAt',
  'meta@@@tags',
  'meta@@@maker@@@name',
  'meta@@@maker@@@place@@@city',
  'meta@@@maker@@@place@@@zip',
]

const byId = (id: number) =>
  ({ conditionTree: { field: 'id', operator: 'Equal', value: id } }) as const

const pushedPlan = `list products
  scan     products(id, meta@@@maker@@@name)  where meta@@@color = ?  order by meta@@@weight, id  limit 2`

const emulatedPlan = `list products
  scan     products(id, meta)  order by id
  compute  meta@@@color <- meta
  filter   meta@@@color = ?
  compute  meta@@@weight <- meta
  sort     meta@@@weight, id
  page     limit 2
  compute  meta@@@maker@@@name <- meta
  shape    id, meta@@@maker@@@name`

/** The behaviour of flattened JSON columns, for every source. */
export function describeFlattener(name: string, fixture: FlattenerFixture): void {
  describe(`flattenJsonColumn on ${name}`, () => {
    let factory: DataSourceFactory
    let opened: OpenModel
    const others: OpenModel[] = []
    let isOpen = false
    const close = async () => {
      isOpen = false
      for (const model of [opened, ...others.splice(0)]) await model?.close()
      await fixture.close?.()
    }
    beforeEach(async () => {
      if (isOpen) return
      isOpen = true
      factory = await fixture.open()
      opened = await openModel(factory, 'products', products =>
        products.use(flattenJsonColumn, {
          columnName: 'meta',
          columnType: productType,
          keepOriginalColumn: true,
        }),
      )
    })
    afterAll(async () => {
      if (isOpen) await close()
    })

    /** A test that changes records, which the next test finds as they were. */
    const itWrites = (title: string, test: () => Promise<void>) =>
      it(title, async () => {
        try {
          await test()
        } finally {
          await close()
        }
      })

    /** Opens the same records, flattened with other options. */
    const openAnother = async (customize: Parameters<typeof openModel>[2]) => {
      const another = await openModel(factory, 'products', customize)
      others.push(another)
      const { view } = another.model.collection('products')
      return { ...another, names: [...view.keys()].filter(each => each.startsWith('meta')) }
    }

    const ids = (
      ...args: Parameters<typeof listIds> extends [unknown, unknown, ...infer R] ? R : []
    ) => listIds(opened.model, 'products', ...args)
    const read = (id: number, projection: readonly string[]) =>
      readRecord(opened.model, 'products', id, projection)
    const write = (id: number, patch: Row) =>
      update(opened.model.collection('products'), byId(id), patch, call)

    it('reads three levels; what is missing, or of another type, is null', async () => {
      const rows = await list(
        {
          collection: opened.model.collection('products'),
          filter: {},
          sort: [{ field: 'id', ascending: true }],
          projection: flat,
        },
        call,
      )
      expect(rows.map(row => flat.map(field => row[field]))).toEqual([
        ['red', 1.5, true, '2024-01-31T23:30:00.000Z', ['a', 'b'], 'Ann', 'Paris', '75001'],
        ['Blue', 10, false, '2024-01-31T22:30:00.000Z', [], 'Bob', null, null],
        [null, 9, null, null, null, null, null, null],
        [null, null, null, null, null, null, null, null],
        [null, null, null, null, null, null, null, null],
        [null, null, null, null, null, null, null, null],
      ])
    })

    it('filters by type', async () => {
      expect(await ids(['meta@@@weight', 'GreaterThan', 5])).toEqual([2, 3])
      expect(await ids(['meta@@@weight', 'In', [1.5, 9]])).toEqual([1, 3])
      expect(await ids(['meta@@@color', 'Equal', 'red'])).toEqual([1])
      expect(await ids(['meta@@@color', 'IContains', 'BLU'])).toEqual([2])
      expect(await ids(['meta@@@isNew', 'Equal', false])).toEqual([2])
      expect(await ids(['meta@@@soldAt', 'Before', '2024-01-31T23:00:00.000Z'])).toEqual([2])
      expect(await ids(['meta@@@maker@@@place@@@city', 'Equal', 'Paris'])).toEqual([1])
    })

    it('takes null, missing and another type for the same', async () => {
      expect(await ids(['meta@@@color', 'Missing'])).toEqual([3, 4, 5, 6])
      expect(await ids(['meta@@@color', 'Present'])).toEqual([1, 2])
      expect(await ids(['meta@@@maker@@@place@@@city', 'Equal', null])).toEqual([2, 3, 4, 5, 6])
      expect(await ids(['meta@@@weight', 'NotEqual', 9])).toEqual([1, 2, 4, 5, 6])
    })

    it('sorts numbers as numbers and dates as instants', async () => {
      const present = ['meta@@@weight', 'Present'] as const
      expect(await ids(present, ['meta@@@weight'])).toEqual([1, 3, 2])
      expect(await ids(present, ['-meta@@@weight'])).toEqual([2, 3, 1])
      expect(await ids(['meta@@@soldAt', 'Present'], ['meta@@@soldAt'])).toEqual([2, 1])
    })

    itWrites('creates documents of the members given', async () => {
      const [created] = await create(
        opened.model.collection('products'),
        [{ id: 7, stock: 1, 'meta@@@color': 'green', 'meta@@@maker@@@place@@@city': 'Rome' }],
        call,
      )
      expect(created?.meta).toEqual({ color: 'green', maker: { place: { city: 'Rome' } } })
    })

    itWrites('changes a member and nothing else', async () => {
      expect(await write(1, { 'meta@@@maker@@@place@@@city': 'Lyon', 'meta@@@weight': null })).toBe(
        1,
      )
      const row = await read(1, ['meta', 'meta@@@weight'])
      expect(row).toMatchObject({
        'meta@@@weight': null,
        meta: {
          color: 'red',
          extra: 'kept',
          tags: ['a', 'b'],
          maker: { name: 'Ann', place: { city: 'Lyon', zip: '75001' } },
        },
      })
    })

    itWrites('creates the missing objects of a member, replacing any other value', async () => {
      for (const id of [3, 4, 5, 6]) {
        await write(id, { 'meta@@@maker@@@place@@@city': 'Oslo', 'meta@@@tags': ['x'] })
        const row = await read(id, ['meta', 'meta@@@tags'])
        expect(row?.meta).toMatchObject({ maker: { place: { city: 'Oslo' } }, tags: ['x'] })
      }
      expect((await read(5, ['meta']))?.meta).toMatchObject({ weight: 'heavy' })
    })

    itWrites(
      'changes many records in one update, each in its own document, with other columns',
      async () => {
        const products = opened.model.collection('products')
        const many = { conditionTree: { field: 'id', operator: 'LessThan', value: 5 } } as const
        await update(products, many, { 'meta@@@color': 'grey', stock: 0 }, call)
        expect(await ids(['meta@@@color', 'Equal', 'grey'])).toEqual([1, 2, 3, 4])
        expect(await ids(['stock', 'Equal', 0])).toEqual([1, 2, 3, 4])
        expect(await ids(['meta@@@weight', 'Equal', 10])).toEqual([2])
      },
    )

    itWrites('changes the records of a filter that its own change undoes', async () => {
      const products = opened.model.collection('products')
      const light = { field: 'meta@@@weight', operator: 'LessThan', value: 9.5 } as const
      const patch = { 'meta@@@weight': 20, stock: 0 }
      expect(await update(products, { conditionTree: light }, patch, call)).toBe(2)
      expect(await ids(['meta@@@weight', 'Equal', 20])).toEqual([1, 3])
      expect(await ids(['stock', 'Equal', 0])).toEqual([1, 3])
      const heavy = { ...light, operator: 'Equal', value: 20 } as const
      expect(await update(products, { conditionTree: heavy }, { 'meta@@@weight': 1 }, call)).toBe(2)
    })

    it('leaves filters and sorts to the source that can', async () => {
      const query = {
        collection: opened.model.collection('products'),
        filter: { conditionTree: { field: 'meta@@@color', operator: 'Equal', value: 'red' } },
        sort: [{ field: 'meta@@@weight', ascending: true }],
        projection: ['id', 'meta@@@maker@@@name'],
        page: { skip: 0, limit: 2 },
      } as const
      expect(await explainList(query, call)).toBe(fixture.isPushed ? pushedPlan : emulatedPlan)
    })

    itWrites('loses no change of other members made at the same time', async () => {
      const names = ['color', 'weight', 'isNew', 'maker@@@name', 'maker@@@place@@@city']
      const fields = names.map(name => `meta@@@${name}`)
      for (const [round, id] of [1, 4, 5].entries()) {
        const values = ['black', 70 + round, true, `Eve ${round}`, 'Kyiv']
        const writes = Array.from({ length: 4 }, () =>
          fields.map((field, index) => write(id, { [field]: values[index] })),
        )
        await Promise.all(writes.flat())
        const row = await read(id, fields)
        expect(fields.map(field => row?.[field])).toEqual(values)
      }
    })

    it('groups and folds by a member', async () => {
      const collection = opened.model.collection('products')
      const groups = await aggregate(
        {
          collection,
          filter: { conditionTree: { field: 'meta@@@weight', operator: 'Present' } },
          aggregation: {
            operation: 'Max',
            field: 'meta@@@weight',
            groups: [{ field: 'meta@@@isNew' }],
          },
        },
        call,
      )
      expect(groups).toEqual([
        { value: 10, group: { 'meta@@@isNew': false } },
        { value: 9, group: { 'meta@@@isNew': null } },
        { value: 1.5, group: { 'meta@@@isNew': true } },
      ])
    })

    it('keeps objects whole below the level, and writes none that are read-only', async () => {
      const { model, names } = await openAnother(collection =>
        collection.use(flattenJsonColumn, {
          columnName: 'meta',
          columnType: { tags: ['String'], maker: productType.maker },
          level: 2,
          readonly: true,
        }),
      )
      expect(names).toEqual(['meta@@@tags', 'meta@@@maker@@@name', 'meta@@@maker@@@place'])
      const places = [1, 2, 3, 6].map(id =>
        readRecord(model, 'products', id, ['meta@@@maker@@@place']),
      )
      expect((await Promise.all(places)).map(row => row?.['meta@@@maker@@@place'])).toEqual([
        { city: 'Paris', zip: '75001' },
        { city: null },
        null,
        null,
      ])
      const patch = { 'meta@@@maker@@@name': 'x' }
      await expect(update(model.collection('products'), byId(1), patch, call)).rejects.toThrow(
        "'meta@@@maker@@@name' of 'products' is read-only",
      )
    })

    itWrites('flattens what is included, less what is excluded, and merges objects', async () => {
      const { model, names } = await openAnother(collection =>
        collection.use(flattenColumn, {
          columnName: 'meta',
          columnType: productType,
          include: ['color', 'weight', 'maker.place', 'maker.place.city'],
          exclude: ['weight'],
        }),
      )
      expect(names).toEqual([
        'meta',
        'meta@@@color',
        'meta@@@maker@@@place',
        'meta@@@maker@@@place@@@city',
      ])
      const products = model.collection('products')
      await update(products, {}, { 'meta@@@maker@@@place': { zip: '1' } }, call)
      expect(await listIds(model, 'products', ['meta@@@maker@@@place@@@city', 'Present'])).toEqual([
        1,
      ])
      const kept = [1, 3, 5].map(id => readRecord(model, 'products', id, ['meta']))
      expect((await Promise.all(kept)).map(row => (row?.meta as Row)?.maker)).toEqual([
        { name: 'Ann', place: { city: 'Paris', zip: '1' } },
        { place: { zip: '1' } },
        { place: { zip: '1' } },
      ])
    })

    it('rejects options that make no sense', async () => {
      for (const [options, message] of [
        [{ columnName: 'meta', columnType: { a: 'Text' } }, "columnType of 'meta'.a is 'Text'"],
        [{ columnName: 'metta', columnType: productType }, "'metta' is not a column of 'products'"],
        [{ columnName: 'stock', columnType: productType }, "columnName 'stock' is Number"],
        [{ columnName: 'meta', columnType: productType, level: 0 }, "Option 'level' must be"],
      ] as const) {
        await expect(
          openAnother(collection => collection.use(flattenJsonColumn, options as never)),
        ).rejects.toThrow(message)
      }
    })

    it('rejects a value of another type, and the document together with its member', async () => {
      await expect(write(1, { 'meta@@@weight': 'much' })).rejects.toThrow(
        "'meta@@@weight' of 'products': ",
      )
      await expect(write(1, { 'meta@@@weight': '12345678901234567891' })).rejects.toThrow(
        'more digits',
      )
      await expect(write(1, { meta: {}, 'meta@@@weight': 1 })).rejects.toThrow(
        "'meta' and 'meta@@@weight' are written together",
      )
      expect((await read(1, ['meta@@@weight']))?.['meta@@@weight']).toBe(1.5)
    })
  })
}
