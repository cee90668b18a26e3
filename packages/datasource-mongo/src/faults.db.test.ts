import { type CollectionSource, ConditionTreeLeaf, type Scan } from '@service/datasource-toolkit'
import { requireCollection } from '@service/datasource-toolkit/testing'
import { nastyTexts } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createMongoDataSource } from './create-mongo-data-source.js'
import { type Documents, storeDocuments } from './testing/open-documents.js'
import { withDatabase } from './testing/open-tables.js'

const url = inject('mongoUrl')
const call = { timezone: 'UTC', now: new Date('2024-01-01T00:00:00Z') }
const leaf = (...args: ConstructorParameters<typeof ConditionTreeLeaf>) =>
  new ConditionTreeLeaf(...args)

describe.skipIf(!url)('faults', () => {
  let documents: Documents
  beforeAll(async () => {
    documents = await storeDocuments(url as string, {
      users: [{ _id: 1, email: 'a', address: null }],
      many: Array.from({ length: 3_000 }, (_, index) => ({ _id: index, n: index })),
      texts: [],
    })
    await documents.db.collection('users').createIndex({ email: 1 }, { unique: true })
  })
  afterAll(() => documents?.close())

  const open = async (name: string, options = {}): Promise<CollectionSource> =>
    requireCollection(await documents.open(options), name)

  it('of a database that is not there name those that are', async () => {
    const address = withDatabase(url as string, 'no_such_database')
    const opening = createMongoDataSource(address)(
      () => {},
      async () => {},
    )
    const error = await opening.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'unavailable' })
    expect(String(error)).toContain("'no_such_database' has no collections. The server has: ")
  })

  it('of a value that exists already name the column', async () => {
    const users = await open('users')
    await expect(users.create([{ _id: 2, email: 'a' }], call)).rejects.toMatchObject({
      code: 'unique_violation',
      data: { columns: ['email'], constraint: 'email_1' },
    })
    await expect(users.create([{ _id: 1, email: 'b' }], call)).rejects.toMatchObject({
      code: 'unique_violation',
      data: { columns: ['_id'] },
    })
  })

  it('of an identifier that would change are the caller’s', async () => {
    const users = await open('users')
    await expect(users.update(leaf('email', 'Equal', 'a'), { _id: 9 }, call)).rejects.toMatchObject(
      { status: 400 },
    )
  })

  it('of unknown columns and collections name what there is', async () => {
    const users = await open('users')
    await expect(users.create([{ mail: 'x' }], call)).rejects.toThrow("Did you mean 'email'?")
    await expect(users.update(undefined, { mail: 'x' }, call)).rejects.toThrow('email')
    const scan = { select: { collection: 'user', columns: ['_id'], joins: [] }, orderBy: [] }
    await expect(users.list(scan, call)).rejects.toThrow("Did you mean 'users'?")
  })

  /** Compares every document with every other, which no index speeds up. */
  const slow = (): Scan => {
    const other = (depth: number): Scan['select'] => ({
      collection: 'many',
      columns: ['n'],
      joins: depth ? [{ as: 'other', on: [{ from: 'n', to: 'n' }], node: other(depth - 1) }] : [],
    })
    return {
      select: other(3),
      where: leaf('other:other:other:n', 'NotEqual', -1),
      orderBy: [{ field: 'other:n', ascending: true }],
      page: { skip: 0, limit: 1 },
    }
  }

  it('of a statement that takes too long are timeouts', async () => {
    const many = await open('many', { statementTimeoutMs: 50 })
    await expect(many.list(slow(), call)).rejects.toMatchObject({ code: 'timeout', status: 504 })
  })

  it('leave no statement running when the caller is gone', async () => {
    const many = await open('many')
    const leaving = new AbortController()
    const reason = new Error('The client left.')
    const answer = many.list(slow(), { ...call, signal: leaving.signal })
    const ns = `${documents.db.databaseName}.many`
    const running = async () => (await documents.db.admin().command({ currentOp: 1, ns })).inprog
    const timeoutMs = { timeout: 25_000, interval: 5 }
    await expect.poll(running, timeoutMs).not.toEqual([])
    leaving.abort(reason)
    await expect(answer).rejects.toBe(reason)
    await expect.poll(running, timeoutMs).toEqual([])
  })

  it('do not come from the text of a filter', async () => {
    const texts = await open('texts', { collections: { texts: { columns: { t: 'String' } } } })
    const storable = nastyTexts.filter(text => Buffer.from(text).toString() === text)
    await texts.create(
      storable.map(t => ({ t })),
      call,
    )
    const operators = ['Equal', 'Contains', 'StartsWith', 'EndsWith', 'IContains'] as const
    for (const text of storable) {
      for (const operator of operators) {
        const rows = await texts.list(
          {
            select: { collection: 'texts', columns: ['t'], joins: [] },
            where: leaf('t', operator, text),
            orderBy: [],
          },
          call,
        )
        expect(
          rows.map(({ t }) => t),
          `${operator} ${JSON.stringify(text)}`,
        ).toContain(text)
      }
    }
  })

  it('do not come from a parent that is null when a nested column is written', async () => {
    const users = await open('users', {
      collections: { users: { columns: { city: { type: 'String', path: 'address.city' } } } },
    })
    expect(await users.update(leaf('email', 'Equal', 'a'), { city: 'Rome' }, call)).toBe(1)
    expect(await documents.db.collection('users').findOne({ email: 'a' })).toMatchObject({
      address: { city: 'Rome' },
    })
    await users.create([{ _id: 3, email: 'c', city: 'Oslo' }], call)
    expect(await documents.db.collection('users').findOne({ email: 'c' })).toEqual({
      _id: 3,
      email: 'c',
      address: { city: 'Oslo' },
    })
  })
})
