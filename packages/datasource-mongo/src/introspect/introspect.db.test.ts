import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CollectionSchema, DataSource } from '@service/datasource-toolkit'
import { requireCollection } from '@service/datasource-toolkit/testing'
import { Binary, Decimal128, type Document, Long, ObjectId, UUID } from 'mongodb'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { type Documents, storeDocuments } from '../testing/open-documents.js'

const url = inject('mongoUrl')
const call = { timezone: 'UTC', now: new Date('2024-01-01T00:00:00Z') }
const id = (number: number) => new ObjectId(number.toString(16).padStart(24, '0'))

describe.skipIf(!url)('what is learnt from a sample', () => {
  let documents: Documents | undefined
  afterEach(async () => {
    await documents?.close()
    documents = undefined
  })
  const store = async (collections: Readonly<Record<string, readonly Document[]>>) => {
    documents = await storeDocuments(url as string, collections)
    return documents
  }
  const listTypes = (source: DataSource, name: string) => {
    const { fields } = requireCollection(source, name).schema
    return Object.fromEntries(
      Object.entries(fields).map(([field, schema]) => [
        field,
        schema.kind === 'Column' ? schema.columnType : schema.kind,
      ]),
    )
  }
  const listRelations = ({ fields }: CollectionSchema) =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'Column' || field.kind === 'ManyToMany'
        ? []
        : [`${name}: ${field.kind} ${field.foreignCollection} by ${field.keys[0]?.from}`],
    )
  const all = (source: DataSource, name: string) => {
    const { schema } = requireCollection(source, name)
    const columns = Object.keys(schema.fields).filter(
      field => schema.fields[field]?.kind === 'Column',
    )
    return requireCollection(source, name).list(
      {
        select: { collection: name, columns, joins: [] },
        orderBy: [{ field: schema.primaryKey[0] as string, ascending: true }],
      },
      call,
    )
  }

  it('is a column per field, of the type its values agree on', async () => {
    const { open } = await store({
      things: [
        {
          _id: id(1),
          text: 'a',
          whole: 1,
          long: Long.fromString('9007199254740993'),
          price: Decimal128.fromString('1.10'),
          mixedNumber: 1.5,
          flag: true,
          at: new Date(0),
          ref: id(9),
          uuid: new UUID('f47ac10b-58cc-4372-a567-0e02b2c3d479'),
          bytes: new Binary(new Uint8Array([1, 2])),
          place: { type: 'Point', coordinates: [1.5, 2] },
          address: { city: 'Paris', geo: { lat: 1 } },
          tags: ['x'],
          lines: [{ sku: 'a', at: new Date(0) }],
          mixed: 1,
          nothing: null,
          empty: {},
          pattern: /x/,
        },
        { _id: id(2), mixed: 'one', mixedNumber: Decimal128.fromString('2'), late: 'seen' },
      ],
    })
    const source = await open()
    expect(listTypes(source, 'things')).toEqual({
      _id: 'String',
      text: 'String',
      whole: 'Number',
      long: 'Number',
      price: 'Number',
      mixedNumber: 'Number',
      flag: 'Boolean',
      at: 'Date',
      ref: 'String',
      uuid: 'Uuid',
      bytes: 'Binary',
      place: 'Point',
      address: { city: 'String', geo: { lat: 'Number' } },
      tags: ['String'],
      lines: [{ sku: 'String', at: 'Date' }],
      mixed: 'Json',
      nothing: 'Json',
      empty: 'Json',
      pattern: 'Json',
      late: 'String',
    })
    const [first, second] = await all(source, 'things')
    expect(first).toMatchObject({
      _id: id(1).toHexString(),
      long: '9007199254740993',
      price: 1.1,
      ref: id(9).toHexString(),
      uuid: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
      bytes: new Uint8Array([1, 2]),
      place: [1.5, 2],
      lines: [{ sku: 'a', at: '1970-01-01T00:00:00.000Z' }],
      mixed: 1,
      pattern: '/x/',
      late: null,
    })
    expect(second).toMatchObject({ text: null, mixed: 'one', mixedNumber: 2 })
  })

  it('comes from both ends, with the requested number of documents', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => ({ _id: index, [`f${index}`]: 1 }))
    const { open } = await store({ things: rows })
    const source = await open({ sampleSize: 2 })
    expect(Object.keys(listTypes(source, 'things'))).toEqual(['_id', 'f0', 'f1', 'f28', 'f29'])
  })

  it('never breaks a list of what the sample did not show', async () => {
    const { open, log } = await store({
      things: [
        { _id: 1, name: 'a', price: 1, at: new Date(0), tags: ['x'], where: { city: 'Paris' } },
        { _id: 2, name: { first: 'b' }, price: 'free', at: 'never', tags: 'x', where: 'here' },
        { _id: 3, name: 7, price: Number.NaN, at: 5, tags: [{ y: 1 }], where: [1] },
        { _id: 4, name: [1], price: null },
        { _id: 5, name: 'z', price: 5, at: new Date(1), tags: ['x'], where: { city: 'Rome' } },
      ],
    })
    const source = await open({ sampleSize: 1 })
    const rows = await all(source, 'things')
    expect(rows.slice(1, 4)).toEqual([
      { _id: 2, name: '{"first":"b"}', price: null, at: null, tags: null, where: null },
      { _id: 3, name: '7', price: 'NaN', at: null, tags: ['{"y":1}'], where: null },
      { _id: 4, name: '[1]', price: null, at: null, tags: null, where: null },
    ])
    await all(source, 'things')
    const warned = log.filter(line => line.includes('unlike its sample'))
    expect(warned.map(line => /'things\.(\w+)'/.exec(line)?.[1])).toEqual([
      'name',
      'price',
      'at',
      'tags',
      'where',
    ])
    const things = requireCollection(source, 'things')
    const folded = ['Max', 'Min', 'Sum', 'Avg'] as const
    const values = folded.map(async operation => {
      const select = { collection: 'things', columns: [], joins: [] }
      const aggregation = { operation, field: 'price' }
      return (await things.aggregate({ select, aggregation }, call))[0]?.value
    })
    expect(await Promise.all(values)).toEqual([5, 1, 6, 3])
    const groups = await things.aggregate(
      {
        select: { collection: 'things', columns: [], joins: [] },
        aggregation: { operation: 'Count', groups: [{ field: 'at', operation: 'Month' }] },
      },
      { ...call, timezone: 'Europe/Paris' },
    )
    expect(groups).toEqual([
      { value: 3, group: { at: null } },
      { value: 2, group: { at: '1970-01-01' } },
    ])
  })

  it('goes page by page over identifiers of several types, each once', async () => {
    const ids = [5, 7, 'a', '7', '"q"', id(3), id(4).toHexString(), id(4)]
    const { open } = await store({ things: ids.map(_id => ({ _id: _id as never })) })
    const source = await open()
    const things = requireCollection(source, 'things')
    for (const ascending of [true, false]) {
      const seen: unknown[] = []
      for (let after: unknown[] | undefined; seen.length <= ids.length; ) {
        const [row] = await things.list(
          {
            select: { collection: 'things', columns: ['_id'], joins: [] },
            orderBy: [{ field: '_id', ascending }],
            page: { skip: 0, limit: 1 },
            ...(after && { after }),
          },
          call,
        )
        if (!row) break
        seen.push(row._id)
        after = [row._id]
      }
      expect(seen).toHaveLength(ids.length)
      expect(new Set(seen).size).toBe(ids.length)
    }
  })

  it('includes views, which are read-only', async () => {
    const { open, db } = await store({ things: [{ _id: 1, a: 1 }] })
    await db.createCollection('doubled', {
      viewOn: 'things',
      pipeline: [{ $project: { _id: 0, double: { $multiply: ['$a', 2] } } }],
    })
    const source = await open()
    const { schema } = requireCollection(source, 'doubled')
    expect(schema).toMatchObject({ isReadOnly: true, primaryKey: ['double'] })
    expect(await all(source, 'doubled')).toEqual([{ double: 2 }])
    expect(requireCollection(source, 'doubled').estimateCount).toBe(undefined)
    expect(await requireCollection(source, 'things').estimateCount?.(call)).toBe(1)
  })

  it('leaves out a view that the server cannot compute, and says so', async () => {
    const { open, db, log } = await store({ things: [{ _id: 1, a: 'x' }] })
    const pipeline = [{ $project: { broken: { $add: ['$a', 1] } } }]
    await db.createCollection('broken', { viewOn: 'things', pipeline })
    const source = await open()
    expect(source.collections.map(({ name }) => name)).toEqual(['things'])
    expect(log).toEqual([expect.stringContaining("Warn The view 'broken' is left out: ")])
  })

  it('takes the rules of a validator before the sample', async () => {
    const { open, db } = await store({})
    await db.createCollection('things', {
      validator: {
        $jsonSchema: {
          required: ['name', 'size'],
          properties: {
            name: { bsonType: 'string' },
            size: { enum: ['small', 'large'] },
            price: { bsonType: ['decimal', 'null'], minimum: 0 },
          },
        },
      },
    })
    const source = await open()
    const things = requireCollection(source, 'things')
    expect(things.schema.fields).toMatchObject({
      name: { columnType: 'String', allowNull: false, validation: [{ operator: 'Present' }] },
      size: { columnType: 'Enum', enumValues: ['small', 'large'], allowNull: false },
      price: { columnType: 'Number', allowNull: true },
    })
    const row = { name: 'x', size: 'small', price: 1.5 }
    await things.create([row], call)
    const [stored] = await db.collection('things').find().toArray()
    expect(stored?.price).toEqual(Decimal128.fromString('1.5'))
    await expect(things.create([{ ...row, price: -1 }], call)).rejects.toMatchObject({
      code: 'check_violation',
      data: { columns: ['price'] },
    })
    await expect(things.create([row, { ...row, price: -1 }], call)).rejects.toMatchObject({
      code: 'check_violation',
      data: { columns: ['price'] },
    })
    await expect(things.update(undefined, { size: null }, call)).rejects.toMatchObject({
      code: 'not_null_violation',
    })
  })

  it('makes a relation of ObjectIds that identify documents of a collection', async () => {
    const { open } = await store({
      customers: [{ _id: id(1) }, { _id: id(2) }],
      products: [{ _id: id(11) }],
      orders: [
        { _id: id(21), customerId: id(1), by: id(2), stray: id(99), lines: [{ product: id(11) }] },
        { _id: id(22), customerId: id(2), by: null },
      ],
    })
    const source = await open({ collections: { orders: { asCollections: ['lines'] } } })
    expect(listRelations(requireCollection(source, 'orders').schema)).toEqual([
      'lines: OneToMany orders_lines by _id',
      'customer: ManyToOne customers by customerId',
      'customers_through_by: ManyToOne customers by by',
    ])
    expect(listRelations(requireCollection(source, 'customers').schema)).toEqual([
      'orders: OneToMany orders by _id',
      'orders_through_by: OneToMany orders by _id',
    ])
    expect(listRelations(requireCollection(source, 'orders_lines').schema)).toEqual([
      'parent: ManyToOne orders by parentId',
      'products_through_product: ManyToOne products by product',
    ])
    const without = await open({ inferReferences: false })
    expect(listRelations(requireCollection(without, 'orders').schema)).toEqual([])
  })

  it('takes declared references, between texts and ObjectIds too', async () => {
    const { open } = await store({
      customers: [{ _id: id(1), code: 'c1', name: 'Ada' }],
      orders: [
        { _id: 1, customer: id(1).toHexString(), code: 'c1' },
        { _id: 2, customer: 'nobody', code: null },
      ],
    })
    const source = await open({
      collections: {
        orders: {
          references: {
            customer: 'customers',
            code: { collection: 'customers', column: 'code' },
          },
        },
      },
    })
    const orders = requireCollection(source, 'orders')
    const to = (from: string, column: string) => ({
      as: `by ${column}`,
      on: [{ from, to: column }],
      node: { collection: 'customers', columns: ['name'], joins: [] },
    })
    const rows = await orders.list(
      {
        select: {
          collection: 'orders',
          columns: ['_id'],
          joins: [to('customer', '_id'), to('code', 'code')],
        },
        orderBy: [{ field: '_id', ascending: true }],
      },
      call,
    )
    const ada = { name: 'Ada' }
    expect(rows).toEqual([
      { _id: 1, 'by _id': ada, 'by code': ada },
      { _id: 2, 'by _id': null, 'by code': null },
    ])
    expect(listRelations(orders.schema)).toEqual([
      'customers_through_customer: ManyToOne customers by customer',
      'customers_through_code: ManyToOne customers by code',
    ])
  })

  it('is kept in a file, and read from it until it is deleted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mongo-cache-'))
    const cacheFile = join(folder, 'deep', 'structure.json')
    try {
      const { open, db, log } = await store({ things: [{ _id: 1, a: 1 }] })
      await open({ cacheFile })
      expect(JSON.parse(await readFile(cacheFile, 'utf8'))).toMatchObject({ version: 1 })
      await db.collection('things').insertOne({ _id: 2 as never, b: 1 })
      expect(Object.keys(listTypes(await open({ cacheFile }), 'things'))).toEqual(['_id', 'a'])
      await writeFile(cacheFile, 'not json')
      expect(Object.keys(listTypes(await open({ cacheFile }), 'things'))).toEqual(['_id', 'a', 'b'])
      expect(log).toEqual([expect.stringContaining('cannot be read')])
      await writeFile(cacheFile, '{"version":0}')
      await open({ cacheFile })
      expect(log).toEqual([expect.stringContaining('another database or version')])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('rejects options that name something that does not exist', async () => {
    const { open } = await store({ orders: [{ _id: 1, total: 1, lines: [{ a: 1 }] }] })
    const refusals: readonly (readonly [object, string])[] = [
      [{ order: {} }, "there is no 'order'. There are: orders. Did you mean 'orders'?"],
      [{ orders: { asCollections: ['line'] } }, "no document of the sample has 'line'"],
      [{ orders: { asCollections: ['total'] } }, "'total' is neither an array nor a document"],
      [{ orders: { primaryKey: ['ref'] } }, "there is no 'ref'"],
      [{ orders: { references: { total: 'nobody' } } }, "there is no 'nobody'"],
      [{ orders: { references: { totl: 'orders' } } }, "there is no 'totl'"],
      [
        { orders: { columns: { total: { type: 'Boolean', storedAs: 'decimal' } } } },
        '"Boolean" cannot be stored as \'decimal\'',
      ],
    ]
    for (const [collections, message] of refusals) {
      await expect(open({ collections: collections as never })).rejects.toThrow(message)
    }
  })

  it('leaves out fields whose names are not paths, and says so', async () => {
    const { open, log, db } = await store({ things: [] })
    await db.collection('things').insertOne({ 'a.b': 1, c: 2 })
    const source = await open()
    expect(Object.keys(listTypes(source, 'things'))).toEqual(['_id', 'c'])
    expect(log).toEqual([expect.stringContaining("'a.b' of 'things' is left out")])
  })

  it('takes a document as _id apart into key columns', async () => {
    const { open, db } = await store({
      stock: [{ _id: { shop: 'a', sku: 1 } as never, count: 3 }],
    })
    const source = await open()
    const stock = requireCollection(source, 'stock')
    expect(stock.schema.primaryKey).toEqual(['shop', 'sku'])
    await stock.create([{ shop: 'b', sku: 2, count: 4 }], call)
    expect(await db.collection('stock').findOne({ count: 4 })).toEqual({
      _id: { shop: 'b', sku: 2 },
      count: 4,
    })
  })
})
