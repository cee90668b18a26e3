import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConditionTreeFactory } from '../../condition-tree/factory.js'
import { ConditionTreeLeaf } from '../../condition-tree/leaf.js'
import { constraintCodes } from '../../errors.js'
import type { CollectionSource, Row } from '../../source.js'
import { requireCollection } from '../adapt-scan.js'
import { comparable } from '../comparable.js'
import type { TestTable } from '../tables.js'
import type { OpenedSource, OpenSource } from './opened.js'
import { call, type Feature, samplesFor } from './samples.js'

const accounts: TestTable = {
  name: 'accounts',
  columns: [
    { name: 'id', type: 'Number', isGenerated: true },
    { name: 'email', type: 'String', allowNull: false },
    { name: 'label', type: 'String', defaultValue: "it's new" },
    { name: 'level', type: 'Number', defaultValue: 1 },
    { name: 'parentId', type: 'Number' },
  ],
  primaryKey: ['id'],
  foreignKeys: [{ as: 'parent', columns: ['parentId'], table: 'accounts', to: ['id'] }],
  unique: [['email']],
  rows: [],
}

const notes: TestTable = {
  name: 'notes',
  columns: [
    { name: 'id', type: 'Number', isGenerated: true },
    { name: 'text', type: 'String' },
    { name: 'level', type: 'Number' },
    { name: 'accountId', type: 'Number' },
  ],
  primaryKey: ['id'],
  foreignKeys: [{ as: 'account', columns: ['accountId'], table: 'accounts', to: ['id'] }],
  rows: [],
}

/** Each belongs to an account. */
const members: TestTable = {
  name: 'members',
  columns: [
    { name: 'id', type: 'Number', isGenerated: true },
    { name: 'name', type: 'String' },
    { name: 'accountId', type: 'Number', allowNull: false },
  ],
  primaryKey: ['id'],
  foreignKeys: [{ as: 'account', columns: ['accountId'], table: 'accounts', to: ['id'] }],
  rows: [],
}

/** Without foreign keys, which would be checked for every deleted row. */
const entries: TestTable = {
  name: 'entries',
  columns: [
    { name: 'id', type: 'Number', isGenerated: true },
    { name: 'label', type: 'String' },
    { name: 'note', type: 'String' },
    { name: 'level', type: 'Number' },
  ],
  primaryKey: ['id'],
  foreignKeys: [],
  rows: [],
}

export function describeWrites(open: OpenSource, without: ReadonlySet<Feature>): void {
  const samples = samplesFor(without)
  const values: TestTable = {
    name: 'values',
    columns: [
      { name: 'key', type: 'String', allowNull: false },
      ...samples.map(({ column }) => column),
    ],
    primaryKey: ['key'],
    foreignKeys: [],
    rows: [],
  }
  let opened: OpenedSource
  let collection: CollectionSource
  beforeAll(async () => {
    opened = await open([accounts, notes, members, entries, values])
    collection = requireCollection(opened.source, 'accounts')
  })
  afterAll(() => opened?.close())
  beforeEach(async () => {
    await requireCollection(opened.source, 'notes').delete(undefined, call)
    await requireCollection(opened.source, 'members').delete(undefined, call)
    await collection.delete(undefined, call)
  })

  const all = (): Promise<Row[]> =>
    collection.list(
      {
        select: {
          collection: 'accounts',
          columns: ['id', 'email', 'label', 'level', 'parentId'],
          joins: [],
        },
        orderBy: [{ field: 'email', ascending: true }],
      },
      call,
    )
  const emailIs = (email: string) => new ConditionTreeLeaf('email', 'Equal', email)

  it('creates one row and returns it complete', async () => {
    const [row] = await collection.create([{ email: 'a', level: 3 }], call)
    expect(row).toEqual({
      id: expect.any(Number),
      email: 'a',
      label: "it's new",
      level: 3,
      parentId: null,
    })
    expect(await all()).toEqual([row])
  })

  it('creates rows with different columns, in the order given, each with its defaults', async () => {
    const rows = await collection.create(
      [
        { email: 'c', label: null },
        { email: 'a', level: 2 },
        { email: 'b', label: 'x', level: null },
        { email: 'd', label: null },
      ],
      call,
    )
    expect(rows.map(({ id: _id, parentId: _parent, ...row }) => row)).toEqual([
      { email: 'c', label: null, level: 1 },
      { email: 'a', label: "it's new", level: 2 },
      { email: 'b', label: 'x', level: null },
      { email: 'd', label: null, level: 1 },
    ])
    const byEmail = rows.toSorted((a, b) => (String(a.email) < String(b.email) ? -1 : 1))
    expect(await all()).toEqual(byEmail)
  })

  it('creates nothing when given nothing', async () => {
    expect(await collection.create([], call)).toEqual([])
    expect(await all()).toEqual([])
  })

  it('creates more rows than a statement has parameters, in order', async () => {
    const target = requireCollection(opened.source, 'entries')
    const given = Array.from({ length: 22_500 }, (_, index) => ({
      label: `entry ${index}`,
      note: null,
      level: index,
    }))
    const rows = await target.create(given, call)
    expect(rows.map(({ level }) => level)).toEqual(given.map(({ level }) => level))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(given.length)
    expect(await target.delete(undefined, call)).toBe(given.length)
  }, 60_000)

  it('creates all rows or none', async () => {
    await collection.create([{ email: 'taken' }], call)
    const rows = [{ email: 'x' }, { email: 'y', level: 5 }, { email: 'taken' }]
    await expect(collection.create(rows, call)).rejects.toMatchObject({ status: 400 })
    expect((await all()).map(({ email }) => email)).toEqual(['taken'])
  })

  it('rejects a second row with a unique value, naming the rule', async () => {
    await collection.create([{ email: 'taken' }], call)
    await expect(collection.create([{ email: 'taken' }], call)).rejects.toMatchObject({
      name: 'ValidationError',
      code: constraintCodes.unique,
      status: 400,
    })
  })

  it('rejects an update that makes a unique value occur twice', async () => {
    await collection.create([{ email: 'a' }, { email: 'b' }], call)
    await expect(collection.update(emailIs('b'), { email: 'a' }, call)).rejects.toMatchObject({
      code: constraintCodes.unique,
      status: 400,
    })
  })

  it('rejects null where a value is required, naming the column', async () => {
    await expect(collection.create([{ email: null }], call)).rejects.toMatchObject({
      code: constraintCodes.notNull,
      status: 400,
      data: { columns: ['email'] },
    })
    await expect(collection.create([{ level: 1 }], call)).rejects.toMatchObject({
      code: constraintCodes.notNull,
    })
  })

  it.skipIf(without.has('foreignKeys'))('rejects a reference to a missing row', async () => {
    const orphan = [{ email: 'a', parentId: 999_999 }]
    await expect(collection.create(orphan, call)).rejects.toMatchObject({
      name: 'ValidationError',
      code: constraintCodes.foreignKey,
      status: 400,
    })
  })

  describe('createReading, where the source has it', () => {
    const accountId = (email: string) => {
      const where = ConditionTreeFactory.intersect([
        emailIs(email),
        new ConditionTreeLeaf('level', 'LessThan', 5),
      ])
      return new Map([['accountId', { collection: 'accounts', column: 'id', where: where! }]])
    }
    const countRows = async (name: string) => {
      const scan = {
        select: { collection: name, columns: [], joins: [] },
        aggregation: { operation: 'Count' } as const,
      }
      return (await requireCollection(opened.source, name).aggregate(scan, call))[0]?.value
    }

    it('stores the values it finds and returns the row complete', async test => {
      const target = requireCollection(opened.source, 'members')
      if (!target.createReading) return test.skip()
      const [account] = await collection.create([{ email: 'a' }], call)
      const row = { name: 'x', accountId: 0 }
      expect(await target.createReading(row, accountId('a'), call)).toEqual({
        id: expect.any(Number),
        name: 'x',
        accountId: account?.id,
      })
    })

    it('rejects the row when a value is not found', async test => {
      const target = requireCollection(opened.source, 'members')
      if (!target.createReading) return test.skip()
      const [high] = await collection.create([{ email: 'high', level: 9 }], call)
      for (const email of ['high', 'nobody']) {
        const row = { name: 'x', accountId: high?.id }
        await expect(target.createReading(row, accountId(email), call)).rejects.toMatchObject({
          status: 400,
        })
      }
      expect(await countRows('members')).toBe(0)
    })

    it('does nothing where null would be stored for a value that is not found', async test => {
      const target = requireCollection(opened.source, 'notes')
      if (!target.createReading) return test.skip()
      expect(await target.createReading({ text: 'x' }, accountId('nobody'), call)).toBe(undefined)
      expect(await countRows('notes')).toBe(0)
    })
  })

  it('updates what matches and returns how many matched, changed or not', async () => {
    await collection.create([{ email: 'a' }, { email: 'b' }, { email: 'c', level: 9 }], call)
    const low = new ConditionTreeLeaf('level', 'Equal', 1)
    expect(await collection.update(low, { label: 'low', level: 1 }, call)).toBe(2)
    expect(await collection.update(low, { label: 'low', level: 1 }, call)).toBe(2)
    expect((await all()).map(({ label }) => label)).toEqual(['low', 'low', "it's new"])
  })

  it('updates to null', async () => {
    await collection.create([{ email: 'a' }], call)
    expect(await collection.update(emailIs('a'), { label: null, level: null }, call)).toBe(1)
    expect(await all()).toMatchObject([{ label: null, level: null }])
  })

  it('updates nothing when nothing matches, and everything without a filter', async () => {
    await collection.create([{ email: 'a' }, { email: 'b' }], call)
    expect(await collection.update(emailIs('z'), { level: 7 }, call)).toBe(0)
    expect(await collection.update(ConditionTreeFactory.matchNone, { level: 7 }, call)).toBe(0)
    expect(await collection.update(undefined, { level: 7 }, call)).toBe(2)
  })

  describe('updateAndList, where the source has it', () => {
    const toAccount = {
      as: 'account',
      on: [{ from: 'accountId', to: 'id' }],
      node: { collection: 'accounts', columns: ['email'], joins: [] },
    }
    const noteIs = (text: string) => new ConditionTreeLeaf('text', 'Equal', text)
    const start = async () => {
      const target = requireCollection(opened.source, 'notes')
      const [a, b] = await collection.create([{ email: 'a' }, { email: 'b' }], call)
      await target.create(
        [
          { text: 'one', level: 1, accountId: a?.id },
          { text: 'two', level: 2, accountId: null },
        ],
        call,
      )
      return { target, b }
    }

    it('returns the rows as they are after the update, with what they join then', async test => {
      const { target, b } = await start()
      if (!target.updateAndList) return test.skip()
      const select = { collection: 'notes', columns: ['text', 'level'], joins: [toAccount] }
      const patch = { level: 7, accountId: b?.id }
      expect(await target.updateAndList(noteIs('one'), patch, select, call)).toEqual({
        matched: 1,
        rows: [{ text: 'one', level: 7, account: { email: 'b' } }],
      })
      const rest = { accountId: null, level: null }
      expect(await target.updateAndList(undefined, rest, select, call)).toMatchObject({
        matched: 2,
        rows: [{ account: null }, { account: null }],
      })
    })

    it('joins only the rows that a join is restricted to', async test => {
      const { target } = await start()
      if (!target.updateAndList) return test.skip()
      const read = async (email: string) => {
        const join = { ...toAccount, where: emailIs(email) }
        const select = { collection: 'notes', columns: ['level'], joins: [join] }
        return (await target.updateAndList?.(noteIs('one'), { level: 3 }, select, call))?.rows
      }
      expect(await read('a')).toEqual([{ level: 3, account: { email: 'a' } }])
      expect(await read('b')).toEqual([{ level: 3, account: null }])
    })

    it('counts the rows that do not match any more, and leaves them out', async test => {
      const { target } = await start()
      if (!target.updateAndList) return test.skip()
      const select = { collection: 'notes', columns: ['text'], joins: [] }
      const low = new ConditionTreeLeaf('level', 'LessThan', 5)
      expect(await target.updateAndList(low, { level: 9 }, select, call)).toEqual({
        matched: 2,
        rows: [],
      })
      expect(await target.updateAndList(low, { level: 1 }, select, call)).toEqual({
        matched: 0,
        rows: [],
      })
    })

    it('reads rows of the same table as they are after the update, or does nothing', async test => {
      if (!collection.updateAndList) return test.skip()
      const [top] = await collection.create([{ email: 'top' }], call)
      await collection.update(undefined, { parentId: top?.id }, call)
      const parent = {
        as: 'parent',
        on: [{ from: 'parentId', to: 'id' }],
        node: { collection: 'accounts', columns: ['level'], joins: [] },
      }
      const select = { collection: 'accounts', columns: ['level'], joins: [parent] }
      const answer = await collection.updateAndList(undefined, { level: 8 }, select, call)
      expect(await all()).toMatchObject([{ level: answer ? 8 : 1 }])
      if (answer) expect(answer.rows).toEqual([{ level: 8, parent: { level: 8 } }])
    })

    it('rejects what an update rejects', async test => {
      if (!collection.updateAndList) return test.skip()
      await collection.create([{ email: 'a' }, { email: 'b' }], call)
      const select = { collection: 'accounts', columns: ['id'], joins: [] }
      await expect(
        collection.updateAndList(emailIs('b'), { email: 'a' }, select, call),
      ).rejects.toMatchObject({ code: constraintCodes.unique, status: 400 })
    })
  })

  it('deletes what matches and returns how many', async () => {
    await collection.create([{ email: 'a' }, { email: 'b' }, { email: 'c' }], call)
    expect(await collection.delete(new ConditionTreeLeaf('email', 'In', ['a', 'c']), call)).toBe(2)
    expect(await collection.delete(emailIs('a'), call)).toBe(0)
    expect(await collection.delete(ConditionTreeFactory.matchNone, call)).toBe(0)
    expect((await all()).map(({ email }) => email)).toEqual(['b'])
  })

  describe('values keep their canonical form through create, update and list', () => {
    for (const { column, values: given } of samples) {
      it(`${column.name} (${JSON.stringify(column.type)})`, async () => {
        const target = requireCollection(opened.source, 'values')
        const rows = [...given, null].map((value, index) => ({
          key: `${column.name} ${String(index).padStart(3, '0')}`,
          [column.name]: value,
        }))
        const read = () =>
          target.list(
            {
              select: { collection: 'values', columns: ['key', column.name], joins: [] },
              where: new ConditionTreeLeaf(
                'key',
                'In',
                rows.map(({ key }) => key),
              ),
              orderBy: [{ field: 'key', ascending: true }],
            },
            call,
          )
        const created = await target.create(rows, call)
        expect(comparable(created)).toMatchObject(comparable(rows) as object[])
        expect(comparable(await read())).toEqual(comparable(rows))
        const last = rows.at(-2) as Row
        const where = new ConditionTreeLeaf('key', 'Equal', rows.at(-1)?.key)
        await target.update(where, { [column.name]: last[column.name] }, call)
        expect(comparable((await read()).at(-1)?.[column.name])).toEqual(
          comparable(last[column.name]),
        )
      })
    }
  })
}
