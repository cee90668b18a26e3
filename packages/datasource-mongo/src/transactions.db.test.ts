import { type CollectionSource, ConditionTreeLeaf } from '@service/datasource-toolkit'
import { requireCollection } from '@service/datasource-toolkit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { createMongoDataSource } from './create-mongo-data-source.js'
import { type Documents, storeDocuments } from './testing/open-documents.js'

const url = inject('mongoReplicaUrl')
const call = { timezone: 'UTC', now: new Date('2024-01-01T00:00:00Z') }
const leaf = (...args: ConstructorParameters<typeof ConditionTreeLeaf>) =>
  new ConditionTreeLeaf(...args)

describe.skipIf(!url)('a replica set', () => {
  let documents: Documents
  let users: CollectionSource
  let lines: CollectionSource
  beforeAll(async () => {
    documents = await storeDocuments(url as string, {
      users: [],
      orders: [{ _id: 1 as never, lines: [{ quantity: 1 }] }],
    })
    await documents.db.collection('users').createIndex({ email: 1 }, { unique: true })
    const source = await documents.open({
      collections: {
        users: { columns: { _id: 'Number', email: 'String', level: 'Number' } },
        orders: { asCollections: ['lines'] },
      },
    })
    users = requireCollection(source, 'users')
    lines = requireCollection(source, 'orders_lines')
  })
  afterAll(() => documents?.close())
  beforeEach(async () => {
    await documents.db.collection('users').deleteMany({})
    await documents.db.collection('users').insertMany([
      { _id: 1 as never, email: 'a', level: 1 },
      { _id: 2 as never, email: 'b', level: 1 },
    ])
  })
  const emails = async () => {
    const found = await documents.db.collection('users').find().sort({ _id: 1 }).toArray()
    return found.map(({ email }) => email)
  }

  it('creates all rows or none', async () => {
    const rows = [
      { _id: 3, email: 'c' },
      { _id: 4, email: 'a' },
    ]
    await expect(users.create(rows, call)).rejects.toMatchObject({ code: 'unique_violation' })
    expect(await emails()).toEqual(['a', 'b'])
    expect(
      await users.create(
        [
          { _id: 3, email: 'c' },
          { _id: 4, email: 'd' },
        ],
        call,
      ),
    ).toHaveLength(2)
    expect(await emails()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('changes all documents that match or none', async () => {
    await expect(users.update(undefined, { email: 'same' }, call)).rejects.toMatchObject({
      code: 'unique_violation',
    })
    expect(await emails()).toEqual(['a', 'b'])
    expect(await users.update(leaf('level', 'Equal', 1), { level: 2 }, call)).toBe(2)
    expect(await users.delete(leaf('level', 'Equal', 2), call)).toBe(2)
  })

  it('loses no element when several are added to one array at the same time', async () => {
    const quantities = [2, 3, 4, 5]
    await Promise.all(quantities.map(quantity => lines.create([{ parentId: 1, quantity }], call)))
    const order = await documents.db.collection('orders').findOne({ _id: 1 as never })
    const stored = (order?.lines ?? []).map(({ quantity }: { quantity: number }) => quantity)
    expect(stored.toSorted()).toEqual([1, ...quantities])
  })

  it('rejects a user it does not know, and says what to check', async () => {
    const address = documents.address.replace('mongodb://', 'mongodb://nobody:secret@')
    const error = await createMongoDataSource(address)(
      () => {},
      async () => {},
    ).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'unavailable', status: 503 })
    expect(String(error)).toContain('rejected the user or the password')
    expect(String(error)).not.toContain('secret')
  })
})
