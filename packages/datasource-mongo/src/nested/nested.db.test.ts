import {
  type CollectionSource,
  ConditionTreeBranch,
  ConditionTreeLeaf,
  type DataSource,
} from '@service/datasource-toolkit'
import { requireCollection } from '@service/datasource-toolkit/testing'
import { ObjectId } from 'mongodb'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { type Documents, storeDocuments } from '../testing/open-documents.js'

const url = inject('mongoUrl')
const call = { timezone: 'UTC', now: new Date('2024-01-01T00:00:00Z') }
const first = new ObjectId('65a000000000000000000001')
const second = new ObjectId('65a000000000000000000002')
const third = new ObjectId('65a000000000000000000003')

const orders = () => [
  {
    _id: first,
    address: { city: 'Paris', zip: null },
    lines: [
      { sku: 'a', quantity: 1, taxes: [{ rate: 5 }, { rate: 20 }] },
      { sku: 'b', quantity: 2, taxes: [] },
    ],
    tags: ['x', 'y'],
  },
  { _id: second, address: null, lines: [{ sku: 'c', quantity: 3, taxes: [{ rate: 1 }] }] },
  { _id: third, lines: null },
]

const leaf = (...args: ConstructorParameters<typeof ConditionTreeLeaf>) =>
  new ConditionTreeLeaf(...args)
const and = (...conditions: ConditionTreeLeaf[]) => new ConditionTreeBranch('And', conditions)

describe.skipIf(!url)('nested collections', () => {
  let documents: Documents
  let source: DataSource
  let lines: CollectionSource
  let taxes: CollectionSource
  let address: CollectionSource
  const stored = (id: ObjectId) => documents.db.collection('orders').findOne({ _id: id })

  beforeEach(async () => {
    documents = await storeDocuments(url as string, { orders: orders() })
    source = await documents.open({
      collections: { orders: { asCollections: ['lines', 'lines.taxes', 'address', 'tags'] } },
    })
    lines = requireCollection(source, 'orders_lines')
    taxes = requireCollection(source, 'orders_lines_taxes')
    address = requireCollection(source, 'orders_address')
  })
  afterEach(() => documents?.close())

  const listed = (collection: CollectionSource, columns: string[], where?: ConditionTreeLeaf) =>
    collection.list(
      {
        select: { collection: collection.name, columns, joins: [] },
        ...(where && { where }),
        orderBy: collection.schema.primaryKey.map(field => ({ field, ascending: true })),
      },
      call,
    )

  it('have the key of their document and their positions as primary key', () => {
    expect(lines.schema.primaryKey).toEqual(['parentId', 'linesPosition'])
    expect(taxes.schema.primaryKey).toEqual(['parentId', 'linesPosition', 'taxesPosition'])
    expect(address.schema.primaryKey).toEqual(['parentId'])
  })

  it('are not columns of their parent, and have relations to and from it', () => {
    const { fields } = requireCollection(source, 'orders').schema
    expect(Object.keys(fields)).toEqual(['_id', 'lines', 'address', 'tags'])
    expect(fields.lines).toMatchObject({
      kind: 'OneToMany',
      foreignCollection: 'orders_lines',
      keys: [{ from: '_id', to: 'parentId' }],
    })
    expect(fields.address).toMatchObject({ kind: 'OneToOne', foreignCollection: 'orders_address' })
    expect(lines.schema.fields.parent).toMatchObject({
      kind: 'ManyToOne',
      foreignCollection: 'orders',
    })
    expect(taxes.schema.fields.parent).toMatchObject({
      foreignCollection: 'orders_lines',
      keys: [
        { from: 'parentId', to: 'parentId' },
        { from: 'linesPosition', to: 'linesPosition' },
      ],
    })
  })

  it('list one row per element, and none for a document without the array', async () => {
    expect(await listed(lines, ['parentId', 'linesPosition', 'sku'])).toEqual([
      { parentId: first.toHexString(), linesPosition: 0, sku: 'a' },
      { parentId: first.toHexString(), linesPosition: 1, sku: 'b' },
      { parentId: second.toHexString(), linesPosition: 0, sku: 'c' },
    ])
    expect(await listed(address, ['city'])).toEqual([{ city: 'Paris' }])
    expect(await listed(requireCollection(source, 'orders_tags'), ['value'])).toEqual([
      { value: 'x' },
      { value: 'y' },
    ])
    expect(await listed(taxes, ['linesPosition', 'rate'], leaf('rate', 'GreaterThan', 4))).toEqual([
      { linesPosition: 0, rate: 5 },
      { linesPosition: 0, rate: 20 },
    ])
  })

  it('join their parent, by positions too, and are joined by it', async () => {
    const toLine = {
      as: 'parent',
      on: [
        { from: 'parentId', to: 'parentId' },
        { from: 'linesPosition', to: 'linesPosition' },
      ],
      node: { collection: 'orders_lines', columns: ['sku'], joins: [] },
    }
    const rows = await taxes.list(
      {
        select: { collection: taxes.name, columns: ['rate'], joins: [toLine] },
        where: leaf('parent:sku', 'In', ['a', 'c']),
        orderBy: [{ field: 'rate', ascending: false }],
      },
      call,
    )
    expect(rows).toEqual([
      { rate: 20, parent: { sku: 'a' } },
      { rate: 5, parent: { sku: 'a' } },
      { rate: 1, parent: { sku: 'c' } },
    ])
  })

  it('aggregate', async () => {
    const groups = await lines.aggregate(
      {
        select: { collection: lines.name, columns: [], joins: [] },
        aggregation: { operation: 'Sum', field: 'quantity', groups: [{ field: 'parentId' }] },
      },
      call,
    )
    expect(groups).toEqual([
      { value: 3, group: { parentId: first.toHexString() } },
      { value: 3, group: { parentId: second.toHexString() } },
    ])
  })

  it('add an element at the end of its array, also where the array is null or missing', async () => {
    const row = { parentId: first.toHexString(), sku: 'n', quantity: 9 }
    expect(await lines.create([row], call)).toEqual([{ ...row, linesPosition: 2 }])
    expect((await stored(first))?.lines[2]).toEqual({ sku: 'n', quantity: 9 })
    await lines.create([{ ...row, parentId: third.toHexString() }], call)
    expect((await stored(third))?.lines).toEqual([{ sku: 'n', quantity: 9 }])
    const tax = { parentId: first.toHexString(), linesPosition: 1, rate: 7 }
    expect(await taxes.create([tax], call)).toEqual([{ ...tax, taxesPosition: 0 }])
    expect((await stored(first))?.lines[1].taxes).toEqual([{ rate: 7 }])
  })

  it('add rows of several documents in the order given, or none when one has no parent', async () => {
    const rows = [
      { parentId: second.toHexString(), sku: 'p' },
      { parentId: third.toHexString(), sku: 'q' },
      { parentId: second.toHexString(), sku: 'r' },
    ]
    const created = await lines.create(rows, call)
    expect(created.map(({ sku, linesPosition }) => [sku, linesPosition])).toEqual([
      ['p', 1],
      ['q', 0],
      ['r', 2],
    ])
    const orphan = { parentId: '65a0000000000000000000ff', sku: 's' }
    await expect(lines.create([...rows, orphan], call)).rejects.toMatchObject({ status: 400 })
    expect((await stored(second))?.lines).toHaveLength(3)
  })

  it('add the document that was missing, and reject a second one', async () => {
    const row = { parentId: second.toHexString(), city: 'Rome' }
    expect(await address.create([row], call)).toEqual([{ ...row, zip: null }])
    expect((await stored(second))?.address).toEqual({ city: 'Rome' })
    await expect(address.create([row], call)).rejects.toMatchObject({ code: 'unique_violation' })
  })

  it('reject a row without a parent', async () => {
    const missing = '65a0000000000000000000ff'
    await expect(lines.create([{ parentId: missing, sku: 'n' }], call)).rejects.toMatchObject({
      code: 'foreign_key_violation',
    })
    await expect(lines.create([{ sku: 'n' }], call)).rejects.toMatchObject({
      code: 'not_null_violation',
      data: { columns: ['parentId'] },
    })
    const away = { parentId: first.toHexString(), linesPosition: 9, rate: 7 }
    await expect(taxes.create([away], call)).rejects.toMatchObject({
      code: 'foreign_key_violation',
    })
  })

  it('change elements where they are and leave the others alone', async () => {
    const where = leaf('quantity', 'LessThan', 3)
    expect(await lines.update(where, { sku: 'z' }, call)).toBe(2)
    expect((await stored(first))?.lines).toMatchObject([
      { sku: 'z', quantity: 1, taxes: [{ rate: 5 }, { rate: 20 }] },
      { sku: 'z', quantity: 2 },
    ])
    expect((await stored(second))?.lines[0].sku).toBe('c')
    const tax = and(leaf('parentId', 'Equal', first.toHexString()), leaf('rate', 'Equal', 20))
    expect(await taxes.update(tax, { rate: 21 }, call)).toBe(1)
    expect((await stored(first))?.lines[0].taxes).toEqual([{ rate: 5 }, { rate: 21 }])
    expect(await address.update(undefined, { city: 'Nice' }, call)).toBe(1)
    expect((await stored(first))?.address).toEqual({ city: 'Nice', zip: null })
    expect((await stored(second))?.address).toBe(null)
  })

  it('reject changes to the location of a record', async () => {
    await expect(
      lines.update(undefined, { parentId: second.toHexString() }, call),
    ).rejects.toMatchObject({ status: 400 })
  })

  it('take elements out by position and keep the rest in order', async () => {
    expect(await taxes.delete(leaf('rate', 'Equal', 5), call)).toBe(1)
    expect((await stored(first))?.lines[0].taxes).toEqual([{ rate: 20 }])
    expect(await lines.delete(leaf('sku', 'Equal', 'a'), call)).toBe(1)
    expect((await stored(first))?.lines).toEqual([{ sku: 'b', quantity: 2, taxes: [] }])
    expect(await address.delete(undefined, call)).toBe(1)
    expect(await stored(first)).not.toHaveProperty('address')
    expect(await lines.delete(leaf('sku', 'Equal', 'nowhere'), call)).toBe(0)
  })

  it('lose no change when siblings are written at the same time', async () => {
    const at = (position: number) =>
      and(leaf('parentId', 'Equal', first.toHexString()), leaf('linesPosition', 'Equal', position))
    await Promise.all([
      lines.update(at(0), { quantity: 10 }, call),
      lines.update(at(1), { quantity: 20 }, call),
      lines.create([{ parentId: first.toHexString(), sku: 'n' }], call),
    ])
    expect((await stored(first))?.lines).toMatchObject([
      { sku: 'a', quantity: 10 },
      { sku: 'b', quantity: 20 },
      { sku: 'n' },
    ])
  })
})
